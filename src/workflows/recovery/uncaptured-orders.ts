import { madeWithin } from "../recent-ids"
import { settleInvoiceWorkflow } from "../settle-invoice"
import { notChangedLately } from "./changed-lately"
import { minutesOfACode } from "./minutes-of-a-code"
import { A_QUARTER_OF_AN_HOUR, type Recovery } from "./recovery"

/**
 * Invoices whose money went back before it was captured (or was only held, and released), of orders that still wait
 * although the time for another code is over: nothing of them can be paid, and nothing else would end them.
 */
export const uncapturedOrders: Recovery = {
  kind: "uncaptured_order",
  words: (id) => `closing the order of invoice ${id}, whose money went back before a capture`,
  undone: async (fatura, span) => {
    const minutes = await minutesOfACode(fatura)
    return minutes === null
      ? null
      : {
          sql: `select distinct on (opc.order_id) i.id from fatura_invoice i
            join order_payment_collection opc on opc.payment_collection_id = i.payment_collection_id and opc.deleted_at is null
            join "order" o on o.id = opc.order_id and o.status = 'pending' and o.deleted_at is null
            where not i.is_live and i.captured_cents = 0 and i.cancel_at < now() and ${span === "lately" ? "i.cancel_at > now() - interval '2 days'" : madeWithin(span, "finv", "i.id")}
              and (
                i.status = 'refunded' or (i.hold is not null and i.status in ('canceled', 'denied', 'failed'))
                or (i.paid_at is not null and i.refunded_cents + i.external_refunded_cents + i.kept_cents >= coalesce(i.paid_cents, i.amount_cents)))
              and not exists (
                select 1 from fatura_invoice other where other.payment_collection_id = i.payment_collection_id and (other.is_live or other.captured_cents > 0))
              and ${notChangedLately("o.id")}
            order by opc.order_id, i.created_at desc`,
          values: { minutes },
        }
  },
  mend: async (container, _fatura, id) => {
    await settleInvoiceWorkflow(container).run({ input: { invoice_id: id } })
    return "waits"
  },
  longestPauseSeconds: A_QUARTER_OF_AN_HOUR,
}
