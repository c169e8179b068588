import { type FaturaClient, ISSUING_TIMEOUT, type PaymentDetails } from "./client"
import { errorFromBody, FaturaError, isBusy } from "./error"

export type OrderInput = PaymentDetails & {
  cartId: string
  providerId: string
  /** The total that the shopper saw, in decimal reais; without it the total isn't compared. */
  shownTotal?: number
  /** A session that this browser started for the cart before, to be preferred where the cart is an order already. */
  knownSessionId?: string
  onStep?: (step: PlaceOrderStep) => void
  /** The session is known before the order is: keep it, and a page that is lost meanwhile finds its way back. */
  onSession?: (sessionId: string) => void
}

export type PlaceOrderStep = "payment" | "order"

/** `displayId` is null where the order was found again and its answer was lost. */
export type PlacedOrder = { sessionId: string; orderId: string | null; displayId: number | null }

/** The total is no longer what the shopper saw; nothing was ordered. */
export class TotalChanged extends Error {
  constructor(
    /** Decimal reais. */
    readonly total: number,
    readonly currencyCode: string,
  ) {
    super("The total of the cart has changed.")
    this.name = "TotalChanged"
  }
}

type Cart = {
  id: string
  total: number
  currency_code: string
  completed_at?: string | null
  payment_collection?: { payment_sessions?: { id: string }[] | null } | null
}
type Completed =
  | { type: "order"; order: { id: string; display_id?: number } }
  | { type: "cart"; error: unknown }

const CART_FIELDS = "id,total,currency_code,completed_at,payment_collection.id,*payment_collection.payment_sessions"
const PAUSE_BEFORE_ASKING_AGAIN = 2000
const PATIENCE = 120_000

/**
 * Turns a cart, which has its address and delivery, into an order with one payment.
 * May be called again after any failure, and from two tabs: a cart that became an order meanwhile is recognised and
 * never ordered twice.
 * Throws `FaturaError` (with the fields at fault, where the server names them) or `TotalChanged`.
 */
export async function placeOrder(client: FaturaClient, input: OrderInput): Promise<PlacedOrder> {
  const cart = await readCart(client, input.cartId)
  if (cart.completed_at) return found(cart, input.knownSessionId)
  if (input.shownTotal !== undefined && cart.total !== input.shownTotal) throw new TotalChanged(cart.total, cart.currency_code)
  let sessionId = input.knownSessionId
  try {
    input.onStep?.("payment")
    const started = await client.startSession(input)
    if (input.shownTotal !== undefined && started.amount !== undefined && started.amount !== input.shownTotal) {
      // The discount of another method was on the screen, or that of this one was not.
      throw new TotalChanged(started.amount, cart.currency_code)
    }
    sessionId = started.sessionId
    input.onSession?.(sessionId)

    input.onStep?.("order")
    const order = await complete(client, input.cartId)
    return { ...await sessionOfOrder(client, input.cartId, sessionId), orderId: order?.id ?? null, displayId: order?.display_id ?? null }
  } catch (error) {
    // Another tab, or a request of ours that was thought lost, may have ordered the cart in between.
    const meanwhile = await orderedMeanwhile(client, input.cartId, error)
    if (meanwhile) return found(meanwhile, sessionId)
    throw error
  }
}

const readCart = async (client: FaturaClient, cartId: string): Promise<Cart> =>
  (await client.request<{ cart: Cart }>(`/store/carts/${encodeURIComponent(cartId)}?fields=${encodeURIComponent(CART_FIELDS)}`)).cart

/** What the store says to who comes second while the first request still makes the order of the cart. */
const OTHER_AT_IT = ["outcome_unknown", "waiting_for_order", "already_covered", "conflict", "invalid_state_error"]
const PATIENCE_FOR_OTHER = 30_000

/**
 * After a failure: the cart, when another request has made it an order. Waits for the end of one that seems to be
 * at it. Null: it is still a cart.
 */
export async function orderedMeanwhile(client: FaturaClient, cartId: string, failure: unknown): Promise<Cart | null> {
  const otherAtIt = failure instanceof FaturaError && failure.status === 409 && OTHER_AT_IT.includes(failure.code)
  const giveUpAt = Date.now() + (otherAtIt ? PATIENCE_FOR_OTHER : 0)
  for (;;) {
    const cart = await readCart(client, cartId).catch(() => null)
    if (cart?.completed_at) return cart
    if (Date.now() >= giveUpAt) return null
    await pause()
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_BEFORE_ASKING_AGAIN))

function found(cart: Cart, ours: string | undefined): PlacedOrder {
  const sessionId = sessionOf(cart, ours)
  if (!sessionId) throw new FaturaError("http", "", 409, "already_completed")
  return { sessionId, orderId: null, displayId: null }
}

async function sessionOfOrder(client: FaturaClient, cartId: string, ours: string): Promise<{ sessionId: string }> {
  const cart = await readCart(client, cartId).catch(() => null)
  return { sessionId: (cart && sessionOf(cart, ours)) ?? ours }
}

// A second tab may have put its own session in the place of ours before the cart was completed.
function sessionOf(cart: Cart, ours: string | undefined): string | null {
  const sessions = cart.payment_collection?.payment_sessions ?? []
  const known = sessions.find(({ id }) => id === ours) ?? sessions[0]
  return known?.id ?? ours ?? null
}

/** Null: the order exists, but its answer was lost on the way. */
async function complete(client: FaturaClient, cartId: string): Promise<{ id: string; display_id?: number } | null> {
  const giveUpAt = Date.now() + PATIENCE
  for (;;) {
    try {
      return orderOf(await client.request<Completed>(`/store/carts/${encodeURIComponent(cartId)}/complete`, { method: "POST", body: {}, timeoutMs: ISSUING_TIMEOUT }))
    } catch (error) {
      if (!(error instanceof FaturaError)) throw error
      const answerLost = error.kind !== "http"
      if (answerLost && (await readCart(client, cartId).catch(() => null))?.completed_at) return null
      // Another request (a second tab, or our own one whose answer was lost) is at it, or many buy the same product.
      if (!isBusy(error) || Date.now() > giveUpAt) throw error
      await pause()
    }
  }
}

function orderOf(answer: Completed): { id: string; display_id?: number } {
  if (answer.type === "order") return answer.order
  throw errorFromBody(200, answer.error)
}
