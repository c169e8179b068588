export type Route =
  | { page: "products" }
  | { page: "product"; handle: string }
  | { page: "cart" }
  | { page: "checkout" }
  | { page: "payment"; sessionId: string }
  | { page: "orders" }
  | { page: "unknown" }

export const paths = {
  products: "/",
  product: (handle: string) => `/produto/${encodeURIComponent(handle)}`,
  cart: "/carrinho",
  checkout: "/checkout",
  orders: "/meus-pedidos",
  payment: (sessionId: string) => `/pedido/${encodeURIComponent(sessionId)}`,
} as const

/** Which page a path means. A trailing slash makes no difference. */
export function matchRoute(path: string): Route {
  const [first = "", second = "", ...rest] = path.split("/").filter(Boolean)
  if (rest.length > 0) return { page: "unknown" }
  if (!first) return { page: "products" }
  if (first === "carrinho" && !second) return { page: "cart" }
  if (first === "meus-pedidos" && !second) return { page: "orders" }
  if (first === "checkout" && !second) return { page: "checkout" }
  try {
    if (first === "produto" && second) return { page: "product", handle: decodeURIComponent(second) }
    if (first === "pedido" && second) return { page: "payment", sessionId: decodeURIComponent(second) }
  } catch {
    // A broken %-sequence in the address: no page of ours.
  }
  return { page: "unknown" }
}
