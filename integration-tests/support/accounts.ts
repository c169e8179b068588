import { createCart, placeOrder, type PlacedOrder } from "./buyer"
import { storeApi } from "./http"
import { cpf } from "./people"
import type { Store } from "./store"

const providerId = "pp_pix_fatura"

/** Environment of a shop whose accounts are entered in the admin. */
export const noAccount = { FATURA_BASE_URL: undefined, FATURA_TOKEN: undefined, FATURA_SECRET_KEY: undefined }
/** What staff paste into the admin, easy to look for in answers, logs and database. */
export const secrets = { token: "paste-token-9a41e7c2", secret_key: "paste-secret-5d20b81f==", merchant_webhook_token: "paste-merchant-77ce02aa" }

export type Account = {
  id: string; name: string; source: string; state: string; base_url: string; is_default: boolean; secret_last4: string | null
  has_merchant_webhook_token: boolean; environment: string | null; company: { trade_name: string } | null
}
type CheckoutMethod = { provider_id: string; available: boolean; reason?: string }

/** How PIX stands in a shop's checkout. */
export async function pixOf(shop: Store): Promise<CheckoutMethod> {
  const cart = await createCart(shop)
  const { methods } = await storeApi(shop).get<{ methods: CheckoutMethod[] }>(`/store/fatura/checkout?cart_id=${cart.id}`)
  return methods.find(({ provider_id }) => provider_id === providerId)!
}

export const pixOrderIn = (shop: Store): Promise<PlacedOrder> => placeOrder(shop, { providerId, data: { payer: { document: cpf(), name: "Joana Prado" } } })
