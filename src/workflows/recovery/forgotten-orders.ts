import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import type { IPaymentModuleService, MedusaContainer } from "@medusajs/framework/types"
import { owesNothing } from "../../domain/invoice-money"
import { POLICIES } from "../../modules/fatura/methods/policy"
import { METHOD_BY_PROVIDER_ID, PROVIDER_IDS } from "../../modules/fatura/sessions/provider-ids"
import { fitInvoices } from "../orders/fit-invoices"
import { readOrderToPay } from "../orders/order-to-pay"
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
  mend: async (container, _fatura, id) => ((await authoriseSession(container, id)) ? "done" : "waits"),
  longestPauseSeconds: AN_HOUR,
}

/**
 * Has the invoice of a placed order issued that its own completion did not get to. Not for a card. Staff can have
 * changed the order since, which leaves its session as it was: nothing is issued where nothing is owed any more, and
 * what is issued is made to fit.
 * @returns whether one was issued
 */
export async function authoriseSession(container: MedusaContainer, sessionId: string): Promise<boolean> {
  const payments: IPaymentModuleService = container.resolve(Modules.PAYMENT)
  const orderId = await orderOf(container, sessionId)
  const order = orderId ? await readOrderToPay(container, orderId) : null
  if (order && owesNothing(order.exactPending)) {
    return false
  }
  await payments.authorizePaymentSession(sessionId, {})
  if (order) {
    await fitInvoices(container, order.id)
  }
  return true
}

async function orderOf(container: MedusaContainer, sessionId: string): Promise<string | null> {
  const payments: IPaymentModuleService = container.resolve(Modules.PAYMENT)
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { payment_collection_id } = await payments.retrievePaymentSession(sessionId)
  const { data } = await query.graph({ entity: "order_payment_collection", fields: ["order_id"], filters: { payment_collection_id } })
  return (data[0] as { order_id: string } | undefined)?.order_id ?? null
}
