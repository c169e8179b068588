import { endUnpaidOrder } from "../ending/end-unpaid-order"
import type { Recovery } from "./recovery"

const A_MINUTE = 60

/** Orders that could not be cancelled when their code had expired: once nothing is in the way any more they end. */
export const blockedOrders: Recovery = {
  kind: "blocked_order",
  words: (id) => `ending the unpaid order ${id}`,
  undone: () => ({
    sql: `select p.order_id as id from fatura_problem p where p.kind = 'order_not_ended' and p.resolved_at is null and p.order_id is not null`,
    values: {},
  }),
  mend: async (container, fatura, id) => ((await endUnpaidOrder(container, fatura, { orderId: id })) === "blocked" ? "waits" : "done"),
  longestPauseSeconds: A_MINUTE,
}
