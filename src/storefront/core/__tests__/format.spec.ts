import { clockOffsetOf, fill, formatBoletoLine, formatDay, formatMoney, formatSeconds, secondsUntil } from "../format"

describe("formatBoletoLine", () => {
  it("groups the 47 digits as boletos print them", () => {
    expect(formatBoletoLine("23793381286000782713695000063305975520000370000")).toBe("23793.38128 60007.827136 95000.063305 9 75520000370000")
  })

  it("leaves alone what is no line", () => {
    expect(formatBoletoLine("12345")).toBe("12345")
  })
})

describe("formatDay", () => {
  it.each([
    ["2026-12-11", "sexta-feira, 11 de dezembro de 2026"],
    ["2027-01-01T02:59:59.999Z", "sexta-feira, 1 de janeiro de 2027"],
    ["soon", null],
    [null, null],
  ])("%s -> %s", (day, words) => {
    expect(formatDay(day)).toBe(words)
  })
})

describe("formatDay in English", () => {
  it("names day and month", () => {
    expect(formatDay("2026-12-11", "en")).toBe("Friday, December 11, 2026")
  })
})

describe("formatMoney", () => {
  it.each([[1234.5, "pt-BR", "R$ 1.234,50"], [0.1, "pt-BR", "R$ 0,10"], [1234.5, "en", "R$1,234.50"]])("%d in %s", (amount, locale, shown) => {
    expect(formatMoney(amount, "brl", locale).replace(/\s/g, " ")).toBe(shown)
  })
})

describe("the countdown", () => {
  it.each([[0, "00:00"], [65, "01:05"], [3599, "59:59"], [3725, "1:02:05"]])("%d seconds -> %s", (seconds, shown) => {
    expect(formatSeconds(seconds)).toBe(shown)
  })

  it("counts by the server's clock, whatever the device's says", () => {
    const device = Date.parse("2026-01-01T10:00:00Z")
    const offset = clockOffsetOf({ server_time: "2026-01-01T00:00:00.000Z" }, device)
    expect(offset).toBe(-36_000_000)
    expect(secondsUntil("2026-01-01T00:01:05.000Z", offset, device)).toBe(65)
    expect(secondsUntil("2025-12-31T23:00:00.000Z", offset, device)).toBe(0)
  })
})

describe("fill", () => {
  it("puts values in, and leaves what it does not know", () => {
    expect(fill("{count}× de {amount} {other}", { count: 3, amount: "R$ 10,00" })).toBe("3× de R$ 10,00 {other}")
  })
})
