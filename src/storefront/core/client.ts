import { againAfterServerError } from "./again"
import type { OpenStream } from "./event-stream"
import { httpRequest, httpStream, type HttpOptions, type Language, type Request, type SdkLike, sdkRequest, sdkStream } from "./request"
import type { CardToPay, CheckoutOptions, Payer, Renewed, SessionView } from "./types"

/** One of three ways to reach the store: its address and key, an instance of `@medusajs/js-sdk`, or a function of your own. */
export type ClientOptions = HttpOptions | { sdk: SdkLike; language?: Language } | { request: Request; stream?: OpenStream }

/** What the shopper typed about payer and card; with the session or later. */
export type PaymentDetails = { payer?: Payer; card?: CardToPay }

export type FaturaClient = ReturnType<typeof createFaturaClient>

/** Issuing may take the gateway up to 45 s, and the store's cart lock makes a second try wait 30 s more. */
export const ISSUING_TIMEOUT = 90_000

type Collection = { id: string; payment_sessions?: { id: string; provider_id: string; amount?: number }[] }

/** `amount` is what will be paid, in decimal reais: choosing a method may have changed the total. */
export type StartedSession = { sessionId: string; collectionId: string; amount?: number }

/** What is asked about: a cart, the session of an order that is placed already, or a price in decimal reais. */
export type Subject = { cartId: string } | { sessionId: string } | { amount: number; regionId?: string }

const path = (...parts: string[]) => parts.map((part, index) => (index % 2 ? encodeURIComponent(part) : part)).join("")

/** The payment routes of the store. Every failure is a `FaturaError`. */
export function createFaturaClient(options: ClientOptions) {
  const { request, stream } = waysOf(options)
  const post = <T>(to: string, body: unknown = {}, timeoutMs?: number) => request<T>(to, { method: "POST", body, timeoutMs })

  return {
    /** For calls that are not here, and for a client of your own around this one. */
    request,
    stream,

    /** Methods, discounts, installments, payee and card script for a cart, an order or a price. */
    checkoutOptions: (subject: Subject) => request<CheckoutOptions>(pathOf(subject)),

    /** The shopper's choice, whose discount is in the cart's total from now on: read the cart again. */
    chooseMethod: (cartId: string, providerId: string) => post<CheckoutOptions>("/store/fatura/checkout", { cart_id: cartId, provider_id: providerId }),

    /** How a payment stands, and what is needed to pay it. */
    session: async (sessionId: string) => (await request<{ session: SessionView }>(path("/store/fatura/sessions/", sessionId))).session,

    /** The same, told after each change; missing where the way to the store has no streams. */
    openEvents: stream && ((sessionId: string, signal: AbortSignal) => stream(path("/store/fatura/sessions/", sessionId, "/events"), signal)),

    /** Chooses the method of a cart. What is typed later goes to `completeDetails`. Nothing is issued before the order. */
    startSession: async (input: { cartId: string; providerId: string } & PaymentDetails): Promise<StartedSession> => {
      const { payment_collection: { id } } = await againAfterServerError(() => post<{ payment_collection: Collection }>("/store/payment-collections", { cart_id: input.cartId }))
      const { payment_collection: collection } = await post<{ payment_collection: Collection }>(
        path("/store/payment-collections/", id, "/payment-sessions"),
        { provider_id: input.providerId, data: { payer: input.payer, card: input.card } },
      )
      const session = collection.payment_sessions?.find(({ provider_id }) => provider_id === input.providerId)
      if (!session) throw new TypeError(`The store made no session of ${input.providerId}.`)
      return { sessionId: session.id, collectionId: id, amount: session.amount }
    },

    /** Payer and card of a session that was started without them. */
    completeDetails: async (sessionId: string, details: PaymentDetails) =>
      (await post<{ session: SessionView }>(path("/store/fatura/sessions/", sessionId), details)).session,

    /** A new code, or another method, for an order that is still unpaid. The present code is cancelled first. */
    renew: (orderId: string, { providerId, ...details }: { providerId?: string } & PaymentDetails = {}) =>
      post<Renewed>(path("/store/fatura/orders/", orderId, "/payment"), { provider_id: providerId, ...details }, ISSUING_TIMEOUT),

    /** "I have paid": the store looks at once, at most once a minute. */
    check: async (sessionId: string) => (await post<{ session: SessionView }>(path("/store/fatura/sessions/", sessionId, "/check"))).session,
  }
}

function pathOf(subject: Subject): string {
  const base = "/store/fatura/checkout"
  if ("cartId" in subject) return path(`${base}?cart_id=`, subject.cartId)
  if ("sessionId" in subject) return path(`${base}?session_id=`, subject.sessionId)
  return path(`${base}?amount=`, String(subject.amount)) + (subject.regionId ? path("&region_id=", subject.regionId) : "")
}

function waysOf(options: ClientOptions): { request: Request; stream?: OpenStream } {
  if ("request" in options) return options
  if ("sdk" in options) return { request: sdkRequest(options.sdk, options.language), stream: sdkStream(options.sdk, options.language) }
  return { request: httpRequest(options), stream: httpStream(options) }
}
