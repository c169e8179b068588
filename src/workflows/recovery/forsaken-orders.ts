import { madeWithin } from "../recent-ids"
import { closeUnpaidOrder } from "../settling/close-unpaid-order"
import { notChangedLately } from "./changed-lately"
import { A_QUARTER_OF_AN_HOUR, type Recovery } from "./recovery"
import { minutesOfACode } from "./minutes-of-a-code"

/**
 * A second chance that came to nothing (a denied card, a refused invoice) leaves an order that waits with
 * nothing to pay. After the time that a PIX code would have had it goes the way of an expired one; where a card's amount
 * was held and released, after the longer one that its shopper was given.
 */
export const forsakenOrders: Recovery = {
  kind: "forsaken_order",
  words: (id) => `closing the order of invoice ${id}, which has nothing to pay`,
  undone: async (fatura, span) => {
    const minutes = await minutesOfACode(fatura)
    return minutes === null
      ? null
      : {
          sql: `select distinct on (opc.order_id) i.id from fatura_invoice i
            join order_payment_collection opc on opc.payment_collection_id = i.payment_collection_id and opc.deleted_at is null
            join "order" o on o.id = opc.order_id and o.status = 'pending' and o.deleted_at is null
            where not i.is_live and i.paid_at is null
              and ${span === "lately" ? "i.updated_at > now() - interval '2 days'" : madeWithin(span, "finv", "i.id")} and greatest(i.created_at, i.canceled_at) < now() - make_interval(mins => :minutes)
              and (i.hold is null or i.cancel_at < now())
              and not exists (
                select 1 from fatura_invoice other where other.payment_collection_id = i.payment_collection_id
                  and (other.is_live or other.paid_at is not null or greatest(other.created_at, other.canceled_at) > now() - make_interval(mins => :minutes)
                    or (other.hold is not null and other.cancel_at > now())))
              and ${notChangedLately("o.id")}
            order by opc.order_id, i.created_at desc`,
          values: { minutes },
        }
  },
  mend: async (container, fatura, id) => {
    const invoice = (await fatura.ledger.find(id))!
    const closed = await closeUnpaidOrder({ container, fatura, invoice: { ...invoice, cancel_reason: "expired" } })
    return closed === "order_canceled" ? "done" : "waits"
  },
  longestPauseSeconds: A_QUARTER_OF_AN_HOUR,
}
