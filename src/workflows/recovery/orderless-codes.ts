import { AN_HOUR, type Recovery } from "./recovery"

/** Longer than a shopper tries to complete a cart whose completion was cut off. */
const ABANDONED_MINUTES = 30

/**
 * A process that was killed while it completed a cart can have had a code issued whose order was never made, and
 * whose shopper gave up. The gateway may have sent it by its own e-mail, so it is to be withdrawn; who comes back to the cart
 * gets another one. Cards are left alone: they are decided by themselves.
 */
export const orderlessCodes: Recovery = {
  kind: "orderless_code",
  words: (id) => `withdrawing code ${id}, which has no order`,
  undone: () => ({
    sql: `select i.id from fatura_invoice i
      where i.is_live and i.paid_at is null and i.cancel_requested_at is null and i.state = 'issued' and i.method <> 'card'
        and i.issued_at < now() - make_interval(mins => :minutes)
        and not exists (select 1 from order_payment_collection opc where opc.payment_collection_id = i.payment_collection_id and opc.deleted_at is null)`,
    values: { minutes: ABANDONED_MINUTES },
  }),
  mend: async (_container, fatura, id) => {
    await fatura.canceling.cancel(id, "expired")
    return "done"
  },
  longestPauseSeconds: AN_HOUR,
}
