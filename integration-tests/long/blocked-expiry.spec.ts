import { customerLogin } from "../../demo/store/src/seed/constants"
import {
  adminApi, cpf, customerToken, errorLines, ledgerOf, moneyFacts, only, openProblems, placeOrder, poll, reservedUnits, sql, storeApi, type HttpClient, type PlacedOrder,
} from "../support"
import { Desk } from "../support/desk"

/** Expiry and recovery come every quarter of a minute each. */
const WATCH_MS = 60_000
const sku = "CANECA-MUSGO"

const desk = new Desk({ env: { FATURA_PIX_EXPIRES_IN_MINUTES: "1" } })
let staff: HttpClient
beforeAll(async () => void (staff = await adminApi(desk.store)))

type Item = { id: string; quantity: number }
type Problem = { id: string; kind: string; order_id: string; title: string; remedy: string; details: { blocks: string[] }; actions: string[]; severity: string; resolution: string | null }

const order = (): Promise<PlacedOrder> => placeOrder(desk.store, { providerId: "pp_pix_fatura", data: { payer: { document: cpf() } }, items: [{ sku }], shipping: "pickup" })
const statusOf = async ({ orderId }: PlacedOrder) => (await moneyFacts(desk.store, orderId)).orderStatus
const untilCanceled = (placed: PlacedOrder) => poll(async () => (await statusOf(placed)) === "canceled", WATCH_MS, 250)
const attemptOf = async ({ sessionId }: PlacedOrder) => only(await ledgerOf(desk.store, sessionId), "attempt")
const untilCodeEnded = (placed: PlacedOrder) => poll(async () => (await attemptOf(placed)).status === "canceled", WATCH_MS, 250)
const itemsOf = async ({ orderId }: PlacedOrder) => (await staff.get<{ order: { items: Item[] } }>(`/admin/orders/${orderId}?fields=*items`)).order.items

/** As if the order had been placed twenty minutes ago. */
async function expire({ sessionId }: PlacedOrder): Promise<void> {
  await sql(desk.store.databaseUrl, `UPDATE fatura_invoice SET expires_at = now() - interval '19 minutes', cancel_at = now() - interval '4 minutes', next_check_at = now() - interval '4 minutes' WHERE session_id = $1`, [sessionId])
}

async function problemOf({ orderId }: PlacedOrder, state: "open" | "resolved" = "open"): Promise<Problem | undefined> {
  const { problems } = await staff.get<{ problems: Problem[] }>(`/admin/fatura/problems?state=${state}&limit=100`)
  return problems.find(({ kind, order_id }) => kind === "order_not_ended" && order_id === orderId)
}

const untilProblem = (placed: PlacedOrder) => poll(async () => (await problemOf(placed)) ?? false, WATCH_MS, 250)

it("a transfer request, which any customer can make, keeps no order and no stock", async () => {
  const before = await reservedUnits(desk.store, sku)
  const placed = await order()
  const customer = storeApi(desk.store, await customerToken(desk.store, customerLogin))
  await customer.post(`/store/orders/${placed.orderId}/transfer/request`, {})
  expect(await reservedUnits(desk.store, sku)).toBe(before + 1)
  await expire(placed)
  await untilCanceled(placed)
  expect(await reservedUnits(desk.store, sku)).toBe(before)
  expect(await openProblems(desk.store)).toEqual([])
  expect(await sql(desk.store.databaseUrl, "select status from order_change where order_id = $1 and deleted_at is null and change_type = 'transfer'", [placed.orderId])).toEqual([])
}, 120_000)

type Begun = { block: string; words: RegExp; begin(placed: PlacedOrder): Promise<unknown>; giveUp?(placed: PlacedOrder, begun: never): Promise<unknown> }

const BEGUN: Begun[] = [
  {
    block: "edit",
    words: /An edit of the order was begun/,
    begin: ({ orderId }) => staff.post("/admin/order-edits", { order_id: orderId }),
    giveUp: ({ orderId }) => staff.raw("DELETE", `/admin/order-edits/${orderId}`),
  },
  {
    block: "return_request",
    words: /A return was begun/,
    begin: ({ orderId }) => staff.post<{ return: { id: string } }>("/admin/returns", { order_id: orderId }),
    giveUp: (_placed, { return: { id } }: never & { return: { id: string } }) => staff.raw("DELETE", `/admin/returns/${id}/request`),
  },
  {
    block: "exchange",
    words: /An exchange was begun/,
    begin: ({ orderId }) => staff.post<{ exchange: { id: string } }>("/admin/exchanges", { order_id: orderId }),
    giveUp: (_placed, { exchange: { id } }: never & { exchange: { id: string } }) => staff.raw("DELETE", `/admin/exchanges/${id}/request`),
  },
  {
    block: "claim",
    words: /A claim was begun/,
    begin: ({ orderId }) => staff.post<{ claim: { id: string } }>("/admin/claims", { order_id: orderId, type: "replace" }),
    giveUp: (_placed, { claim: { id } }: never & { claim: { id: string } }) => staff.raw("DELETE", `/admin/claims/${id}/request`),
  },
  {
    block: "other_change",
    words: /A change of the order is in progress/,
    begin: ({ orderId }) => sql(desk.store.databaseUrl, `insert into order_change (id, order_id, version, change_type, status) values ('ordch_' || $1, $1, 2, 'of_another_plugin', 'pending')`, [orderId]),
  },
]

describe.each(BEGUN)("what staff have begun on an order ($block)", ({ block, words, begin, giveUp }) => {
  it("is told at once when its code expires; the decision ends it, the order and the hold on its stock", async () => {
    const before = await reservedUnits(desk.store, sku)
    const placed = await order()
    await begin(placed)
    await expire(placed)
    const problem = await untilProblem(placed)
    expect(problem).toMatchObject({ severity: "money", details: { blocks: [block] }, actions: ["cancel_order", "dismiss"] })
    expect(problem.remedy).toMatch(words)
    expect(await statusOf(placed)).toBe("pending")
    expect((await attemptOf(placed)).status).toBe("canceled")
    expect(await reservedUnits(desk.store, sku)).toBe(before + 1)

    await staff.post(`/admin/fatura/problems/${problem.id}/resolve`, { action: "cancel_order", reason: "forgotten" })
    expect(await statusOf(placed)).toBe("canceled")
    expect(await reservedUnits(desk.store, sku)).toBe(before)
    expect(await problemOf(placed, "resolved")).toMatchObject({ resolution: "cancel_order" })
  }, 120_000)

  if (giveUp) {
    it("is over when staff give it up: the order ends by itself", async () => {
      const before = await reservedUnits(desk.store, sku)
      const placed = await order()
      const begun = await begin(placed)
      await expire(placed)
      await untilProblem(placed)
      expect((await giveUp(placed, begun as never) as { status: number }).status).toBe(200)
      await untilCanceled(placed)
      expect(await reservedUnits(desk.store, sku)).toBe(before)
      await poll(async () => (await problemOf(placed)) === undefined, WATCH_MS, 250)
      expect(await openProblems(desk.store)).toEqual([])
    }, 150_000)
  }
})

it("an order that was fulfilled without being paid is told, and can't be cancelled before its fulfilment is", async () => {
  const placed = await order()
  const items = (await itemsOf(placed)).map(({ id, quantity }) => ({ id, quantity }))
  const { order: fulfilled } = await staff.post<{ order: { fulfillments: { id: string }[] } }>(`/admin/orders/${placed.orderId}/fulfillments?fields=*fulfillments`, { items })
  await expire(placed)
  const problem = await untilProblem(placed)
  expect(problem).toMatchObject({ details: { blocks: ["fulfillment"] } })
  expect(problem.remedy).toMatch(/The order is fulfilled already, though nothing was paid/)
  const refused = await staff.raw("POST", `/admin/fatura/problems/${problem.id}/resolve`, { action: "cancel_order", reason: "not paid" })
  expect([refused.status, (refused.body as { code: string }).code]).toEqual([409, "order_fulfilled"])

  await staff.post(`/admin/orders/${placed.orderId}/fulfillments/${fulfilled.fulfillments[0]!.id}/cancel`, {})
  await untilCanceled(placed)
  await poll(async () => (await problemOf(placed)) === undefined, WATCH_MS, 250)
}, 150_000)

it("an order that staff have completed is told, and goes on when they dismiss it", async () => {
  const placed = await order()
  await staff.post(`/admin/orders/${placed.orderId}/complete`, {})
  await expire(placed)
  const problem = await untilProblem(placed)
  expect(problem).toMatchObject({ details: { blocks: ["completed"] } })
  await staff.post(`/admin/fatura/problems/${problem.id}/resolve`, { action: "dismiss", reason: "paid in the shop" })
  await sql(desk.store.databaseUrl, `update "order" set status = 'pending' where id = $1`, [placed.orderId])
  await sql(desk.store.databaseUrl, "update fatura_invoice set created_at = now() - interval '3 hours', canceled_at = now() - interval '2 hours' where session_id = $1", [placed.sessionId])
  await new Promise((resolve) => setTimeout(resolve, 35_000))
  expect(await statusOf(placed)).toBe("pending")
  expect(await problemOf(placed)).toBeUndefined()
}, 150_000)

it.each([["pending"], ["authorized"]])("an order that is being paid by another provider (%s), in a collection of its own, is not ended with our code", async (status) => {
  const placed = await order()
  const db = desk.store.databaseUrl
  const id = `pay_col_other_${status}`
  await sql(db, `insert into payment_collection (id, currency_code, amount, raw_amount, status) values ($1, 'brl', 10, '{"value":"10","precision":20}', 'awaiting')`, [id])
  await sql(db, `insert into order_payment_collection (id, order_id, payment_collection_id) values ($1, $2, $3)`, [`ordpay_${id}`, placed.orderId, id])
  await sql(db, `insert into payment_session (id, currency_code, amount, raw_amount, provider_id, data, status, payment_collection_id) values ($1, 'brl', 10, '{"value":"10","precision":20}', 'pp_system_default', '{}', $2, $3)`, [`payses_${id}`, status, id])
  await expire(placed)
  await untilCodeEnded(placed)
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  expect(await statusOf(placed)).toBe("pending")

  await sql(db, "update payment_session set status = 'canceled' where id = $1", [`payses_${id}`])
  await sql(db, "update fatura_invoice set created_at = now() - interval '3 hours', canceled_at = now() - interval '2 hours' where session_id = $1", [placed.sessionId])
  await untilCanceled(placed)
}, 150_000)

it("logs no error", () => {
  expect(errorLines(desk.store)).toEqual([])
})
