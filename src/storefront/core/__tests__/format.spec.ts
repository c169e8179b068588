import { dateInWords, formatLine } from "../boleto-line"

describe("formatLine", () => {
  it("groups the 47 digits as boletos print them", () => {
    expect(formatLine("23793381286000782713695000063305975520000370000")).toBe("23793.38128 60007.827136 95000.063305 9 75520000370000")
  })

  it("leaves alone what is no line", () => {
    expect(formatLine("12345")).toBe("12345")
  })
})

describe("dateInWords", () => {
  it.each([
    ["2026-12-11", "sexta-feira, 11 de dezembro de 2026"],
    ["2027-01-01T02:59:59.999Z", "sexta-feira, 1 de janeiro de 2027"],
    ["soon", null],
    [null, null],
  ])("%s -> %s", (day, words) => {
    expect(dateInWords(day)).toBe(words)
  })
})
