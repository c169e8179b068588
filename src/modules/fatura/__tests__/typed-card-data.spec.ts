import { cpf } from "cpf-cnpj-validator"
import { redact } from "../../../gateway"
import { cents } from "../../../domain/money"
import { payerOf } from "../issuing/payer"
import { type Contact, type Purchase, readPurchase } from "../issuing/purchase"
import { ShopperError } from "../texts/shopper-error"

const document = cpf.generate()
const place: Contact = { first_name: "Joana", last_name: "Prado", address_1: "Rua Augusta, 1500", address_2: "Consolação", city: "São Paulo", province: "SP", postal_code: "01304-001", country_code: "br" }

function purchase(contact: Partial<Contact>, given: Partial<Purchase> = {}): Purchase {
  const address = { ...place, ...contact }
  return {
    sessionId: "payses_1", collectionId: "pay_col_1", key: "cart_1", amount: cents(1000), currency: "brl", cartId: "cart_1", orderId: null, orderNumber: null, orderCanceled: false,
    salesChannelId: null, email: "joana@example.com", items: [{ id: "1", title: "Camiseta", quantity: 1, total: cents(1000), requiresShipping: true }], shippingTotal: cents(0),
    shippingAddress: address, billingAddress: address, customer: null, metadata: { cpf: document }, ...given,
  }
}

function copied(of: Purchase): unknown {
  try {
    return payerOf(of, {}, "pix", { documentKeys: ["cpf"], addressKeys: {} })
  } catch (error) {
    if (!(error instanceof ShopperError)) throw error
    return [error.key, ...error.fields.map(({ path }) => path)].join(" ")
  }
}

const WRITTEN: [how: string, number: string][] = [
  ["in one piece", "4111111111111111"],
  ["in groups", "4111 1111 1111 1111"],
  ["with slashes", "4111/1111/1111/1111"],
  ["full-width", "４１１１　１１１１　１１１１　１１１１"],
  ["in Arabic digits", "٤١١١ ١١١١ ١١١١ ١١١١"],
  ["with no-break spaces", "4111\u00a01111\u00a01111\u00a01111"],
  ["with characters that nobody sees", "4111\u200b1111\u200b1111\u200b1111"],
]

it.each(WRITTEN)("a card number %s is not copied out of Medusa's cart", (_how, number) => {
  expect(copied(purchase({ first_name: "Joana", last_name: number }))).toBe("card_data_refused payer.name")
  expect(copied(purchase({ address_1: `Rua ${number}, 15` }))).toMatch(/^card_data_refused shipping_address/)
  expect(copied(purchase({ address_2: number.trim() + " fundos" }))).toMatch(/^card_data_refused shipping_address/)
  expect(copied(purchase({ city: `São Paulo ${number}` }))).toBe("card_data_refused shipping_address.city")
  expect(copied(purchase({}, { billingAddress: null, shippingAddress: { ...place, first_name: null, last_name: null }, customer: { name: number, phone: null, metadata: null } }))).toBe("card_data_refused payer.name")
})

it("nor one that is split over first and last name, nor one in the e-mail address, nor a code", () => {
  expect(copied(purchase({ first_name: "4111 1111", last_name: "1111 1111" }))).toBe("card_data_refused payer.name")
  expect(copied(purchase({}, { email: "4111111111111111@example.com" }))).toBe("card_data_refused email")
  expect(copied(purchase({ last_name: "Prado cvv 123" }))).toBe("card_data_refused payer.name")
})

it.each([
  [{ address_1: "Rua 4111 1111 1111 1111" }],
  [{ address_1: "Rua das Flores 4111 1111 1111 1111" }],
  [{ address_1: "Rua 3782 822463 10005" }],
  [{ address_1: "Rua 41111111 11111111" }],
  [{ address_1: "Rua das Flores, 4111", address_2: "1111 1111 1111" }],
])("nor one whose last group stands where a house number does: %j", (typed) => {
  expect(copied(purchase(typed))).toMatch(/^card_data_refused shipping_address/)
})

it("a long address is no card number", () => {
  expect(copied(purchase({ address_1: "Avenida 9 de Julho 5519", address_2: "Bloco 41 ap 1204" }))).toMatchObject({ address: { number: "5519", complement: "Bloco 41 ap 1204" } })
})

it("what people have is copied as it is", () => {
  expect(copied(purchase({ phone: "+55 11 91234-5678" }))).toMatchObject({ name: "Joana Prado", email: "joana@example.com", phone: "11912345678", address: { street: "Rua Augusta", number: "1500", zipcode: "01304001" } })
  expect(copied(purchase({ last_name: "Prado 2" }))).toMatchObject({ name: "Joana Prado 2" })
})

it.each(WRITTEN)("a card number %s in a title or in the gateway's words is made unreadable", async (_how, number) => {
  const rows: Record<string, unknown> = {
    payment_session: { id: "payses_1", amount: 10, currency_code: "brl", payment_collection_id: "pay_col_1" },
    cart_payment_collection: { cart_id: "cart_1" },
    cart: { id: "cart_1", email: null, sales_channel_id: null, metadata: null, shipping_total: 0, items: [{ id: "1", title: `Gravar ${number}`, quantity: 1, total: 10 }], shipping_address: null, billing_address: null, customer: null },
  }
  const query = { graph: async ({ entity }: { entity: string }) => ({ data: rows[entity] ? [rows[entity]] : [] }) }
  const [item] = (await readPurchase(query, "payses_1")).items
  expect(item!.title).toMatch(/^Gravar [^\p{N}]+$/u)
  expect(String(redact(`recusado: ${number}`))).not.toMatch(/\p{N}/u)
})
