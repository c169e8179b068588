import { cancelOrderInvoicesWorkflow } from "../cancel-order-invoices"
import { madeWithin } from "../recent-ids"
import { AN_HOUR, type Recovery } from "./recovery"

/** The event of a cancelled order can be lost; its code must not outlive it. */
export const canceledOrders: Recovery = {
  kind: "canceled_order",
  words: (id) => `cancelling the invoices of order ${id}`,
  undone: () => ({
    sql: `select o.id from fatura_invoice i
      join order_payment_collection opc on opc.payment_collection_id = i.payment_collection_id and opc.deleted_at is null
      join "order" o on o.id = opc.order_id
      where i.is_live and i.cancel_requested_at is null and i.paid_at is null and o.status = 'canceled'`,
    values: {},
  }),
  mend: async (container, _fatura, id) => {
    await cancelOrderInvoicesWorkflow(container).run({ input: { order_id: id } })
    return "waits"
  },
  longestPauseSeconds: AN_HOUR,
}

/**
 * Paid orders that were cancelled although their refund failed, for which the event was lost: Medusa books
 * such an order as refunded, so nobody would miss the money. What staff have decided is not raised again.
 */
export const canceledNotRefunded: Recovery = {
  kind: "canceled_not_refunded",
  words: (id) => `looking after the money of the cancelled order ${id}`,
  undone: (_fatura, span) => ({
    sql: `select o.id from "order" o
      join order_payment_collection opc on opc.order_id = o.id and opc.deleted_at is null
      join fatura_invoice i on i.payment_collection_id = opc.payment_collection_id
      where o.status = 'canceled' and ${span === "lately" ? "o.canceled_at > now() - interval '2 days'" : madeWithin(span, "finv", "i.id")} and o.canceled_at < now() - interval '2 minutes'
        and i.captured_cents > 0 and i.refunded_cents + i.external_refunded_cents < greatest(i.captured_cents, i.paid_cents)
        and not exists (select 1 from fatura_problem p where p.fatura_invoice_id = i.id and p.kind = 'refund_failed_on_cancel')`,
    values: {},
  }),
  mend: async (container, _fatura, id) => {
    await cancelOrderInvoicesWorkflow(container).run({ input: { order_id: id } })
    return "waits"
  },
  longestPauseSeconds: AN_HOUR,
}
