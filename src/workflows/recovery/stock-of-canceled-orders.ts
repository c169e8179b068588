import { freeStock } from "../ending/free-stock"
import { madeWithin } from "../recent-ids"
import { A_QUARTER_OF_AN_HOUR, type Recovery } from "./recovery"

/** Whose order may have been cancelled in the last days. */
const ENDED_LATELY = `select i.payment_collection_id from fatura_invoice i where not i.is_live and i.paid_at is null and i.updated_at > now() - interval '3 days'
  union select i.payment_collection_id from fatura_problem p join fatura_invoice i on i.id = p.fatura_invoice_id
  where p.kind = 'paid_after_cancel' and (p.resolved_at is null or p.resolved_at > now() - interval '3 days')`

/**
 * A cancelled order that still reserves stock: a process was killed while it brought the order back (the stock is
 * reserved before the order is pending again), or two cancelled it at once and the one that failed undid the other's.
 */
export const stockOfCanceledOrders: Recovery = {
  kind: "canceled_with_stock",
  words: (id) => `freeing the stock of the cancelled order ${id}`,
  undone: (_fatura, span) => ({
    sql: `select oi.order_id as id from (${span === "lately" ? ENDED_LATELY : `select i.payment_collection_id from fatura_invoice i where ${madeWithin(span, "finv", "i.id")}`}) ended
      join order_payment_collection opc on opc.payment_collection_id = ended.payment_collection_id and opc.deleted_at is null
      join "order" o on o.id = opc.order_id and o.status = 'canceled' and o.canceled_at < now() - interval '10 minutes'
      join order_item oi on oi.order_id = o.id and oi.deleted_at is null
      join reservation_item r on r.line_item_id = oi.item_id and r.deleted_at is null and r.created_at < now() - interval '10 minutes'`,
    values: {},
  }),
  mend: async (container, _fatura, id) => {
    await freeStock(container, id)
    return "done"
  },
  longestPauseSeconds: A_QUARTER_OF_AN_HOUR,
}
