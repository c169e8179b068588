import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { FaturaModuleService } from "../../modules/fatura"
import { PROVIDER_IDS } from "../../modules/fatura/sessions/provider-ids"
import { hasPaidCollection } from "../medusa-view"
import { idSince } from "../recent-ids"

/**
 * Orders that a killed process left without any attempt, and that could not be authorised since (a card
 * that was never sent, a method that is switched off): nothing can be paid, nothing would expire, and
 * their stock stays reserved.
 */
export async function neverIssuedOrders(db: Knex, olderThanMinutes: number, limit: number): Promise<string[]> {
  const { rows } = await db.raw(
    `select distinct o.id from "order" o
     join order_payment_collection opc on opc.order_id = o.id and opc.deleted_at is null
     join payment_session ps on ps.payment_collection_id = opc.payment_collection_id and ps.deleted_at is null
     where o.id > ? and o.deleted_at is null and o.status = 'pending' and ps.status = 'pending' and ps.provider_id = any(?)
       and o.created_at > now() - interval '2 days' and ps.created_at < now() - make_interval(mins => ?) and o.created_at < now() - make_interval(mins => ?)
       and not exists (select 1 from fatura_invoice i where i.payment_collection_id = ps.payment_collection_id)
       and not exists (
         select 1 from payment_session other where other.payment_collection_id = ps.payment_collection_id and other.deleted_at is null
           and (other.provider_id <> all(?) or other.status in ('authorized', 'captured')))
     limit ?`,
    [idSince("order"), PROVIDER_IDS as unknown as string[], olderThanMinutes, olderThanMinutes, PROVIDER_IDS as unknown as string[], limit],
  )
  return (rows as { id: string }[]).map(({ id }) => id)
}

/** Goes the way of an expired order, by `onExpiry`. */
export async function closeNeverIssued(container: MedusaContainer, fatura: FaturaModuleService, orderId: string): Promise<void> {
  if ((await fatura.settings.current()).onExpiry === "keep_order" || (await hasPaidCollection(container, orderId))) {
    return
  }
  await cancelOrderWorkflow(container).run({ input: { order_id: orderId, no_notification: false } })
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  logger.info(`Fatura: order ${orderId} was cancelled, since no invoice could be issued for it in the time that a PIX code would have had`)
}
