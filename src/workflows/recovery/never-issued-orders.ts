import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { PROVIDER_IDS } from "../../modules/fatura/sessions/provider-ids"
import { endUnpaidOrder } from "../ending/end-unpaid-order"
import { idSince, madeWithin } from "../recent-ids"
import { notChangedLately } from "./changed-lately"
import { A_QUARTER_OF_AN_HOUR, type Recovery } from "./recovery"
import { minutesOfACode } from "./minutes-of-a-code"

/**
 * Orders that a killed process left without any attempt, and that could not be authorised since (a card,
 * a method that is switched off): nothing can be paid, nothing would expire, and their stock stays reserved.
 */
export const neverIssuedOrders: Recovery = {
  kind: "never_issued_order",
  words: (id) => `closing order ${id}, which has no invoice`,
  undone: async (fatura, span) => {
    const minutes = await minutesOfACode(fatura)
    return minutes === null
      ? null
      : {
          sql: `select o.id from "order" o
            join order_payment_collection opc on opc.order_id = o.id and opc.deleted_at is null
            join payment_session ps on ps.payment_collection_id = opc.payment_collection_id and ps.deleted_at is null
            where ${span === "lately" ? `o.id > '${idSince("order")}' and o.created_at > now() - interval '2 days'` : madeWithin(span, "order", "o.id")} and o.deleted_at is null and o.status = 'pending' and ps.status = 'pending' and ps.provider_id = any(:providers)
              and ps.created_at < now() - make_interval(mins => :minutes) and o.created_at < now() - make_interval(mins => :minutes)
              and not exists (select 1 from fatura_invoice i where i.payment_collection_id = ps.payment_collection_id)
              and ${notChangedLately("o.id")}`,
          values: { providers: PROVIDER_IDS, minutes },
        }
  },
  mend: async (container, fatura, id) => {
    const ended = await endUnpaidOrder(container, fatura, { orderId: id })
    if (ended === "ended") {
      const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
      logger.info(`Fatura: order ${id} was cancelled, since no invoice could be issued for it in the time that a PIX code would have had`)
    }
    return ended === "ended" ? "done" : "waits"
  },
  longestPauseSeconds: A_QUARTER_OF_AN_HOUR,
}
