import { PROBLEM_FACTS, WHY_STAFF } from "../../../domain/problem-facts"
import { PROBLEM_KINDS } from "../../../domain/problems"
import { problemText } from "../texts/problem-texts"

describe("what staff must close", () => {
  it("is said with the reason, for these kinds and no other", () => {
    expect(PROBLEM_KINDS.filter((kind) => PROBLEM_FACTS[kind].closedBy === "staff")).toEqual(["amount_mismatch", "dispute_lost", "answer_not_kept", "refund_outcome_unknown", "refund_amount_mismatch", "returned_twice", "gateway_refund_not_booked"])
    expect(Object.keys(WHY_STAFF).sort()).toEqual(["amount_mismatch", "answer_not_kept", "dispute_lost", "gateway_refund_not_booked", "refund_amount_mismatch", "refund_outcome_unknown", "returned_twice"])
  })
})

describe("the words", () => {
  it.each(PROBLEM_KINDS)("for %s say what to do, in both languages", (kind) => {
    const [pt, en] = [problemText(kind, "pt-BR"), problemText(kind, "en")]
    for (const { title, remedy } of [pt, en]) {
      expect(title.length).toBeGreaterThan(5)
      expect(remedy.length).toBeGreaterThan(60)
    }
    expect(pt.remedy).not.toBe(en.remedy)
  })
})
