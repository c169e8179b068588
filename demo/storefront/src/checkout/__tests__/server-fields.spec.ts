import { placeFieldErrors } from "../server-fields"

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
      rest: [{ path: "card.expires", message: "Cartão vencido" }, { path: "items.0", message: "Sem preço" }],
    })
  })

  it("keeps the first of two complaints about one field", () => {
    const { errors } = placeFieldErrors([{ path: "email", message: "um" }, { path: "payer.email", message: "dois" }])
    expect(errors).toEqual({ email: "um" })
  })
})
