import fc from "fast-check"
import { createCart, type CartRequest } from "../../support"
import { promotionCode } from "../../../demo/store/src/seed/constants"
import { said, wordsOf, type Scene } from "./scene"

export const METHODS = ["pix", "boleto", "card"] as const
export type Method = (typeof METHODS)[number]
export const providerOf = (method: Method): string => `pp_${method}_fatura`
export const CARD_TOKENS = ["tok_approved", "tok_processing", "tok_authorized", "tok_action_required", "tok_denied"] as const

/** What is bought, and how the shopper goes about it. */
export type Purchase = {
  method: Method
  token: (typeof CARD_TOKENS)[number]
  quantity: number
  second: boolean
  coupon: boolean
  shipping: "pac" | "pickup"
  /** Another method is looked at first. */
  before: Method | null
  pressesTwice: boolean
  /** Name and document are typed after the method was chosen. */
  payerLater: boolean
}

export const purchases: fc.Arbitrary<Purchase> = fc.record({
  method: fc.constantFrom(...METHODS),
  token: fc.oneof({ weight: 5, arbitrary: fc.constant("tok_approved" as const) }, { weight: 4, arbitrary: fc.constantFrom(...CARD_TOKENS) }),
  quantity: fc.integer({ min: 1, max: 3 }),
  second: rarely(4),
  coupon: rarely(4),
  shipping: fc.constantFrom("pac", "pickup"),
  before: fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.constantFrom(...METHODS) }),
  pressesTwice: rarely(6),
  payerLater: rarely(5),
})

function rarely(outOf: number): fc.Arbitrary<boolean> {
  return fc.oneof({ weight: outOf - 1, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) })
}

export function paymentData(scene: Scene, method: Method, token: string = "tok_approved"): Record<string, unknown> {
  const payer = { document: scene.document, name: "Joana Prado" }
  return { payer, ...(method === "card" && { card: { token, holder_name: "JOANA PRADO", expires: "12/30", installments: 1 } }) }
}

/** From the empty cart to the placed order. @returns whether there is an order */
export async function buy(scene: Scene, purchase: Purchase): Promise<boolean> {
  const { method, token } = purchase
  scene.say("shopper", wordsOfPurchase(purchase))
  const cart = await cartOf(scene, purchase)
  if (!cart) return false
  if (purchase.before && purchase.before !== method) await choose(scene, cart, purchase.before, paymentData(scene, purchase.before), true)
  const { payer, ...rest } = paymentData(scene, method, token)
  if (!(await choose(scene, cart, method, purchase.payerLater ? rest : { payer, ...rest }))) return false
  if (purchase.payerLater) {
    const answer = await scene.asks("POST", `/store/fatura/sessions/${scene.sessionIds.at(-1)}`, { payer })
    if (answer.status !== 200) scene.andThen(`the payer is not taken: ${said(answer)}`)
  }
  if (await complete(scene, cart, purchase.pressesTwice ? 2 : 1, token)) return true
  if (method !== "card" || token !== "tok_denied") return false
  scene.say("shopper", "pays by PIX after the card was refused")
  return (await choose(scene, cart, "pix", paymentData(scene, "pix"))) && complete(scene, cart, 1, token)
}

function wordsOfPurchase({ method, token, quantity, second, coupon, shipping, before, pressesTwice, payerLater }: Purchase): string {
  return [
    `orders ${quantity} x coffee${second ? " and a notebook" : ""} by ${method}${method === "card" ? ` (${token})` : ""}`,
    coupon && "with a coupon",
    shipping === "pickup" && "without freight",
    before && before !== method && `after looking at ${before}`,
    pressesTwice && "pressing the button twice",
    payerLater && "typing the document after choosing the method",
  ].filter(Boolean).join(", ")
}

async function cartOf(scene: Scene, purchase: Purchase): Promise<string | null> {
  const items = [{ sku: "CAFE-250", quantity: purchase.quantity }, ...(purchase.second ? [{ sku: "CADERNO-A5" }] : [])]
  const request: CartRequest = { items, email: scene.email, shipping: purchase.shipping, promotion: purchase.coupon ? promotionCode : undefined }
  try {
    const cart = await createCart(scene.world.store, request)
    scene.cartIds.push(cart.id)
    return cart.id
  } catch (error) {
    scene.find("server_error", `no cart: ${(error as Error).message.slice(0, 200)}`)
    return null
  }
}

/** Chooses a method on a cart. */
async function choose(scene: Scene, cartId: string, method: Method, data: Record<string, unknown>, maybe = false): Promise<boolean> {
  const made = await scene.asks("POST", "/store/payment-collections", { cart_id: cartId })
  const collection = (made.body as { payment_collection?: { id: string } }).payment_collection
  if (!collection) return refused(scene, `no payment collection: ${said(made)}`, maybe)
  const answer = await scene.asks("POST", `/store/payment-collections/${collection.id}/payment-sessions`, { provider_id: providerOf(method), data })
  const sessions = (answer.body as { payment_collection?: { payment_sessions: { id: string; provider_id: string }[] } }).payment_collection?.payment_sessions
  const session = sessions?.find(({ provider_id }) => provider_id === providerOf(method))
  if (!session) return refused(scene, `${method} can't be chosen: ${said(answer)}`, maybe)
  scene.sessionIds.push(session.id)
  return true
}

function refused(scene: Scene, words: string, maybe: boolean): false {
  scene.andThen(words)
  if (!maybe) scene.find("purchase_refused", words)
  return false
}

async function complete(scene: Scene, cartId: string, presses: number, token: string): Promise<boolean> {
  const answers = await Promise.all(Array.from({ length: presses }, () => scene.asks("POST", `/store/carts/${cartId}/complete`, {})))
  const order = answers.map(({ body }) => (body as { order?: { id: string } }).order).find(Boolean)
  if (order) {
    scene.orderIds.push(order.id)
    scene.andThen("has an order")
    return true
  }
  const first = answers[0]!
  const why = (first.body as { error?: { message?: string } }).error?.message ?? wordsOf(first)
  scene.andThen(`no order: ${first.status} ${why}`)
  const isDenied = token === "tok_denied" && scene.told.at(-1)!.includes("tok_denied")
  // With faults or changed settings a shopper may be sent away; in an ordinary shop not.
  if (!isDenied && !scene.mayRefuse) scene.find("purchase_refused", why)
  return false
}
