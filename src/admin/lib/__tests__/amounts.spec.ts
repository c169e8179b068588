import { formatsFor } from "../formats"
import { apiLanguage, browserLocale } from "../locale"
import { readAmount } from "../read-amount"

test.each([
  ["", undefined], ["  ", undefined], ["10", 10], ["10,5", 10.5], ["1.234,56", 1234.56], ["1234.56", 1234.56], ["0", null], ["-3", null], ["1,234", null], ["abc", null], ["1e3", null],
])("an amount typed as %j is %j", (typed, amount) => {
  expect(readAmount(typed)).toBe(amount)
})

test.each([["ptBR", "pt-BR", "pt-BR"], ["pt", "pt", "pt-BR"], ["en", "en", "en"], ["enGB", "en-GB", "en"], ["de", "de", "en"]])("the dashboard's %s is %s for the browser, %s for the server", (language, locale, api) => {
  expect([browserLocale(language), apiLanguage(language)]).toEqual([locale, api])
})

test("formats", () => {
  const { money, day } = formatsFor("pt-BR")
  expect(money(115.7).replaceAll("\u00a0", " ")).toBe("R$ 115,70")
  expect(money(0).replaceAll("\u00a0", " ")).toBe("R$ 0,00")
  expect([money(null), day(null)]).toEqual(["–", "–"])
  expect(day("2026-12-01")).toBe("01 de dez. de 2026")
})
