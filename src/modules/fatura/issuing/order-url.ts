/** The address of an order in the storefront, by the option `orderUrl`; null when no address is known. */
export function orderUrl(options: { orderUrl?: string; storefrontUrl?: string }, ids: { orderId: string | null; cartId: string | null; sessionId: string }): string | null {
  if (!options.orderUrl) {
    return options.storefrontUrl ?? null
  }
  return options.orderUrl
    .replace("{order_id}", encodeURIComponent(ids.orderId ?? ""))
    .replace("{cart_id}", encodeURIComponent(ids.cartId ?? ""))
    .replace("{session_id}", encodeURIComponent(ids.sessionId))
}
