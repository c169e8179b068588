import { createCart, addPaymentSession, complete, readOrder, cpf, startStore, adminApi, storeApi, Store, poll } from "../support"
import { startSandboxProcess } from "../../demo/lib/sandbox"
const sb = "http://127.0.0.1:9197"
const j = async (m: string, u: string, b?: unknown, h: any = {}) => { const r = await fetch(u, { method: m, headers: { "content-type": "application/json", ...h }, body: b === undefined ? undefined : JSON.stringify(b) }); const t = await r.text(); try { return { s: r.status, b: JSON.parse(t) } } catch { return { s: r.status, b: t as any } } }
let store: Store, sandbox: any
beforeAll(async () => { sandbox = await startSandboxProcess(9197, "/tmp/sb.log"); store = await startStore({ sandboxUrl: sb }) })
afterAll(async () => { await store.close(); sandbox.kill?.("SIGKILL"); require("fs").writeFileSync("/tmp/try-store.log", store.logs()) })
const buy = async (provider: string, data: any) => {
  const cart = await createCart(store)
  const s = await addPaymentSession(store, cart.id, provider, data)
  const r = await complete(store, cart.id)
  const v = await storeApi(store).get<any>(`/store/fatura/sessions/${s.session.id}`)
  const inv = (await j("GET", sb + "/_sandbox/invoices")).b.invoices.at(-1)
  return { s, r, v: v.session, inv, orderId: r.type === "order" ? r.order.id : "" }
}
it("boleto", async () => {
  const { r, v, inv, orderId } = await buy("pp_boleto_fatura", { payer: { document: cpf() } })
  console.log(r.type, JSON.stringify(v).slice(0, 500))
  await j("POST", `${sb}/_sandbox/invoices/${inv.invoice_id}/pay`, {})
  await poll(async () => (await readOrder(store, orderId)).payment_status === "captured", 5000)
  const o = await readOrder(store, orderId)
  const pay = o.payment_collections[0]!.payments[0]!
  const api = await adminApi(store)
  const r1 = await api.raw("POST", `/admin/payments/${pay.id}/refund`, { amount: 10.5 })
  console.log("refund", r1.status, JSON.stringify(r1.body).slice(0, 200))
  console.log(await j("POST", `${sb}/_sandbox/invoices/${inv.invoice_id}/refund`, { amount_cents: 1000 }).then(x => x.s))
  await poll(async () => (await readOrder(store, orderId)).summary.refunded_total === 20.5, 8000).catch(e => console.log(String(e)))
  const o2 = await readOrder(store, orderId)
  console.log(o2.payment_status, JSON.stringify(o2.summary), JSON.stringify(o2.payment_collections[0]!.payments[0]!.refunds))
})
it("card approved", async () => {
  const { r, v, inv, orderId } = await buy("pp_card_fatura", { payer: { document: cpf() }, card: { token: "tok_approved", holder_name: "JOANA PRADO", expires: "12/30", installments: 3 } })
  console.log(JSON.stringify(r).slice(0, 300), JSON.stringify(v))
  console.log((await readOrder(store, orderId)).payment_status)
  await poll(async () => (await require("../support").sql(store.databaseUrl, "select settled_at from fatura_invoice where invoice_id=$1", [inv.invoice_id]))[0].settled_at, 15000)
})
it("card denied then approved; processing; action", async () => {
  const cart = await createCart(store)
  const card = { holder_name: "JOANA PRADO", expires: "12/30", installments: 1 }
  const s = await addPaymentSession(store, cart.id, "pp_card_fatura", { payer: { document: cpf() }, card: { ...card, token: "tok_denied" } })
  console.log(JSON.stringify(await complete(store, cart.id)).slice(-400))
  console.log((await storeApi(store).raw("POST", `/store/fatura/sessions/${s.session.id}`, { card: { ...card, token: "tok_approved" } })).text.slice(0, 200))
  const r = await complete(store, cart.id)
  console.log(JSON.stringify(r).slice(0, 200))
  for (const t of ["tok_processing", "tok_authorized", "tok_action_required"]) {
    const { r, v, inv, orderId } = await buy("pp_card_fatura", { payer: { document: cpf() }, card: { ...card, token: t } })
    console.log(t, r.type, JSON.stringify(v).slice(0, 700))
    await j("POST", `${sb}/_sandbox/invoices/${inv.invoice_id}/pay`, {})
    await poll(async () => (await readOrder(store, orderId)).payment_status === "captured", 8000)
  }
})
