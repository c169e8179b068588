import { isKnown, knownFields } from "../known-customer"

const customer = {
  id: "cus_1", email: "marina@shopper.example", first_name: "Marina", last_name: "Duarte", phone: "+55 11 98765-4321",
  addresses: [{ first_name: "Marina", last_name: "Duarte", address_1: "Rua Augusta, 1500", address_2: "Consolação", city: "São Paulo", province: "SP", postal_code: "01304-001", phone: "+55 11 98765-4321", is_default_shipping: true }],
}

it("what an account says fills the fields, street and number told apart", () => {
  expect(knownFields(customer)).toEqual({
    email: "marina@shopper.example", name: "Marina Duarte", phone: "(11) 98765-4321", postal_code: "01304-001",
    street: "Rua Augusta", number: "1500", district: "Consolação", complement: "", city: "São Paulo", state: "SP",
  })
  expect(knownFields({ id: "cus_2", email: "a@shopper.example" })).toEqual({ email: "a@shopper.example", name: "", phone: "" })
})

it("an address that the account has is not added again", () => {
  const address = { first_name: "M", last_name: "D", address_1: "Rua Augusta, 1500", address_2: "", city: "", province: "SP", postal_code: "01304001", country_code: "br", phone: "", metadata: { number: "", complement: "", district: "" } }
  expect(isKnown(address, customer)).toBe(true)
  expect(isKnown({ ...address, address_1: "Rua Augusta, 12" }, customer)).toBe(false)
})
