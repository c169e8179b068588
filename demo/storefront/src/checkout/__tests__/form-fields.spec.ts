import { cpf } from "cpf-cnpj-validator"
import { checkField, checkForm, emptyForm, type FormValues } from "../form-fields"
import { addressOf, emailOf, payerOf } from "../order-data"

const document = cpf.generate()
const filled: FormValues = {
  email: " Ana@Exemplo.com.br ", name: "Ana  Clara de Souza", phone: "(11) 91234-5678", document: cpf.format(document),
  postal_code: "01310-100", street: "Avenida Paulista", number: "1000", complement: "Sala 12", district: "Bela Vista",
  city: "São Paulo", state: "SP",
}

describe("checkForm", () => {
  it("has nothing to say about a full form, and one complaint for every needed field of an empty one", () => {
    expect(checkForm(filled)).toEqual({})
    expect(Object.keys(checkForm(emptyForm)).sort()).toEqual(
      ["city", "district", "document", "email", "name", "number", "phone", "postal_code", "state", "street"],
    )
  })

  it("tells a wrong CPF from a wrong CNPJ", () => {
    expect(checkField("document", "123.456.789-00")).toMatch(/CPF não é válido/)
    expect(checkField("document", "12.ABC.345/01DE-00")).toMatch(/CNPJ não é válido/)
    expect(checkField("document", "123")).toMatch(/11 números/)
  })

  it.each(["1191234567", "11812345678", "01912345678"])("refuses the phone %s", (phone) => {
    expect(checkField("phone", phone)).not.toBeNull()
  })
})

describe("what is sent", () => {
  it("is tidy, in Medusa's fields and in the address's metadata", () => {
    expect(addressOf(filled)).toEqual({
      first_name: "Ana", last_name: "Clara de Souza", address_1: "Avenida Paulista, 1000", address_2: "Bela Vista - Sala 12",
      city: "São Paulo", province: "SP", postal_code: "01310100", country_code: "br", phone: "+5511912345678",
      metadata: { number: "1000", complement: "Sala 12", district: "Bela Vista" },
    })
    expect(addressOf({ ...filled, complement: " " }).address_2).toBe("Bela Vista")
    expect(payerOf(filled)).toEqual({ document, name: "Ana Clara de Souza", phone: "11912345678" })
    expect(emailOf(filled)).toBe("ana@exemplo.com.br")
  })
})
