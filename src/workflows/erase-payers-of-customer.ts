import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"
import { FATURA_MODULE, type FaturaModuleService } from "../modules/fatura"

/** Who was a customer and is deleted is forgotten as a payer too: at once, or as soon as no money is open. */
export async function erasePayersOfCustomer(container: MedusaContainer, customerId: string): Promise<void> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const idsOf = async (entity: "order" | "cart") => {
    const { data } = await query.graph({ entity, fields: ["id"], filters: { customer_id: customerId } })
    return data.map(({ id }) => id)
  }
  const [order_id, cart_id] = await Promise.all([idsOf("order"), idsOf("cart")])
  const fatura: FaturaModuleService = container.resolve(FATURA_MODULE)
  if (await fatura.erasePayers.ask({ order_id, cart_id })) {
    await fatura.erasePayers.runAsked()
  }
}
