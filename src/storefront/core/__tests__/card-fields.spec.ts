import { brandName, brandOf, checkCard, maskCardNumber, maskExpiry } from "../card-fields"

const now = new Date(2026, 10, 27)
const card = { number: "4111 1111 1111 1111", name: "ANA PRADO", expiry: "11/26", cvv: "123" }

describe("card masks", () => {
  it.each([
    ["4111111111111111", "4111 1111 1111 1111"],
    ["4111-1111-1111-1111", "4111 1111 1111 1111"],
    ["378282246310005", "3782 822463 10005"],
    ["41111", "4111 1"],
  ])("number %s -> %s", (typed, shown) => {
    expect(maskCardNumber(typed)).toBe(shown)
    expect(maskCardNumber(shown)).toBe(shown)
  })

  it.each([["0930", "09/30"], ["9", "09"], ["1", "1"], ["1/30", "01/30"], ["09/2030", "09/30"], ["12", "12"], ["123", "12/3"]])("expiry %s -> %s", (typed, shown) => {
    expect(maskExpiry(typed)).toBe(shown)
  })
})

describe("checkCard", () => {
  it("accepts a card in the last month of its validity", () => {
    expect(checkCard(card, now)).toEqual({})
  })

  it.each<[string, Partial<typeof card>, string]>([
    ["a mistyped number", { number: "4111 1111 1111 1112" }, "number"],
    ["a number that is cut off", { number: "4111 1111 1111" }, "number"],
    ["no holder", { name: "  " }, "name"],
    ["a card that expired last month", { expiry: "10/26" }, "expiry"],
    ["a thirteenth month", { expiry: "13/27" }, "expiry"],
    ["a code that is cut off", { cvv: "12" }, "cvv"],
  ])("names the field of %s", (_case, changes, field) => {
    expect(Object.keys(checkCard({ ...card, ...changes }, now))).toEqual([field])
  })
})

describe("the brand", () => {
  it.each([["4111 1111", "Visa"], ["5555", "Mastercard"], ["2221", "Mastercard"], ["2720", "Mastercard"], ["2721", null], ["3782", "American Express"], ["6362 97", "Elo"], ["6062 82", "Hipercard"], ["3600", "Diners Club"], ["", null], ["9", null]])("of %s is %s", (number, brand) => {
    expect(brandOf(number)).toBe(brand)
  })

  it.each([["visa", "Visa"], ["AMEX", "American Express"], ["american-express", "American Express"], ["other", "other"]])("%s is called %s", (brand, name) => {
    expect(brandName(brand)).toBe(name)
  })
})
