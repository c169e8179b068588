import { idSince, madeWithin } from "../recent-ids"
import { A_QUARTER_OF_AN_HOUR, type Recovery } from "./recovery"

/**
 * Captured money that belongs to no order. A completion that fails after the charge is undone, and where the refund of
 * it fails too, nothing else tells of the money: its notice came while the order still stood. Also what was raised
 * for it, once its cart was completed after all.
 */
export const orderlessMoney: Recovery = {
  kind: "orderless_money",
  words: (id) => `finding an order for the money of invoice ${id}`,
  undone: (_fatura, span) => ({
    sql: `select i.id from fatura_invoice i
      where ${span === "lately" ? `i.id > '${idSince("finv")}'` : madeWithin(span, "finv", "i.id")} and i.settled_at < now() - interval '30 seconds' and i.captured_cents > i.refunded_cents + i.external_refunded_cents
        and not exists (select 1 from order_payment_collection opc where opc.payment_collection_id = i.payment_collection_id and opc.deleted_at is null)
        and not exists (select 1 from fatura_problem p where p.fatura_invoice_id = i.id and p.kind = 'paid_without_order')
      union all
      select i.id from fatura_problem p join fatura_invoice i on i.id = p.fatura_invoice_id
      where p.kind = 'paid_without_order' and p.resolved_at is null
        and exists (select 1 from order_payment_collection opc where opc.payment_collection_id = i.payment_collection_id and opc.deleted_at is null)`,
    values: {},
  }),
  mend: async (_container, fatura, id) => {
    await fatura.outbox.add("settle", id)
    return "waits"
  },
  longestPauseSeconds: A_QUARTER_OF_AN_HOUR,
}
