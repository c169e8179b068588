import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import type { IOrderModuleService, MedusaContainer } from "@medusajs/framework/types"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** Longer than Medusa takes to confirm a credit line. */
const FORSAKEN_CHANGE_SECONDS = 120

/**
 * Orders of ours with a credit line that a killed process left between its creation and its confirmation. Medusa
 * makes one at every refund and every cancel, of nothing where nothing was paid.
 */
export async function ordersWithForsakenCreditLines(db: Knex, limit: number): Promise<string[]> {
  const { rows } = await db.raw(
    `select distinct c.order_id as id from order_change c
     join order_payment_collection opc on opc.order_id = c.order_id and opc.deleted_at is null
     join fatura_invoice i on i.payment_collection_id = opc.payment_collection_id
     where c.deleted_at is null and c.status = 'pending' and c.change_type = 'credit_line' and c.created_at < now() - make_interval(secs => ?)
     limit ?`,
    [FORSAKEN_CHANGE_SECONDS, limit],
  )
  return (rows as { id: string }[]).map(({ id }) => id)
}

/**
 * While it stood there no one could edit, refund or cancel the order any more.
 * @returns whether no other change is in progress
 */
export async function cancelForsakenCreditLines(container: MedusaContainer, orderId: string): Promise<boolean> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({ entity: "order_change", fields: ["id", "change_type", "created_at"], filters: { order_id: orderId, status: ["pending", "requested"] } })
  const forsaken = data.filter(({ change_type, created_at }) => change_type === "credit_line" && Date.now() - new Date(created_at).getTime() > FORSAKEN_CHANGE_SECONDS * 1_000)
  if (forsaken.length) {
    await (container.resolve(Modules.ORDER) as IOrderModuleService).cancelOrderChange(forsaken.map(({ id }) => id))
  }
  return forsaken.length === data.length
}
