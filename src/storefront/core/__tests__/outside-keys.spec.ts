import { brandName } from "../card-fields"
import { priceTexts } from "../discount"
import { FaturaError, fieldFaultsOf } from "../error"
import { fill } from "../format"
import { own } from "../own"
import { knownStatus, paceOfStatus, toneOf } from "../status-facts"
import { en } from "../texts/en"
import { errorText, statusText } from "../texts/words"

describe.each(["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"])("a word of the store that every object knows: %s", (word) => {
  it("is no status and no method", () => {
    expect(knownStatus(word)).toBe("unknown")
    expect(toneOf(word)).toBe("neutral")
    expect(paceOfStatus(word, word)).toBe("slow")
    expect(statusText(en, word, word)).toEqual(en.status.unknown)
    expect(priceTexts(10, [{ method: word, available: true, discount: { type: "percent", value: 10 } } as never], en)).toEqual([expect.stringContaining(word)])
  })

  it("is no code of an error", () => {
    const error = new FaturaError("http", "Recusado", 400, word)
    expect(errorText(error, en)).toBe("Recusado")
    expect(fieldFaultsOf(error)).toEqual([])
  })

  it("is no brand, and no value of a text", () => {
    expect(brandName(word)).toBe(word)
    expect(fill(`{${word}}`, { count: 1 })).toBe(`{${word}}`)
    expect(own({ pix: 1 }, word)).toBeUndefined()
  })
})
