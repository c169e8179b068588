import { attributesOf, bodyOf, faultsOf, formOf, readNumber } from "../checkout-values"
import type { SettingsView } from "../wire"

const defaults = {
  pix_enabled: true, pix_min_amount: 0.01, pix_max_amount: null, pix_expires_in_minutes: 60,
  boleto_enabled: true, boleto_min_amount: 0.01, boleto_max_amount: null, boleto_due_in_days: 3, boleto_grace_banking_days: 3,
  card_enabled: true, card_min_amount: 0.01, card_max_amount: null, card_max_installments: 12, card_min_installment_amount: 5,
  on_expiry: "cancel_order", on_late_payment: "problem", tokenization: null,
}
const settings: SettingsView = { defaults, values: { ...defaults, pix_expires_in_minutes: 30, card_enabled: false }, overridden: ["pix_expires_in_minutes", "card_enabled"], accounts: { facc_1: { boleto: false } } }

it("shows what staff set, and leaves empty what follows the options", () => {
  const form = formOf(settings, ["facc_1"])
  expect(form.numbers).toMatchObject({ pix_expires_in_minutes: "30", boleto_due_in_days: "" })
  expect(form.switches).toEqual({ pix: true, boleto: true, card: false })
  expect(form.accounts).toEqual({ facc_1: { pix: true, boleto: false, card: true } })
})

it("sends null for what is as the options say", () => {
  const form = { ...formOf(settings, []), script_url: " https://gateway.example/card.js ", attributes: "data-a=1\n data-b = x=y \n" }
  form.numbers.pix_expires_in_minutes = ""
  form.numbers.pix_max_amount = "1.234,50"
  form.switches.card = true
  expect(bodyOf(form, settings)).toMatchObject({
    pix_expires_in_minutes: null, pix_max_amount: 1234.5, pix_enabled: null, card_enabled: null, on_expiry: null,
    tokenization: { script_url: "https://gateway.example/card.js", attributes: { "data-a": "1", "data-b": "x=y" } },
  })
})

it.each([["60", 60], ["1.234,56", 1234.56], ["0.5", 0.5], ["abc", NaN], ["-3", NaN], ["1e3", NaN]])("reads %s as %s", (typed, value) => {
  expect(readNumber(typed)).toBe(value)
})

it("finds what is wrong before it is sent", () => {
  const form = { ...formOf(settings, []), script_url: "gateway.example", attributes: "nothing" }
  form.numbers.boleto_due_in_days = "three"
  expect(faultsOf(form).map(({ path, code }) => [path, code])).toEqual([["boleto_due_in_days", "badNumber"], ["tokenization.script_url", "badAddress"], ["tokenization.attributes", "badLine"]])
  expect(attributesOf("nothing")).toBeNull()
})
