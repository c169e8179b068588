import type { StoryBooks } from "./books"
import { emails } from "./emails"
import type { Found } from "./finding"
import { causeGone, medusaDisagrees, money, notAtRest, page, payable, pendingForever, price, stock } from "./rules"

const CHECKS = [money, causeGone, medusaDisagrees, payable, pendingForever, stock, price, page, emails, notAtRest]

/** Everything in which gateway, Medusa, the Problems list and the shopper's page don't agree. It shares no code with the plugin. */
export function audit(books: StoryBooks): Found[] {
  return CHECKS.flatMap((check) => check(books))
}
