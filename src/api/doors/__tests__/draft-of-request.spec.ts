import { cpf } from "cpf-cnpj-validator"
import { draftOfRequest } from "../draft-of-request"

const card = { token: "tok_approved", holder_name: "JOANA PRADO", expires: "12/30", installments: 3 }
const document = cpf.generate()

it("takes payer and card as they are typed, and nothing else", () => {
  expect(draftOfRequest({ payer: { document, more: 1 }, card, status: "captured" }, "203.0.113.7")).toEqual({ payer: { document }, card, ip: "203.0.113.7" })
})

it.each<[string, Record<string, unknown>]>([
  ["nothing", {}],
  ["undefined", { payer: undefined, card: undefined }],
  ["null", { payer: null, card: null }],
  ["empty texts", { payer: "", card: "" }],
  ["empty objects", { payer: {}, card: {} }],
  ["objects with nothing in them", { payer: { document: "", name: null }, card: { token: "", installments: null } }],
])("takes %s for not said", (_name, data) => {
  expect(draftOfRequest(data, null)).toEqual({ ip: null })
})

it("takes a card without a token for the one that is known", () => {
  expect(draftOfRequest({ card: { installments: 6 } }, null, { card }).card).toEqual({ ...card, installments: 6 })
  expect(() => draftOfRequest({ card: { installments: 6 } }, null)).toThrow(expect.objectContaining({ key: "unknown_payment_field", fields: [expect.objectContaining({ path: "card.token" })] }))
})

it("takes no part of a known card for another one", () => {
  expect(() => draftOfRequest({ card: { token: "tok_other" } }, null, { card })).toThrow(expect.objectContaining({ key: "unknown_payment_field" }))
})

it.each([["payer", []], ["payer", 5], ["payer", { document: {} }], ["card", "tok_approved"]])("refuses what has another form: %s %j", (name, value) => {
  expect(() => draftOfRequest({ [name]: value }, null)).toThrow(expect.objectContaining({ key: "unknown_payment_field" }))
})
