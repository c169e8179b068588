import { Modules } from "@medusajs/framework/utils"
import type { IPaymentModuleService, MedusaContainer } from "@medusajs/framework/types"
import { POLICIES } from "../../modules/fatura/methods/policy"
import { METHOD_BY_PROVIDER_ID, PROVIDER_IDS } from "../../modules/fatura/sessions/provider-ids"
import { idSince } from "../recent-ids"
import { AN_HOUR, type Recovery } from "./recovery"

/** A card is charged in its shopper's own request and nowhere else: without one its order ends unpaid. */
const RECOVERABLE = PROVIDER_IDS.filter((id) => POLICIES[METHOD_BY_PROVIDER_ID[id]!].replaceable)

/** Killed between the order and its payment: the session is still pending and nothing will authorise it. */
export const forgottenOrders: Recovery = {
  kind: "forgotten_order",
  words: (id) => `authorising session ${id} of a forgotten order`,
  undone: ({ options }) => ({
    sql: `select ps.id from "order" o
      join order_payment_collection opc on opc.order_id = o.id and opc.deleted_at is null
      join payment_session ps on ps.payment_collection_id = opc.payment_collection_id and ps.deleted_at is null
      where o.id > :since and o.deleted_at is null and o.created_at > now() - interval '2 days' and o.created_at < now() - make_interval(secs => :age)
        and o.status = 'pending' and ps.status = 'pending' and ps.provider_id = any(:providers)`,
    values: { since: idSince("order"), age: options.reconciliation.healAfterSeconds, providers: RECOVERABLE },
  }),
  mend: async (container, _fatura, id) => {
    await authoriseSession(container, id)
    return "done"
  },
  longestPauseSeconds: AN_HOUR,
}

/** Has the invoice of a placed order issued that its own completion did not get to. Not for a card. */
export async function authoriseSession(container: MedusaContainer, sessionId: string): Promise<void> {
  const payments: IPaymentModuleService = container.resolve(Modules.PAYMENT)
  await payments.authorizePaymentSession(sessionId, {})
}
