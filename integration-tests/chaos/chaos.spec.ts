import { runChaos, type ChaosResult } from "./chaos"
import { headOf, writeStories } from "./report"

const ORDERS = 40
const KILLS = 3
/** A busy machine takes long; an idle one a small part of it. */
const LIMIT_MS = 900_000

let result: ChaosResult

/** `npm run chaos` in short: the same world, faults, stories and auditor. */
beforeAll(async () => {
  result = await runChaos({ orders: ORDERS, seed: 7, kills: KILLS, shoppers: ORDERS, postgresRestarts: 1, cluster: false })
  writeStories(result)
}, LIMIT_MS)

it("ends with books that agree to the cent, nothing lost and nothing twice", () => {
  expect(result.findings.map(headOf)).toEqual([])
})

it("has placed, paid and refunded orders while the store was killed and its calls and notices failed", () => {
  const { books, diary, faults, kills } = result
  expect(kills).toBe(KILLS)
  expect(diary.counts["orders placed"]).toBeGreaterThanOrEqual(ORDERS * 0.8)
  expect(books.medusa.captures.length).toBeGreaterThanOrEqual(10)
  expect(books.gateway.invoices.filter(({ refundedCents }) => refundedCents > 0).length).toBeGreaterThanOrEqual(2)
  for (const target of ["call", "notice"] as const) {
    expect(faults.filter((fault) => fault.target === target).reduce((sum, { hits }) => sum + hits, 0)).toBeGreaterThanOrEqual(10)
  }
})
