import {
  adminApi, cpf, httpClient, ledgerOf, moneyFacts, only, placeOrder, poll, sql, startGateway, startStore, untilCaptured, untilNoticesDone, type Gateway, type Store,
} from "../support"

type Notice = {
  id: string; invoice_id: string; door: string; state: string; outcome: string | null; reason: string | null; verified: boolean | null
  attempts: number; next_try_at: string | null; payload: unknown; created_at: string
}
type List = { notices: Notice[]; count: number; limit: number; next_cursor: string | null }

let store: Store
let gateway: Gateway

beforeAll(async () => {
  gateway = await startGateway()
  store = await startStore({ sandboxUrl: gateway.url, pluginOptions: { webhooks: { maxAttempts: 1 }, reconciliation: { lookUpsPerMinute: 1_000 } } })
})
afterAll(async () => {
  await store?.close()
  await gateway?.close()
})

async function waitingOrder() {
  const placed = await placeOrder(store, { providerId: "pp_pix_fatura", data: { payer: { document: cpf() } }, items: [{ sku: "CURSO-CAFE" }], shipping: null })
  return { ...placed, ledger: only(await ledgerOf(store, placed.sessionId), "invoice") }
}
const list = async (query = ""): Promise<List> => (await adminApi(store)).get<List>(`/admin/fatura/notices${query}`)

describe("the inbox", () => {
  it("shows what came and what was made of it, without tokens and personal data", async () => {
    const order = await waitingOrder()
    await gateway.act(order.ledger.invoice_id!, "pay", { wait: true })
    await untilCaptured(store, order.orderId)
    await untilNoticesDone(store)
    const notice = (await list()).notices.find(({ invoice_id }) => invoice_id === order.ledger.id)!
    expect(notice).toMatchObject({ door: "ticket", state: "done", outcome: "apply", reason: null, verified: true, attempts: 1, next_try_at: null })
    expect(notice.payload).toMatchObject({ event: { type: "invoice.update" }, invoices: { token: "[redacted]", status: { code: 5 } } })
    expect(Object.keys(notice).sort()).toEqual(["attempts", "created_at", "door", "id", "invoice_id", "next_try_at", "outcome", "payload", "processed_at", "reason", "state", "verified"])
  })

  it("is read page by page, newest first, by state", async () => {
    const order = await waitingOrder()
    await gateway.act(order.ledger.invoice_id!, "pay", { wait: true })
    await untilNoticesDone(store)
    const first = await list("?state=done&limit=1")
    expect(first).toMatchObject({ limit: 1, next_cursor: first.notices[0]!.id })
    expect(first.count).toBeGreaterThan(1)
    const second = await list(`?state=done&limit=1&after=${first.next_cursor}`)
    expect(second.notices[0]!.id < first.notices[0]!.id).toBe(true)
    expect((await list("?state=dead")).notices).toEqual([])
  })

  it("is for staff only, and refuses what makes no sense", async () => {
    const stranger = httpClient(store.url)
    const staff = await adminApi(store)
    expect((await stranger.raw("GET", "/admin/fatura/notices")).status).toBe(401)
    expect((await stranger.raw("POST", "/admin/fatura/notices/fnot_1/retry")).status).toBe(401)
    expect((await staff.raw("GET", "/admin/fatura/notices?state=lost")).status).toBe(400)
    expect((await staff.raw("GET", "/admin/fatura/notices?limit=0")).status).toBe(400)
    expect((await staff.raw("POST", "/admin/fatura/notices/fnot_none/retry")).status).toBe(404)
    const done = (await list("?state=done&limit=1")).notices[0]!
    expect(await staff.raw("POST", `/admin/fatura/notices/${done.id}/retry`)).toMatchObject({ status: 409, body: { code: "notice_done", message: "This notice is done already." } })
  })
})

it("a dead letter is a problem with a remedy; retried, it captures the payment, and the problem ends", async () => {
  const order = await waitingOrder()
  // Something that no waiting mends: the database refuses the change.
  await sql(store.databaseUrl, "create function refuse_change() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$")
  await sql(store.databaseUrl, "create trigger refuse_change before update of status on fatura_invoice for each row execute function refuse_change()")
  await gateway.act(order.ledger.invoice_id!, "pay", { wait: true })
  const dead = await poll(async () => (await list("?state=dead")).notices[0], 20_000)
  expect(dead).toMatchObject({ invoice_id: order.ledger.id, state: "dead", reason: "unexpected error", verified: null })

  const staff = await adminApi(store)
  const problemsIn = async (language: string) => {
    const { body } = await staff.raw("GET", "/admin/fatura/problems?limit=100", undefined, { "accept-language": language })
    return (body as { problems: { kind: string; title: string; remedy: string; severity: string; closed_by: string; invoice_id: string }[] }).problems.filter(({ kind }) => kind === "dead_letter")
  }
  expect(await problemsIn("pt-BR")).toMatchObject([{ title: "Não foi possível processar", severity: "warning", closed_by: "cause", invoice_id: order.ledger.id }])
  expect(await problemsIn("en")).toMatchObject([{ title: "Could not be worked off", remedy: expect.stringContaining("Retry") }])

  await sql(store.databaseUrl, "drop trigger refuse_change on fatura_invoice")
  const { notice } = await staff.post<{ notice: Notice }>(`/admin/fatura/notices/${dead.id}/retry`)
  expect(notice).toMatchObject({ state: "done", outcome: "apply", verified: true, reason: null, attempts: 1 })
  expect(await moneyFacts(store, order.orderId)).toMatchObject({ paymentStatus: "captured", captures: [order.total] })
  expect(await problemsIn("en")).toEqual([])
  const { invoice } = await staff.get<{ invoice: { timeline: { kind: string; actor: string | null }[] } }>(`/admin/fatura/invoices/${order.ledger.id}`)
  expect(invoice.timeline.filter(({ kind }) => kind === "notice_retried")).toEqual([expect.objectContaining({ actor: expect.stringMatching(/^user_/) })])
}, 60_000)
