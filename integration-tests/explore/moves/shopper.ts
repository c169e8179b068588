import { METHODS, paymentData, providerOf, type Method } from "../story/purchase"
import { said, type Scene } from "../story/scene"
import { pickOf, type Move } from "./move"

const hasOrder = (scene: Scene): boolean => scene.orderId !== null

function learnSession(scene: Scene, body: unknown): string | null {
  const { session } = body as { session?: { id: string } }
  if (session && !scene.sessionIds.includes(session.id)) scene.sessionIds.push(session.id)
  return session?.id ?? null
}

async function secondChance(scene: Scene, method: Method, token?: string): Promise<void> {
  scene.say("shopper", `asks for another payment by ${method}${token && token !== "tok_approved" ? ` (${token})` : ""}`)
  const answer = await scene.asks("POST", `/store/fatura/orders/${scene.orderId}/payment`, { provider_id: providerOf(method), ...paymentData(scene, method, token) })
  learnSession(scene, answer.body)
  const { cart } = answer.body as { cart?: { id: string } }
  if (cart) scene.cartIds.push(cart.id)
  scene.andThen(cart ? "gets a new cart" : said(answer))
}

const bySecondChance = (method: Method, weight: number): Move => ({
  name: `shopper second chance by ${method}`,
  weight,
  can: hasOrder,
  act: (scene, { pick, part }) => secondChance(scene, method, method === "card" && part !== "all" ? (["tok_approved", "tok_processing", "tok_authorized", "tok_denied"] as const)[pick % 4] : undefined),
})

const says: Move = {
  name: "shopper says paid",
  weight: 3,
  can: (scene) => scene.sessionIds.length > 0,
  act: async (scene, choice) => {
    scene.say("shopper", "says “I have paid”")
    scene.andThen(said(await scene.asks("POST", `/store/fatura/sessions/${pickOf([...scene.sessionIds].reverse(), choice)}/check`, {})))
  },
}

/** A page that was left open: core's own session route on what it knows. */
const staleTab: Move = {
  name: "shopper stale tab",
  weight: 4,
  can: (scene) => scene.facts.collections.length > 0,
  act: async (scene, choice) => {
    const method = pickOf(METHODS, choice)
    const collection = pickOf(scene.facts.collections, choice)
    scene.say("shopper", `chooses ${method} on an old page`)
    const answer = await scene.asks("POST", `/store/payment-collections/${collection}/payment-sessions`, { provider_id: providerOf(method), data: paymentData(scene, method) })
    const sessions = (answer.body as { payment_collection?: { payment_sessions: { id: string; provider_id: string }[] } }).payment_collection?.payment_sessions ?? []
    for (const { id } of sessions) if (!scene.sessionIds.includes(id)) scene.sessionIds.push(id)
    scene.andThen(said(answer))
  },
}

/** The old page begins its checkout anew, with the cart that became an order. */
const staleCheckout: Move = {
  name: "shopper stale checkout",
  weight: 3,
  can: (scene) => scene.cartIds.length > 0,
  act: async (scene, choice) => {
    const method = pickOf(METHODS, choice)
    const cartId = pickOf(scene.cartIds, choice)
    scene.say("shopper", `begins the checkout of the old cart again, by ${method}, and presses the button`)
    const made = await scene.asks("POST", "/store/payment-collections", { cart_id: cartId })
    const collection = (made.body as { payment_collection?: { id: string } }).payment_collection
    if (!collection) return scene.andThen(`no payment collection: ${said(made)}`)
    const answer = await scene.asks("POST", `/store/payment-collections/${collection.id}/payment-sessions`, { provider_id: providerOf(method), data: paymentData(scene, method) })
    const completed = await scene.asks("POST", `/store/carts/${cartId}/complete`, {})
    const { order } = completed.body as { order?: { id: string } }
    if (order && !scene.orderIds.includes(order.id)) scene.orderIds.push(order.id)
    scene.andThen(`session ${said(answer)}; button ${order ? "order" : said(completed)}`)
  },
}

const transfer: Move = {
  name: "stranger asks for the order",
  weight: 2,
  can: (scene) => hasOrder(scene) && scene.facts.change === null,
  act: async (scene) => {
    scene.say("stranger", "asks for the order to be transferred")
    scene.andThen(said(await scene.asks("POST", `/store/orders/${scene.orderId}/transfer/request`, {}, scene.world.strangerToken)))
  },
}

const looks: Move = {
  name: "shopper looks",
  weight: 1,
  can: (scene) => scene.sessionIds.length > 0,
  act: async (scene, choice) => {
    scene.say("shopper", "looks at the page")
    const answer = await scene.asks("GET", `/store/fatura/sessions/${pickOf([...scene.sessionIds].reverse(), choice)}`)
    const { session } = answer.body as { session?: { status: string; next_step: string } }
    scene.andThen(session ? `${session.status}, ${session.next_step}` : said(answer))
  },
}

export const SHOPPER_MOVES: Move[] = [bySecondChance("pix", 5), bySecondChance("boleto", 4), bySecondChance("card", 4), says, staleTab, staleCheckout, transfer, looks]
