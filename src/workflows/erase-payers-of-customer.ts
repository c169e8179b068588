import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"
import { FATURA_MODULE, type FaturaModuleService } from "../modules/fatura"

/** Who was a customer and is deleted is forgotten as a payer too: at once, or as soon as no money is open. */
export async function erasePayersOfCustomer(container: MedusaContainer, customerId: string): Promise<void> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const fatura: FaturaModuleService = container.resolve(FATURA_MODULE)
  await fatura.drafts.forgetSessions(await sessionsOfCustomer(container, customerId))
  const idsOf = async (entity: "order" | "cart") => {
    const { data } = await query.graph({ entity, fields: ["id"], filters: { customer_id: customerId } })
    return data.map(({ id }) => id)
  }
  const [order_id, cart_id] = await Promise.all([idsOf("order"), idsOf("cart")])
  if (await fatura.erasePayers.ask({ order_id, cart_id })) {
    await fatura.erasePayers.runAsked()
  }
}

type CartOfCustomer = { payment_collection?: { payment_sessions?: ({ id: string } | null)[] } | null }

async function sessionsOfCustomer(container: MedusaContainer, customerId: string): Promise<string[]> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({ entity: "cart", fields: ["id", "payment_collection.payment_sessions.id"], filters: { customer_id: customerId } })
  return (data as CartOfCustomer[]).flatMap(({ payment_collection }) => (payment_collection?.payment_sessions ?? []).flatMap((session) => session?.id ?? []))
}
