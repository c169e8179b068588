import { fieldErrorsOf, placeFieldErrors } from "../server-fields"

describe("placeFieldErrors", () => {
  it("puts each complaint beside its field and keeps the others", () => {
    expect(placeFieldErrors([
      { path: "payer.document", message: "CPF inválido" },
      { path: "data.payer.phone", message: "Telefone inválido" },
      { path: "shipping_address.address_1", message: "Falta a rua" },
      { path: "billing_address.province", message: "Falta o estado" },
      { path: "card.expires", message: "Cartão vencido" },
      { path: "items.0", message: "Sem preço" },
    ])).toEqual({
      errors: { document: "CPF inválido", phone: "Telefone inválido", street: "Falta a rua", state: "Falta o estado" },
      card: { expiry: "Cartão vencido" },
      rest: ["Sem preço"],
    })
  })

  it("keeps the first of two complaints about one field", () => {
    const { errors } = placeFieldErrors([{ path: "email", message: "um" }, { path: "payer.email", message: "dois" }])
    expect(errors).toEqual({ email: "um" })
  })
})

describe("fieldErrorsOf", () => {
  const message = "Informe o CPF"

  it("knows the field of a code that comes without one", () => {
    expect(fieldErrorsOf({ fields: [], code: "missing_document", message })).toEqual([{ path: "payer.document", message }])
  })

  it("takes the fields that the server names, and invents none", () => {
    const fields = [{ path: "payer.name", message: "Informe o nome" }]
    expect(fieldErrorsOf({ fields, code: "missing_document", message })).toBe(fields)
    expect(fieldErrorsOf({ fields: [], code: "card_denied", message })).toEqual([])
  })
})
