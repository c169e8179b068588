import { adminApi, cpf, ledgerOf, moneyFacts, only, openProblems, placeOrder, poll, sql, startGateway, startStore, untilCaptured, type Gateway, type Store } from "../support"
import { untilQuiet } from "../support/books"

let store: Store
let gateway: Gateway

beforeAll(async () => {
  gateway = await startGateway()
  store = await startStore({ sandboxUrl: gateway.url })
})
afterAll(async () => {
  await store?.close()
  await gateway?.close()
})

/** The watch comes every minute. */
const MINUTE_AND_MORE = 90_000

async function paidOrder() {
  const placed = await placeOrder(store, { providerId: "pp_pix_fatura", data: { payer: { document: cpf() } }, items: [{ sku: "CURSO-CAFE" }], shipping: null })
  const { id } = await gateway.invoiceOf(placed.sessionId)
  await gateway.act(id, "pay", { wait: true })
  await untilCaptured(store, placed.orderId, 20_000)
  await untilQuiet(store, placed)
  return { ...placed, gatewayId: id, ledgerId: only(await ledgerOf(store, placed.sessionId), "invoice").id }
}

/** Four lists at two calls a minute, which wait a minute where the budget is used up. */
const READING_MS = 400_000
const readingsAreDue = () => sql(store.databaseUrl, "update fatura_reading set next_at = now()")

it("a refund in the gateway's panel and a dispute, both with their notices lost, are found within an hour's reading", async () => {
  const returned = await paidOrder()
  const disputed = await paidOrder()
  await gateway.act(returned.gatewayId, "refund", { notify: false, amount_cents: 1_000 })
  await gateway.act(disputed.gatewayId, "dispute", { notify: false })
  await gateway.forgetRequests()
  // The places are made by the first run of the job; the first reading would come an hour later.
  await poll(async () => (await sql(store.databaseUrl, "select 1 from fatura_reading")).length === 4, 45_000)
  await sql(store.databaseUrl, "update fatura_reading set whole_at = null")
  await readingsAreDue()
  await poll(async () => (await sql(store.databaseUrl, "select 1 from fatura_reading where whole_at is not null")).length === 4, READING_MS)
  await poll(async () => (await moneyFacts(store, returned.orderId)).refunds.length > 0, 20_000)
  expect(await openProblems(store, disputed.ledgerId)).toEqual(["dispute"])
  expect((await gateway.counts())["GET /invoices"]).toBe(4)

  await readingsAreDue()
  await poll(async () => (await sql(store.databaseUrl, "select 1 from fatura_reading where next_at > now() + interval '30 minutes'")).length === 4, READING_MS)
  expect(await moneyFacts(store, returned.orderId)).toMatchObject({ paymentStatus: "partially_refunded", captures: [returned.total], refunds: [10], transactions: [returned.total, -10] })
  expect(await openProblems(store, disputed.ledgerId)).toEqual(["dispute"])
  expect(await openProblems(store, returned.ledgerId)).toEqual([])
}, 900_000)

it("methods that stand in no region are told, until they do", async () => {
  await sql(store.databaseUrl, "update region_payment_provider set deleted_at = now() where payment_provider_id like 'pp_%_fatura'")
  await poll(async () => (await openProblems(store)).includes("module_not_loaded"), MINUTE_AND_MORE, 500)
  const { problems } = await (await adminApi(store)).get<{ problems: { kind: string; details: unknown }[] }>("/admin/fatura/problems?limit=100")
  expect(problems.find(({ kind }) => kind === "module_not_loaded")).toMatchObject({ details: { providers: ["pp_boleto_fatura", "pp_card_fatura", "pp_pix_fatura"].map(() => expect.stringMatching(/^pp_.*_fatura$/)), regions: 0 } })
  await sql(store.databaseUrl, "update region_payment_provider set deleted_at = null where payment_provider_id like 'pp_%_fatura'")
  await poll(async () => !(await openProblems(store)).includes("module_not_loaded"), MINUTE_AND_MORE, 500)
}, 240_000)

it("locks that a crashed process left are removed and told, for a day", async () => {
  const { cartId } = await paidOrder()
  await sql(store.databaseUrl, "create table if not exists locking (id text primary key, owner_id text, expiration timestamptz)")
  await sql(store.databaseUrl, "insert into locking (id, expiration) values ($1, now() - interval '10 minutes'), ('somebody else''s', now() - interval '10 minutes')", [cartId])
  await poll(async () => (await openProblems(store)).includes("expired_locks"), 40_000)
  expect(await sql(store.databaseUrl, "select id from locking")).toEqual([{ id: "somebody else's" }])
  await sql(store.databaseUrl, "update fatura_problem set last_seen_at = now() - interval '25 hours' where kind = 'expired_locks'")
  await poll(async () => !(await openProblems(store)).includes("expired_locks"), MINUTE_AND_MORE, 500)
}, 240_000)

it("a paid order that was cancelled without its money returned is told although the event was lost, once", async () => {
  const { orderId, ledgerId } = await paidOrder()
  // As a process leaves it that was killed between Medusa's cancel and its event.
  await sql(store.databaseUrl, `update "order" set status = 'canceled', canceled_at = now() - interval '3 minutes' where id = $1`, [orderId])
  await poll(async () => (await openProblems(store, ledgerId)).length > 0, 150_000, 500)
  expect(await openProblems(store, ledgerId)).toEqual(["refund_failed_on_cancel"])
  const staff = await adminApi(store)
  const { problems } = await staff.get<{ problems: { id: string; invoice_id: string }[] }>("/admin/fatura/problems?limit=100")
  const { id } = problems.find(({ invoice_id }) => invoice_id === ledgerId)!
  await staff.post(`/admin/fatura/problems/${id}/resolve`, { action: "dismiss", reason: "Returned by hand" })
  await new Promise((done) => setTimeout(done, 125_000))
  expect(await openProblems(store, ledgerId)).toEqual([])
}, 360_000)
