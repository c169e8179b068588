import { PROVIDER_IDS } from "../../modules/fatura/sessions/provider-ids"
import { idSince, madeWithin } from "../recent-ids"
import { CREDIT_REFERENCE } from "../settling/capture-less"
import { AN_HOUR, type Recovery } from "./recovery"

/** Longer than a request in which a refund is made can take, and than what the settling takes for forsaken. */
const FORSAKEN_REFUND_SECONDS = 130

/**
 * What refunds can leave behind in Medusa's books; the settling tells by our own record of them what is right.
 * A row without the order's transaction or credit line: killed while staff refunded. A transaction without
 * a row: of two at the same moment one was refused, and the other booked both; or a cancel died whose refund was not made.
 */
export const forgottenRefunds: Recovery = {
  kind: "forgotten_refund",
  words: (id) => `settling the refunds of invoice ${id}`,
  undone: (_fatura, span) => ({
    sql: `with recent as (
       select i.id, p.id as payment_id, opc.order_id from (
         select p.id from refund r join payment p on p.id = r.payment_id and p.provider_id = any(:providers)
         where ${span === "lately" ? `r.id > '${idSince("ref")}' and r.created_at > now() - interval '2 days'` : madeWithin(span, "ref", "r.id")} and r.deleted_at is null and r.created_at < now() - make_interval(secs => :forsaken)
         union select p.id from fatura_refund f join fatura_invoice i on i.id = f.fatura_invoice_id
         join payment p on p.payment_session_id = i.session_id where ${span === "lately" ? "f.updated_at > now() - interval '2 days'" : madeWithin(span, "fref", "f.id")}
       ) refunded
       join payment p on p.id = refunded.id
       join fatura_invoice i on i.session_id = p.payment_session_id and i.settled_at is not null
         and i.status in ('paid', 'refund_pending', 'partially_refunded', 'refunded', 'disputed')
       left join order_payment_collection opc on opc.payment_collection_id = p.payment_collection_id and opc.deleted_at is null
       where not exists (select 1 from fatura_outbox t where t.fatura_invoice_id = i.id and t.kind = 'settle' and t.state = 'pending')
     ), aged as (
       select recent.*, r.id as refund_id, r.amount from recent join refund r on r.payment_id = recent.payment_id
       where r.deleted_at is null and r.created_at < now() - make_interval(secs => :forsaken)
     )
     select aged.id from aged where not exists (
       select 1 from order_transaction t where t.reference_id in (aged.refund_id, aged.payment_id) and t.reference = 'refund' and t.deleted_at is null)
     union select aged.id from aged join order_transaction t on t.order_id = aged.order_id and t.reference_id = aged.refund_id and t.deleted_at is null
       where round(-t.amount, 2) <> round(aged.amount, 2)
     union select recent.id from recent join order_transaction t on t.order_id = recent.order_id and t.reference = 'refund' and t.deleted_at is null
       where t.reference_id like 'ref\\_%' and not exists (select 1 from refund r where r.id = t.reference_id and r.deleted_at is null)
     union select recent.id from recent join order_transaction t on t.order_id = recent.order_id and t.reference = 'refund' and t.deleted_at is null
       and t.reference_id = recent.payment_id and t.created_at < now() - make_interval(secs => :forsaken)
       join "order" o on o.id = recent.order_id and o.status <> 'canceled'
       where not exists (select 1 from refund r where r.payment_id = recent.payment_id and r.deleted_at is null and round(r.amount, 2) = round(-t.amount, 2)
         and not exists (select 1 from order_transaction own where own.order_id = recent.order_id and own.reference_id = r.id and own.deleted_at is null))
     union select aged.id from aged join order_transaction t on t.order_id = aged.order_id and t.reference_id in (aged.refund_id, aged.payment_id) and t.deleted_at is null
       join "order" o on o.id = aged.order_id and o.status <> 'canceled'
       join order_summary s on s.order_id = o.id and s.version = o.version and s.deleted_at is null and (s.totals->>'pending_difference')::numeric >= 0.005
       where (select count(*) from order_change c where c.order_id = o.id and c.deleted_at is null and c.status = 'confirmed' and c.change_type = 'credit_line'
             and not exists (select 1 from order_change_action a where a.order_change_id = c.id and a.reference = :credit))
           < (select count(*) from aged other where other.order_id = o.id)
         and not exists (select 1 from order_change c where c.order_id = o.id and c.deleted_at is null and (
           (c.status = 'confirmed' and c.change_type is distinct from 'credit_line' and c.created_at >= t.created_at)
           or (c.status in ('pending', 'requested') and (c.change_type is distinct from 'credit_line' or c.created_at > now() - make_interval(secs => :forsaken)))))`,
    values: { providers: PROVIDER_IDS, forsaken: FORSAKEN_REFUND_SECONDS, credit: CREDIT_REFERENCE },
  }),
  mend: async (_container, fatura, id) => {
    await fatura.outbox.add("settle", id)
    return "waits"
  },
  longestPauseSeconds: AN_HOUR,
}
