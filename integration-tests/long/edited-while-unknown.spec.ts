import { adminApi, cpf, placeOrder, poll, readOrder, sql, startGateway, startStore, untilCaptured, type Gateway, type GatewayInvoice, type Store } from "../support"
import { openProblems, untilQuiet } from "../support/books"

let gateway: Gateway
let store: Store

beforeAll(async () => {
  gateway = await startGateway()
  store = await startStore({ sandboxUrl: gateway.url, env: { FATURA_LOOK_UPS_PER_MINUTE: "100000", FATURA_CREATE_TIMEOUT_MS: "3000" } })
})

afterAll(async () => {
  await store?.close()
  await gateway?.close()
})

afterEach(() => gateway.clearFaults())

/** Staff add a packet of coffee at R$ 32,90. */
async function addCoffee(orderId: string): Promise<void> {
  const api = await adminApi(store)
  const [variant] = await sql<{ id: string }>(store.databaseUrl, "select id from product_variant where sku = 'CAFE-250' and deleted_at is null")
  await api.post("/admin/order-edits", { order_id: orderId })
  await api.post(`/admin/order-edits/${orderId}/items`, { items: [{ variant_id: variant!.id, quantity: 1 }] })
  await api.post(`/admin/order-edits/${orderId}/request`)
  await api.post(`/admin/order-edits/${orderId}/confirm`)
}

test.each(["hang-up-before", "hang-up-after"])("an order that is edited while nobody knows whether its code was issued gets a code for what is due then (%s)", async (kind) => {
  const before = (await gateway.invoices()).length
  const made = async (): Promise<GatewayInvoice[]> => (await gateway.invoices()).slice(before)
  await gateway.fault({ match: { method: "POST", path: "/invoices" }, kind, times: 1 })
  await gateway.fault({ match: { method: "GET", path: "/invoices" }, kind: "500" })
  const { orderId } = await placeOrder(store, { providerId: "pp_pix_fatura", data: { payer: { document: cpf() } } })
  await addCoffee(orderId)
  // 74,80 + 32,90
  expect((await readOrder(store, orderId)).total).toBe(107.7)

  await gateway.clearFaults()
  await sql(store.databaseUrl, "update fatura_outbox set next_try_at = now() where state = 'pending'")
  const [code] = await poll(async () => {
    const payable = (await made()).filter(({ _sandbox }) => _sandbox.payable)
    return payable.length === 1 && payable[0]!._sandbox.due_cents === 10_770 && payable
  }, 60_000)
  await gateway.act(code!.invoice_id, "pay")
  await untilCaptured(store, orderId)
  await untilQuiet(store, { orderId })
  expect((await readOrder(store, orderId)).summary).toMatchObject({ paid_total: 107.7, pending_difference: 0 })
  expect(await openProblems(store, orderId)).toEqual([])
}, 120_000)
