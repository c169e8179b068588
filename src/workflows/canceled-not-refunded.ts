import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { cancelOrderInvoicesWorkflow } from "./cancel-order-invoices"

const BATCH = 50

/**
 * Paid orders that were cancelled although their refund failed, for which the event was lost: Medusa books
 * such an order as refunded, so nobody would miss the money. What staff have decided is not raised again.
 */
export async function followCanceledPaidOrders(container: MedusaContainer): Promise<void> {
  const db = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const { rows } = await db.raw(
    `select distinct o.id from "order" o
     join order_payment_collection opc on opc.order_id = o.id and opc.deleted_at is null
     join fatura_invoice i on i.payment_collection_id = opc.payment_collection_id
     where o.status = 'canceled' and o.canceled_at > now() - interval '2 days' and o.canceled_at < now() - interval '2 minutes'
       and i.settled_at is not null and i.refunded_cents < i.amount_cents
       and not exists (select 1 from fatura_problem p where p.fatura_invoice_id = i.id and p.kind = 'refund_failed_on_cancel')
     limit ?`,
    [BATCH]
  )
  for (const { id } of rows as { id: string }[]) {
    await cancelOrderInvoicesWorkflow(container).run({ input: { order_id: id } })
  }
}
