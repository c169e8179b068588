/**
 * What keeps Medusa from cancelling an order: a change that somebody has begun (an edit, a return, an exchange, a
 * claim, or another one), goods that were handed over, and the state "completed". A transfer request is none of
 * them: any customer can make one, so it is ended with the order.
 */
export const ORDER_BLOCKS = ["edit", "return_request", "return_receive", "exchange", "claim", "other_change", "fulfillment", "completed"] as const
export type OrderBlock = (typeof ORDER_BLOCKS)[number]

const CHANGES: readonly OrderBlock[] = ["edit", "return_request", "return_receive", "exchange", "claim"]

/** Medusa's type of an order change -> what it is here. */
export function blockOfChange(type: string | null | undefined): OrderBlock {
  return CHANGES.find((known) => known === type) ?? "other_change"
}

/** What was stored with a problem; a word that only another version knows is left out. */
export function readBlocks(stored: unknown): OrderBlock[] {
  return Array.isArray(stored) ? ORDER_BLOCKS.filter((block) => stored.includes(block)) : []
}
