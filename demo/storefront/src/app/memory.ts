/** What the shop keeps in the browser. Every key is listed here; nothing of it is a document or a payment code. */
const keys = { cart: "loja.cart", orders: "loja.orders", pending: "loja.pending", token: "loja.customer" } as const

export type OrderedLine = { title: string; variant: string; quantity: number; total: number; thumbnail?: string | null }

/** An order this browser placed: enough to find its payment page again and to say what was bought. */
export type PlacedOrder = { cartId: string; sessionId: string; number?: number; lines: OrderedLine[] }

// Private windows and full disks make localStorage throw: the shop then works without a memory.
function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    return
  }
}

export const memory = {
  cartId: () => read(keys.cart),
  setCartId: (id: string | null) => write(keys.cart, id),

  /** The log-in of a customer. */
  token: () => read(keys.token),
  setToken: (token: string | null) => write(keys.token, token),

  /** The payment page that still waits for the shopper, shown as a strip on the other pages. */
  pendingSession: () => read(keys.pending),
  setPendingSession: (id: string | null) => write(keys.pending, id),

  orders(): PlacedOrder[] {
    try {
      const list: unknown = JSON.parse(read(keys.orders) ?? "[]")
      return Array.isArray(list) ? list as PlacedOrder[] : []
    } catch {
      return []
    }
  },
  /** Adds or completes the entry of one session; the last ten are kept. */
  rememberOrder(order: PlacedOrder): void {
    const others = memory.orders().filter((known) => known.sessionId !== order.sessionId)
    write(keys.orders, JSON.stringify([...others, order].slice(-10)))
  },
  orderOfSession: (sessionId: string) => memory.orders().find((order) => order.sessionId === sessionId),
  /** The session that took the place of this one on the same order, if this browser made it. */
  newerSession(sessionId: string): string | null {
    const order = memory.orderOfSession(sessionId)
    const newest = order && memory.orderOfCart(order.cartId)?.sessionId
    return newest && newest !== sessionId ? newest : null
  },
  /** The newest attempt made from a cart: where to go when that cart turns out to be ordered already. */
  orderOfCart: (cartId: string) => [...memory.orders()].reverse().find((order) => order.cartId === cartId),
}
