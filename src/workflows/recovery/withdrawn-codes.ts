import { renewPayment } from "../orders/renew-payment"
import { AN_HOUR, type Recovery } from "./recovery"

/** Who withdrew the code is most likely still at work on the next one. */
const RENEW_AFTER_SECONDS = 5

/**
 * A code was withdrawn for another (the order was changed, or its shopper asked), but the gateway confirmed
 * it too late, or the process died: the order waits with nothing that could be paid, and nothing that would
 * expire. Only the newest attempt's own session tells so: one that was replaced is gone.
 */
export const withdrawnCodes: Recovery = {
  kind: "withdrawn_code",
  words: (id) => `renewing the withdrawn code of order ${id}`,
  undone: () => ({
    sql: `select o.id from fatura_invoice i
      join payment_session ps on ps.id = i.session_id and ps.deleted_at is null
      join order_payment_collection opc on opc.payment_collection_id = i.payment_collection_id and opc.deleted_at is null
      join "order" o on o.id = opc.order_id
      where i.next_check_at is not null and i.status = 'canceled' and i.cancel_reason = 'replaced' and i.method <> 'card'
        and i.paid_at is null and i.canceled_at < now() - make_interval(secs => :age) and o.status = 'pending'
        and not exists (
          select 1 from fatura_invoice other where other.payment_collection_id = i.payment_collection_id
            and (other.is_live or other.paid_at is not null or other.created_at > i.created_at))`,
    values: { age: RENEW_AFTER_SECONDS },
  }),
  mend: async (container, _fatura, id) => {
    await renewPayment(container, { orderId: id, actor: "system" })
    return "done"
  },
  longestPauseSeconds: AN_HOUR,
}
