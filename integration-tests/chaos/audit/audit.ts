import type { Books } from "./books"
import type { Finding } from "./finding"
import { Bookshelf } from "./ledger-of-books"
import { doubleCharges, ledgerDiffers, lostMoney, orphans, payableLeft } from "./rules-of-invoices"
import { capturedOnCanceled, centsDiffer, doubleCaptures, doubleRefunds, notFinished, ordersTwice, reservationsLeft } from "./rules-of-orders"

const CHECKS = [
  lostMoney, doubleCaptures, doubleCharges, doubleRefunds, centsDiffer, capturedOnCanceled, payableLeft, reservationsLeft,
  ledgerDiffers, orphans, ordersTwice, notFinished,
]

/** Everything in which gateway, ledger and Medusa don't agree as they must. */
export function audit(books: Books): Finding[] {
  const shelf = new Bookshelf(books)
  return CHECKS.flatMap((check) => check(shelf))
}
