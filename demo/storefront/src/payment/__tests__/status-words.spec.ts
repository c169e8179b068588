import { PAYMENT_STATUSES } from "../../api/types"
import { formatSeconds } from "../countdown"
import { STATUS_WORDS, wordsOf } from "../status-words"

describe("status words", () => {
  it("exist for every status", () => {
    for (const status of PAYMENT_STATUSES) expect(STATUS_WORDS[status].title).not.toBe("")
  })

  it("treat a status of a newer server as unknown", () => {
    expect(wordsOf("something_new")).toBe(STATUS_WORDS.unknown)
  })

  it("keep looking at a code that expired: its payment may still arrive", () => {
    expect(STATUS_WORDS.expired.watch).toBe("slow")
  })
})

describe("formatSeconds", () => {
  it.each([[0, "00:00"], [65, "01:05"], [3599, "59:59"], [3725, "1:02:05"]])("%d -> %s", (seconds, shown) => {
    expect(formatSeconds(seconds)).toBe(shown)
  })
})
