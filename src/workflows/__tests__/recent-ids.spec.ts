import { generateEntityId } from "@medusajs/framework/utils"
import { idSince, madeWithin } from "../recent-ids"

it("begins with the time of the day so many days ago, as Medusa's ids do", () => {
  expect(idSince("order", 2, Date.UTC(2026, 10, 28))).toBe("order_01M8AJDS00")
  expect(idSince("ref", 0, Date.UTC(2026, 10, 28))).toBe("ref_01M8FQ7700")
})

it("is below every id that Medusa gives now, and above what it gave before", () => {
  const fresh = generateEntityId("", "order")
  expect(fresh > idSince("order", 1)).toBe(true)
  expect(fresh > idSince("order", -1)).toBe(false)
})

it("a stretch of time holds the ids of that time, with its beginning and without its end", () => {
  expect(madeWithin({ from: new Date("2026-11-26T00:00:00Z"), to: new Date("2026-11-28T00:00:00Z") }, "order", "o.id")).toBe("o.id >= 'order_01M8AJDS00' and o.id < 'order_01M8FQ7700'")
})
