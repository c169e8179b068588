import { gatewayOptionsFrom, gatewayOptionsOf, gatewayOptionsView } from "../accounts/gateway-options"
import { optionsSchema } from "../options/schema"

const account = { name: "Filial", baseUrl: "https://gateway.example", token: "t", secretKey: "s" }
const options = optionsSchema.parse({
  backendUrl: "https://loja.example",
  endpoints: { cancel_invoice: { invoiceId: "id" }, add_tracking_code: { path: "/tracking" } },
  paymentTypes: { pix: 4 },
  productTypes: { digital: null },
  ecommerce: { storeId: 1, checkout: 2 },
  accounts: [
    account,
    { ...account, name: "Matriz", endpoints: { cancel_invoice: { method: "POST" } }, paymentTypes: { boleto: 9 }, productTypes: { physical: 7 }, ecommerce: { storeId: 3, checkout: 4 } },
  ],
})
const [plain, own] = options.accounts

describe("what an installation of the gateway needs", () => {
  it("is what the options say for all, where an account says nothing", () => {
    expect(gatewayOptionsOf(options, undefined, plain!)).toEqual({
      endpoints: { cancel_invoice: { invoiceId: "id" }, add_tracking_code: { path: "/tracking" } },
      paymentTypes: { pix: 4, boleto: 2, card: 1 },
      productTypes: { physical: 1, digital: null },
      ecommerce: { storeId: 1, checkout: 2 },
    })
  })

  it("is the account's own part by part, then what its calibration found out, then what holds for all", () => {
    expect(gatewayOptionsOf(options, { endpoints: { cancel_invoice: { invoiceId: "invoice_id", method: "PATCH" }, refund_invoice: { invoiceId: "id" } }, paymentTypes: { pix: 5, boleto: 6 } }, own!)).toEqual({
      endpoints: { cancel_invoice: { invoiceId: "invoice_id", method: "POST" }, refund_invoice: { invoiceId: "id" }, add_tracking_code: { path: "/tracking" } },
      paymentTypes: { pix: 5, boleto: 9, card: 1 },
      productTypes: { physical: 7, digital: null },
      ecommerce: { storeId: 3, checkout: 4 },
    })
  })

  it("reads the same in the admin", () => {
    const view = { endpoints: { cancel_invoice: { method: "POST" } }, payment_types: { boleto: 9 }, product_types: { physical: 7 }, ecommerce: { store_id: 3, checkout: 4 } }
    expect(gatewayOptionsView(own!)).toEqual(view)
    expect(gatewayOptionsFrom(view)).toEqual({ endpoints: view.endpoints, paymentTypes: { boleto: 9 }, productTypes: { physical: 7 }, ecommerce: { storeId: 3, checkout: 4 } })
    expect([gatewayOptionsView(plain!), gatewayOptionsFrom(null)]).toEqual([null, {}])
  })
})
