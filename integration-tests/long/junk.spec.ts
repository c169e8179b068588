import { countNotices, errorLines, moneyFacts, awaiting, capturedOnce, ledgerOf, startGateway, startStore, type Gateway, type Store } from "../support"
import { failures, flood, payAndTime, target, type Target } from "../support/junk/flood"

const POSTS = 2_000

let gateway: Gateway
let store: Store

beforeAll(async () => {
  gateway = await startGateway()
  store = await startStore({ sandboxUrl: gateway.url })
})
afterAll(async () => {
  await store?.close()
  await gateway?.close()
})

it("keeps true notices working under a flood of junk, and spends no more calls than strangers may cause", async () => {
  const victims: Target[] = []
  for (let count = 0; count < 5; count++) victims.push(await target(store, gateway))
  const paid = await target(store, gateway)
  const stored = await countNotices(store)
  await gateway.forgetRequests()

  const started = Date.now()
  const sending = flood(store, victims, POSTS)
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  const milliseconds = await payAndTime(store, gateway, paid)
  const sent = await sending

  expect(sent.posts).toBe(POSTS)
  expect(failures(sent)).toEqual([])
  expect(milliseconds).toBeLessThan(5_000)
  expect(await moneyFacts(store, paid.placed.orderId)).toEqual(capturedOnce(74.8))
  // Five verifications a minute without a ticket, and one for the true notice; a fifth of five look-ups.
  const minutes = Math.floor((Date.now() - started) / 60_000) + 1
  const counts = await gateway.counts()
  expect(counts["OPTIONS /webhooks"] ?? 0).toBeLessThanOrEqual(5 * minutes + 1)
  expect(counts["GET /invoices"] ?? 0).toBeLessThanOrEqual(minutes)
  // Thirty an hour for each invoice whose id is known, twenty more that may be on their way at once, and the true one.
  expect(await countNotices(store)).toBeLessThanOrEqual(stored + 5 * 30 + 20 + 1)
  for (const victim of victims) {
    expect(await moneyFacts(store, victim.placed.orderId)).toEqual(awaiting)
    expect(await ledgerOf(store, victim.placed.sessionId)).toMatchObject([{ status: "awaiting_payment", is_live: true, paid_at: null }])
  }
  expect(errorLines(store)).toEqual([])
})
