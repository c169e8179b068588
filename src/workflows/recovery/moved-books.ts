import { fitInvoices } from "../orders/fit-invoices"
import { A_QUARTER_OF_AN_HOUR, type Recovery } from "./recovery"

/**
 * Orders with a payable code whose books have moved since the two were compared. No event tells of a cancelled
 * exchange, of a credit line or of a payment in another way, and an event can be lost. Reads only what is open; an
 * order that was never changed is compared right here, by the total that Medusa keeps with it.
 */
export const movedBooks: Recovery = {
  kind: "moved_books",
  words: (id) => `fitting the code of order ${id} to what it owes`,
  undone: () => ({
    sql: `select o.id from fatura_invoice i
     join order_payment_collection opc on opc.payment_collection_id = i.payment_collection_id and opc.deleted_at is null
     join "order" o on o.id = opc.order_id and o.deleted_at is null and o.status <> 'canceled' and not o.is_draft_order
     cross join lateral (
       select max(s.updated_at) as moved_at, max((s.totals->>'pending_difference')::numeric) filter (where s.version = o.version) as pending
       from order_summary s where s.order_id = o.id and s.deleted_at is null) books
     where i.is_live and i.paid_at is null and i.cancel_requested_at is null and i.state = 'issued' and i.status in ('awaiting_payment', 'overdue')
       and i.fitted_to is distinct from books.moved_at
       and not (o.version = 1 and abs(books.pending * 100 - i.amount_cents) < 1 and books.pending is not null)`,
    values: {},
  }),
  mend: async (container, _fatura, id) => {
    await fitInvoices(container, id)
    return "done"
  },
  longestPauseSeconds: A_QUARTER_OF_AN_HOUR,
}
