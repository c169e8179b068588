import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { Modules } from "@medusajs/framework/utils"
import { onceAnswered } from "./request-end"

/** Longer than most completions; who waited so long goes on, and Medusa's own checks decide. */
const WAIT_SECONDS = 20
/** A completion that takes longer does not keep the cart's other tabs waiting. */
const LONGEST_MS = 60_000

/**
 * Two tabs on one cart: Medusa throws a cart's session away when another method is chosen, also while the cart is being
 * completed with it, and its shopper would read Medusa's words for a missing row. So what changes the payment of a
 * cart comes one after the other.
 *
 * @param begin the door's own work, then Medusa's; the next one begins when this one has answered, also where nobody listens any more
 */
export async function inTurn(req: MedusaRequest, res: MedusaResponse, subject: string, begin: () => Promise<void>): Promise<void> {
  // Of a sender that is gone on arrival too: what begins is brought to its end by Medusa, and answered to nobody.
  const answered = new Promise<void>((done) => onceAnswered(res, done, LONGEST_MS))
  let hasBegun = false
  const work = async (): Promise<void> => {
    hasBegun = true
    await begin()
    await answered
  }
  try {
    await req.scope.resolve(Modules.LOCKING).execute(`fatura-payment-of:${subject}`, work, { timeout: WAIT_SECONDS })
  } catch (error) {
    if (hasBegun) {
      throw error
    }
    await begin()
  }
}
