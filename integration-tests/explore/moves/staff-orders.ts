import type { Facts } from "../story/facts"
import { reais, said, type Scene } from "../story/scene"
import { partOf, pickOf, type Choice, type Move } from "./move"

const isOpen = (scene: Scene): boolean => scene.order !== null && scene.order.status === "pending"
const isFree = (scene: Scene): boolean => isOpen(scene) && scene.facts.change === null
const returnable = (item: Facts["items"][number]): number => item.fulfilled - item.returning
const itemsOf = (scene: Scene): Facts["items"] => scene.facts.items.filter(({ order_id }) => order_id === scene.orderId)
const bought = (scene: Scene): Facts["items"] => itemsOf(scene).filter(({ quantity }) => quantity > 0)

type Doing = (scene: Scene, choice: Choice) => Promise<string>

const staff = (name: string, weight: number, can: (scene: Scene) => boolean, doing: Doing): Move => ({
  name: `staff ${name}`,
  weight,
  can,
  act: async (scene, choice) => {
    scene.say("staff", name)
    scene.andThen(await doing(scene, choice))
  },
})

/** Requests one after the other, as the admin's pages do; ends at the first refusal. */
async function inTurn(scene: Scene, calls: [method: string, path: string, body?: unknown][]): Promise<string> {
  for (const [method, path, body] of calls) {
    const answer = await scene.staff(method, path, body)
    if (answer.status < 200 || answer.status > 299) return `${path.replace(/[a-z]+_[0-9A-Z]{20,}/g, ":id")}: ${said(answer)}`
  }
  return "done"
}

const edits = (orderId: string, changes: [string, string, unknown?][], confirm: boolean): [string, string, unknown?][] => [
  ["POST", "/admin/order-edits", { order_id: orderId }],
  ...changes,
  ["POST", `/admin/order-edits/${orderId}/request`],
  ...(confirm ? ([["POST", `/admin/order-edits/${orderId}/confirm`]] as [string, string][]) : []),
]

async function variantOf(scene: Scene, sku: string): Promise<string> {
  const { rows } = await scene.world.pool.query<{ id: string }>("select id from product_variant where sku = $1 and deleted_at is null", [sku])
  return rows[0]!.id
}

const setQuantity = (orderId: string, itemId: string, quantity: number): [string, string, unknown] => ["POST", `/admin/order-edits/${orderId}/items/item/${itemId}`, { quantity }]

const addItem = (confirm: boolean): Doing => async (scene, { pick }) => {
  const orderId = scene.orderId!
  const variant_id = await variantOf(scene, ["CAFE-500", "CADERNO-A5", "CHOCOLATE-1"][pick % 3]!)
  return inTurn(scene, edits(orderId, [["POST", `/admin/order-edits/${orderId}/items`, { items: [{ variant_id, quantity: 1 + (pick % 2) }] }]], confirm))
}

const lowerable = (scene: Scene): Facts["items"] => bought(scene).filter(({ quantity, fulfilled }) => quantity > fulfilled)

const lower: Doing = (scene, choice) => {
  const item = pickOf([...lowerable(scene)].reverse(), choice)
  // The last thing of an order can't be taken out of it.
  const least = bought(scene).length > 1 ? item.fulfilled : Math.max(1, item.fulfilled)
  return inTurn(scene, edits(scene.orderId!, [setQuantity(scene.orderId!, item.id, Math.max(least, choice.part === "all" ? least : item.quantity - 1))], true))
}

const raise: Doing = (scene, choice) => {
  const item = pickOf(bought(scene), choice)
  return inTurn(scene, edits(scene.orderId!, [setQuantity(scene.orderId!, item.id, item.quantity + 1)], true))
}

const changePath: Record<string, (change: NonNullable<Facts["change"]>) => string | null> = {
  edit: ({ order_id }) => `/admin/order-edits/${order_id}`,
  return_request: ({ return_id }) => `/admin/returns/${return_id}/request`,
  return_receive: ({ return_id }) => `/admin/returns/${return_id}/receive`,
  exchange: ({ exchange_id }) => `/admin/exchanges/${exchange_id}/request`,
  claim: ({ claim_id }) => `/admin/claims/${claim_id}/request`,
}

const ORDER_MOVES: Move[] = [
  staff("add an item", 5, isFree, addItem(true)),
  staff("begin to add an item", 2, isFree, addItem(false)),
  staff("raise a quantity", 2, (scene) => isFree(scene) && bought(scene).length > 0, raise),
  staff("lower a quantity", 5, (scene) => isFree(scene) && lowerable(scene).length > 0, lower),
  staff("give up the change in progress", 4, (scene) => scene.facts.change !== null && scene.facts.change.type !== null && scene.facts.change.type in changePath, (scene) =>
    inTurn(scene, [["DELETE", changePath[scene.facts.change!.type!]!(scene.facts.change!)!]])),
  staff("confirm the edit in progress", 3, (scene) => scene.facts.change?.type === "edit", (scene) => inTurn(scene, [["POST", `/admin/order-edits/${scene.orderId}/confirm`]])),
  staff("give a credit line", 4, (scene) => isFree(scene) && scene.order!.totalCents > 0, async (scene, { part }) => {
    const cents = partOf(Math.max(2, scene.order!.pendingCents > 0 ? scene.order!.pendingCents : scene.order!.totalCents), part === "over" ? "some" : part)
    return `${reais(cents)}: ${await inTurn(scene, [["POST", `/admin/orders/${scene.orderId}/credit-lines`, { amount: cents / 100, reference: "order", reference_id: scene.orderId }]])}`
  }),
  staff("fulfil the order", 4, (scene) => isFree(scene) && lowerable(scene).length > 0, (scene) =>
    inTurn(scene, [["POST", `/admin/orders/${scene.orderId}/fulfillments`, { items: lowerable(scene).map(({ id, quantity, fulfilled }) => ({ id, quantity: quantity - fulfilled })) }]])),
  staff("cancel the order", 5, (scene) => scene.order !== null && scene.order.status !== "canceled", (scene) => inTurn(scene, [["POST", `/admin/orders/${scene.orderId}/cancel`]])),
  staff("complete the order", 1, isFree, (scene) => inTurn(scene, [["POST", `/admin/orders/${scene.orderId}/complete`, {}]])),
]

/** @returns the id of what was begun, or the refusal */
async function begin(scene: Scene, kind: "return" | "exchange" | "claim", path: string, body: object): Promise<{ id: string } | string> {
  const answer = await scene.staff("POST", path, body)
  const made = (answer.body as Record<string, { id: string } | undefined>)[kind]
  return made ?? said(answer)
}

const returnableItems = (scene: Scene): Facts["items"] => itemsOf(scene).filter((item) => returnable(item) > 0)
const canReturn = (scene: Scene): boolean => isFree(scene) && returnableItems(scene).length > 0

const oneBack = (scene: Scene, choice: Choice) => {
  const item = pickOf(returnableItems(scene), choice)
  return { id: item.id, quantity: choice.part === "all" ? returnable(item) : 1 }
}

const RETURN_MOVES: Move[] = [
  staff("take a return", 5, canReturn, async (scene, choice) => {
    const made = await begin(scene, "return", "/admin/returns", { order_id: scene.orderId })
    if (typeof made === "string") return made
    return inTurn(scene, [
      ["POST", `/admin/returns/${made.id}/request-items`, { items: [oneBack(scene, choice)] }],
      ...(choice.part === "little" ? [] : ([["POST", `/admin/returns/${made.id}/request`, {}]] as [string, string, unknown][])),
    ])
  }),
  staff("receive a return", 5, (scene) => isFree(scene) && scene.facts.returns.some(({ status }) => status === "requested"), async (scene) => {
    const { id } = scene.facts.returns.find(({ status }) => status === "requested")!
    // Medusa's admin asks where it arrives; the returns of exchanges and claims were begun without.
    await scene.world.pool.query(`update return set location_id = (select id from stock_location order by id limit 1) where id = $1 and location_id is null`, [id])
    const { rows } = await scene.world.pool.query<{ id: string; quantity: number }>("select item_id as id, quantity::int from return_item where return_id = $1 and deleted_at is null", [id])
    return inTurn(scene, [
      ["POST", `/admin/returns/${id}/receive`, {}],
      ["POST", `/admin/returns/${id}/receive-items`, { items: rows }],
      ["POST", `/admin/returns/${id}/receive/confirm`, {}],
    ])
  }),
  staff("cancel a return", 2, (scene) => isFree(scene) && scene.facts.returns.some(({ status }) => status === "requested"), (scene) =>
    inTurn(scene, [["POST", `/admin/returns/${scene.facts.returns.find(({ status }) => status === "requested")!.id}/cancel`, {}]])),
  staff("exchange an item", 5, canReturn, async (scene, choice) => {
    const made = await begin(scene, "exchange", "/admin/exchanges", { order_id: scene.orderId })
    if (typeof made === "string") return made
    const variant_id = await variantOf(scene, choice.pick % 2 ? "CHOCOLATE-1" : "CAFE-1000")
    return inTurn(scene, [
      ["POST", `/admin/exchanges/${made.id}/inbound/items`, { items: [oneBack(scene, choice)] }],
      ["POST", `/admin/exchanges/${made.id}/outbound/items`, { items: [{ variant_id, quantity: 1 }] }],
      ...(choice.part === "little" ? [] : ([["POST", `/admin/exchanges/${made.id}/request`, {}]] as [string, string, unknown][])),
    ])
  }),
  staff("cancel an exchange", 4, (scene) => isFree(scene) && scene.facts.exchanges.some(({ canceled }) => !canceled), (scene) =>
    inTurn(scene, [["POST", `/admin/exchanges/${scene.facts.exchanges.find(({ canceled }) => !canceled)!.id}/cancel`, {}]])),
  staff("open a claim", 3, canReturn, async (scene, choice) => {
    const type = choice.pick % 2 ? "refund" : "replace"
    const made = await begin(scene, "claim", "/admin/claims", { order_id: scene.orderId, type })
    if (typeof made === "string") return made
    const back = oneBack(scene, choice)
    return `${type}: ${await inTurn(scene, [
      ["POST", `/admin/claims/${made.id}/claim-items`, { items: [{ ...back, reason: "production_failure" }] }],
      ["POST", `/admin/claims/${made.id}/inbound/items`, { items: [back] }],
      ...(type === "replace" ? ([["POST", `/admin/claims/${made.id}/outbound/items`, { items: [{ variant_id: await variantOf(scene, "CAFE-1000"), quantity: 1 }] }]] as [string, string, unknown][]) : []),
      ["POST", `/admin/claims/${made.id}/request`, {}],
    ])}`
  }),
  staff("cancel a claim", 2, (scene) => isFree(scene) && scene.facts.claims.some(({ canceled }) => !canceled), (scene) =>
    inTurn(scene, [["POST", `/admin/claims/${scene.facts.claims.find(({ canceled }) => !canceled)!.id}/cancel`, {}]])),
]

export const STAFF_ORDER_MOVES: Move[] = [...ORDER_MOVES, ...RETURN_MOVES]
