import { finishCancel } from "../ending/finish-cancel"
import { FORSAKEN_CHANGE_SECONDS, cancelForsakenCreditLines } from "../settling/forsaken-changes"
import { A_QUARTER_OF_AN_HOUR, type Recovery } from "./recovery"

/**
 * Orders of ours with a credit line that a killed process left between its creation and its confirmation. Medusa
 * makes one at every refund and every cancel, of nothing where nothing was paid.
 */
export const forsakenCreditLines: Recovery = {
  kind: "forsaken_credit_line",
  words: (id) => `ending the forsaken change of order ${id}`,
  undone: () => ({
    sql: `select c.order_id as id from order_change c
      join order_payment_collection opc on opc.order_id = c.order_id and opc.deleted_at is null
      join fatura_invoice i on i.payment_collection_id = opc.payment_collection_id
      where c.deleted_at is null and c.status = 'pending' and c.change_type = 'credit_line' and c.created_at < now() - make_interval(secs => :age)`,
    values: { age: FORSAKEN_CHANGE_SECONDS },
  }),
  mend: async (container, fatura, id) => {
    await cancelForsakenCreditLines(container, id)
    await finishCancel(container, fatura, id)
    return "done"
  },
  longestPauseSeconds: A_QUARTER_OF_AN_HOUR,
}
