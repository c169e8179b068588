import { cents } from "../../domain/money"
import { restToCredit } from "../settling/capture-less"

describe("what staff took for enough leaves a rest that is credited", () => {
  it.each([
    ["all that was not paid", 4_716, 1_000, 37.16, "37.16"],
    ["no more than the order owes", 4_716, 1_000, 5, "5"],
    ["no more than the order owes, to the half cent", 7_677, 7_000, 6.765, "6.765"],
    ["nothing where Medusa counts the last cent as paid", 6_251, 6_250, 0, "0"],
    ["nothing where the order was lowered below what came", 4_716, 1_000, -2, "0"],
  ])("%s", (_what, due, captured, owed, credited) => {
    expect(restToCredit(cents(due), cents(captured), owed)).toBe(credited)
  })
})
