/** Staff set up a small shop by the admin API, and a guest buys in it by the store API. */
import { cpf } from "cpf-cnpj-validator"

const PROVIDER = "pp_pix_fatura"
const PRICE = 89.9
const DELIVERY = 15.9

function client(url, headers) {
  return async (method, path, body) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { "content-type": "application/json", ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    const text = await answer.text()
    if (!answer.ok) {
      throw new Error(`${method} ${path} answered ${answer.status}: ${text.slice(0, 500)}`)
    }
    return text ? JSON.parse(text) : {}
  }
}

/** The admin API with the rights of a user. */
export async function adminOf(url, login) {
  const { token } = await client(url, {})("POST", "/auth/user/emailpass", login)
  return client(url, { authorization: `Bearer ${token}` })
}

/** Region in reais with PIX, product with stock, delivery, publishable key. */
export async function setUpShop(admin) {
  const { region } = await admin("POST", "/admin/regions", { name: "Brasil", currency_code: "brl", countries: ["br"], payment_providers: [PROVIDER] })
  const { sales_channel } = await admin("POST", "/admin/sales-channels", { name: "Loja virtual" })
  const { stock_location } = await admin("POST", "/admin/stock-locations", {
    name: "Depósito",
    address: { address_1: "Rua das Acácias, 12", city: "Curitiba", province: "PR", postal_code: "80000-000", country_code: "br" },
  })
  const shippingProfileId = await setUpDelivery(admin, stock_location.id, sales_channel.id)
  const variantId = await addProduct(admin, { shippingProfileId, channelId: sales_channel.id, locationId: stock_location.id })
  const { api_key } = await admin("POST", "/admin/api-keys", { title: "Vitrine", type: "publishable" })
  await admin("POST", `/admin/api-keys/${api_key.id}/sales-channels`, { add: [sales_channel.id] })
  return { regionId: region.id, variantId, publishableKey: api_key.token }
}

async function setUpDelivery(admin, locationId, channelId) {
  const at = `/admin/stock-locations/${locationId}`
  await admin("POST", `${at}/sales-channels`, { add: [channelId] })
  await admin("POST", `${at}/fulfillment-providers`, { add: ["manual_manual"] })
  await admin("POST", `${at}/fulfillment-sets`, { name: "Entregas", type: "shipping" })
  const { stock_location } = await admin("GET", `${at}?fields=*fulfillment_sets`)
  const set = stock_location.fulfillment_sets[0].id
  const { fulfillment_set } = await admin("POST", `/admin/fulfillment-sets/${set}/service-zones`, {
    name: "Brasil",
    geo_zones: [{ type: "country", country_code: "br" }],
  })
  const { shipping_profile } = await admin("POST", "/admin/shipping-profiles", { name: "Entrega padrão", type: "default" }).catch(async () => ({
    shipping_profile: (await admin("GET", "/admin/shipping-profiles")).shipping_profiles[0],
  }))
  await admin("POST", "/admin/shipping-options", {
    name: "Correios",
    service_zone_id: fulfillment_set.service_zones[0].id,
    shipping_profile_id: shipping_profile.id,
    provider_id: "manual_manual",
    price_type: "flat",
    type: { label: "Correios", description: "De 5 a 9 dias úteis", code: "correios" },
    prices: [{ currency_code: "brl", amount: DELIVERY }],
    rules: [],
  })
  return shipping_profile.id
}

async function addProduct(admin, { shippingProfileId, channelId, locationId }) {
  const { product } = await admin("POST", "/admin/products", {
    title: "Rede de algodão",
    status: "published",
    shipping_profile_id: shippingProfileId,
    sales_channels: [{ id: channelId }],
    options: [{ title: "Cor", values: ["Cru"] }],
    variants: [{ title: "Cru", sku: "REDE-CRU", manage_inventory: true, options: { Cor: "Cru" }, prices: [{ currency_code: "brl", amount: PRICE }] }],
  })
  const { inventory_items } = await admin("GET", "/admin/inventory-items?sku=REDE-CRU")
  await admin("POST", `/admin/inventory-items/${inventory_items[0].id}/location-levels`, { location_id: locationId, stocked_quantity: 10 })
  return product.variants[0].id
}

/** A guest's purchase up to the placed order, with the code that is shown for it. */
export async function buyWithPix(url, { regionId, variantId, publishableKey }) {
  const store = client(url, { "x-publishable-api-key": publishableKey })
  const address = {
    first_name: "Marcos",
    last_name: "Ferraz",
    address_1: "Av. Brasil, 210",
    address_2: "Centro",
    city: "Curitiba",
    province: "PR",
    postal_code: "80010-000",
    country_code: "br",
  }
  const { cart } = await store("POST", "/store/carts", {
    region_id: regionId,
    email: "marcos.ferraz@example.com",
    items: [{ variant_id: variantId, quantity: 1 }],
    shipping_address: address,
    billing_address: address,
  })
  const { shipping_options } = await store("GET", `/store/shipping-options?cart_id=${cart.id}`)
  await store("POST", `/store/carts/${cart.id}/shipping-methods`, { option_id: shipping_options[0].id })
  const { payment_collection } = await store("POST", "/store/payment-collections", { cart_id: cart.id })
  const answer = await store("POST", `/store/payment-collections/${payment_collection.id}/payment-sessions`, {
    provider_id: PROVIDER,
    data: { payer: { document: cpf.generate() } },
  })
  const sessionId = answer.payment_collection.payment_sessions[0].id
  const completion = await store("POST", `/store/carts/${cart.id}/complete`, {})
  if (completion.type !== "order") {
    throw new Error(`the order was not placed: ${JSON.stringify(completion.error)}`)
  }
  const { session } = await store("GET", `/store/fatura/sessions/${sessionId}`)
  if (!session.pix?.payload || session.next_step !== "pay") {
    throw new Error(`no PIX code is shown: ${JSON.stringify(session)}`)
  }
  return { orderId: completion.order.id, total: completion.order.total }
}

/** What must be true of a placed order that waits for its money. */
export async function expectAwaiting(admin, { orderId }) {
  const { order } = await admin("GET", `/admin/orders/${orderId}?fields=payment_status`)
  if (order.payment_status !== "awaiting") {
    throw new Error(`the unpaid order is "${order.payment_status}" and not "awaiting"`)
  }
}

/** The shopper pays in the sandbox. */
export async function payInSandbox(sandboxUrl) {
  const sandbox = client(sandboxUrl, {})
  const { invoices } = await sandbox("GET", "/_sandbox/invoices")
  if (invoices.length !== 1) {
    throw new Error(`the gateway has ${invoices.length} invoices instead of one`)
  }
  await sandbox("POST", `/_sandbox/invoices/${invoices[0].invoice_id}/pay`, {})
}

/** Waits until Medusa has captured the whole amount exactly once. @returns milliseconds waited */
export async function untilCaptured(admin, { orderId, total }) {
  const startedAt = Date.now()
  const fields = "payment_status,*payment_collections.payments,*payment_collections.payments.captures"
  let order
  while (Date.now() - startedAt < 30_000) {
    order = (await admin("GET", `/admin/orders/${orderId}?fields=${fields}`)).order
    if (order.payment_status === "captured") {
      const captures = order.payment_collections.flatMap(({ payments }) => payments).flatMap((payment) => payment.captures)
      if (captures.length !== 1 || captures[0].amount !== total) {
        throw new Error(`captured ${JSON.stringify(captures)} instead of ${total} once`)
      }
      return Date.now() - startedAt
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`the paid order is still "${order.payment_status}"`)
}

/** The calls to the gateway that one purchase may cost. */
export async function expectCalls(sandboxUrl) {
  const { counts } = await client(sandboxUrl, {})("GET", "/_sandbox/requests")
  const expected = { "GET /auth": 1, "POST /invoices": 1, "OPTIONS /webhooks": 1 }
  for (const [call, count] of Object.entries(expected)) {
    if (counts[call] !== count) {
      throw new Error(`${call} was called ${counts[call] ?? 0} times instead of ${count}: ${JSON.stringify(counts)}`)
    }
  }
}
