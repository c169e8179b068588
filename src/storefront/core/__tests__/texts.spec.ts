import { PAYMENT_STATUSES } from "../../api/types"
import { formatSeconds } from "../countdown"
import { STATUS_WORDS, wordsOf } from "../status-words"

describe("status words", () => {
  it("exist for every status", () => {
    for (const status of PAYMENT_STATUSES) expect(STATUS_WORDS[status].title).not.toBe("")
  })

  it("treat a status of a newer server as unknown", () => {
    expect(wordsOf("something_new")).toEqual(STATUS_WORDS.unknown)
    expect(wordsOf("something_new", "card")).toEqual(STATUS_WORDS.unknown)
    expect(wordsOf("paid", "new_method")).toEqual(STATUS_WORDS.paid)
  })

  it("speak of the method where that matters, and keep the rest", () => {
    expect(wordsOf("denied", "card").title).toBe("Cartão não aprovado")
    expect(wordsOf("denied", "card").watch).toBe("stop")
    expect(wordsOf("paid", "card")).toEqual(STATUS_WORDS.paid)
  })

  it("do not keep asking about a boleto, which is paid within days", () => {
    expect(wordsOf("awaiting_payment", "boleto").watch).toBe("slow")
    expect(wordsOf("awaiting_payment", "pix").watch).toBe("fast")
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
