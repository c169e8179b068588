import type { BrowserContext, Route } from "playwright-core"
import QRCode from "qrcode"
import type { CheckoutOptions, SessionView } from "../../src/storefront/core/types"

/** The answers of a store that is not there: how pages look in states that take long to bring about. */
export type FakeStore = { session?: SessionView | null; options?: CheckoutOptions; orders?: object[]; /** Milliseconds that each answer takes. */ delay?: number }

const backend = "http://backend.invalid"
const product = {
  id: "prod_1", title: "Café Serra do Ipê", subtitle: "Torra média, grãos inteiros", description: "Notas de chocolate e laranja.", handle: "cafe",
  options: [{ id: "opt", title: "Peso" }],
  variants: ["250 g", "500 g"].map((title, index) => ({ id: `variant_${index}`, title, variant_rank: index, inventory_quantity: 9, calculated_price: { calculated_amount: 33.9 + 25 * index, original_amount: 33.9 + 25 * index, currency_code: "brl" } })),
}
const cart = {
  id: "cart_1", currency_code: "brl", completed_at: null, total: 1374.8, original_item_total: 1359, original_shipping_total: 15.8, discount_total: 0,
  items: [{ id: "line_1", variant_id: "variant_1", title: "500 g", product_title: product.title, product_handle: "cafe", variant_title: "500 g", quantity: 23, unit_price: 58.9, total: 1359 }],
  shipping_methods: [{ shipping_option_id: "so_1", name: "PAC" }], payment_collection: null,
}

const customer = {
  id: "cus_1", email: "marina@shopper.example", first_name: "Marina", last_name: "Duarte", phone: "+5511987654321",
  addresses: [{ first_name: "Marina", last_name: "Duarte", address_1: "Rua Augusta, 1500", address_2: "Consolação", city: "São Paulo", province: "SP", postal_code: "01304-001", phone: "+5511987654321", is_default_shipping: true }],
}

export const payee = { name: "Loja Ipê Comércio de Cafés Ltda.", document_masked: "**.***.***/0001-**", statement_descriptor: "LOJAIPE" }

export const options: CheckoutOptions = {
  saved_payers: [],
  methods: [
    { provider_id: "pp_pix_fatura", method: "pix", available: true, discount: { type: "percent", value: 5 } },
    { provider_id: "pp_card_fatura", method: "card", available: true, installments: [1, 2, 3, 12].map((count) => ({ count, amount: Math.round(137480 / count) / 100, total: 1374.8 })) },
    { provider_id: "pp_boleto_fatura", method: "boleto", available: false, reason: "Este meio de pagamento não está disponível para este valor." },
  ],
  tokenization: { script_url: `${backend}/tokenize.js`, account: "acc", attributes: { account: "data-a", number: "data-n", cvv: "data-c", name: "data-h", expiry: "data-e", token: "data-t" } },
  payee, amount: 1374.8, currency_code: "brl",
}

/** A PIX payment that waits, and what differs in another state. */
export async function sessionOf(changes: Partial<SessionView> = {}): Promise<SessionView> {
  const payload = `00020101021226830014br.gov.bcb.pix2561qr.example.com/v2/${"0123456789abcdef".repeat(2)}5204000053039865802BR5908LOJA IPE6009SAO PAULO62070503***6304ABCD`
  return {
    id: "payses_1", order_id: "order_1", method: "pix", status: "awaiting_payment", next_step: "pay", amount: 1374.8, currency_code: "brl",
    server_time: new Date().toISOString(), payee, can_renew: true,
    pix: { payload, qr_svg: await QRCode.toString(payload, { type: "svg", margin: 2 }), expires_at: new Date(Date.now() + 3_599_000).toISOString() },
    ...changes,
  }
}

export async function pretendStore(context: BrowserContext, store: FakeStore): Promise<void> {
  const sandboxed = { backend, publishable_key: "pk", region_id: "reg", sandbox: "http://sandbox.invalid" }
  await context.route("**/config.json", (route) => route.fulfill({ json: sandboxed }))
  await context.route(`${backend}/**`, async (route) => {
    if (store.delay) await new Promise((resolve) => setTimeout(resolve, store.delay))
    await answer(route, store)
  })
}

function answer(route: Route, { session, options: offered = options, orders = [] }: FakeStore): Promise<void> {
  const { pathname: path, searchParams } = new URL(route.request().url())
  const headers = { "access-control-allow-origin": "*", "access-control-allow-headers": "*" }
  const json = (body: object, status = 200) => route.fulfill({ status, headers, json: body })
  if (route.request().method() === "OPTIONS") return route.fulfill({ status: 204, headers: { ...headers, "access-control-allow-methods": "*" } })
  if (path === "/tokenize.js") return route.fulfill({ headers, contentType: "text/javascript", body: "" })
  if (path.startsWith("/store/fatura/sessions/")) return session ? json({ session }) : json({ type: "not_found", message: "Pagamento não encontrado.", code: "session_not_found" }, 404)
  if (path === "/store/fatura/checkout") return json({ ...offered, amount: Number(searchParams.get("amount") ?? offered.amount) })
  if (path === "/store/customers/me") return json({ customer })
  if (path === "/store/products") return json({ products: [product] })
  if (path === "/store/shipping-options") return json({ shipping_options: [{ id: "so_1", name: "PAC", amount: 15.8 }, { id: "so_2", name: "SEDEX", amount: 29.9 }] })
  if (path === "/store/orders") return json({ orders })
  if (path.startsWith("/store/carts")) return json({ cart })
  return json({ type: "not_found", message: "nothing here" }, 404)
}
