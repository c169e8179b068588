import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"
import { updateCartWorkflow } from "@medusajs/medusa/core-flows"
import { FATURA_MODULE, type FaturaModuleService } from "../../modules/fatura"
import { METHOD_KEY } from "../../modules/fatura/discounts/promotion-state"
import { METHOD_BY_PROVIDER_ID } from "../../modules/fatura/sessions/provider-ids"
import { ensureDiscounts } from "./promotions"

type MarkedCart = { id: string; completed_at: string | Date | null; metadata: Record<string, unknown> | null }

/**
 * Marks a cart with the method it is to be paid by, so that the discount of that method, and of no other, is in its
 * total. A provider that is not ours takes the mark away. Does nothing where no method has a discount and no mark stands.
 * @returns whether the cart's total may have changed
 */
export async function markCart(container: MedusaContainer, cartId: string, providerId: string | undefined): Promise<boolean> {
  const fatura: FaturaModuleService = container.resolve(FATURA_MODULE)
  const cart = await readCart(container, cartId)
  if (!cart || cart.completed_at) {
    return false
  }
  const discounted = fatura.discounts.wanted().length > 0
  const marked = cart.metadata?.[METHOD_KEY] || null
  // An empty text and not null: Medusa merges metadata, and drops a key for an empty one.
  const method = discounted && providerId ? METHOD_BY_PROVIDER_ID[providerId] ?? null : null
  if (marked === method) {
    return false
  }
  await ensureDiscounts(container)
  await updateCartWorkflow(container).run({ input: { id: cartId, metadata: { ...cart.metadata, [METHOD_KEY]: method ?? "" } } })
  return true
}

/** Whether a cart's mark is that of the provider it is about to be paid by; without a mark there is no discount. */
export async function isMarkedFor(container: MedusaContainer, cartId: string, providerIds: string[]): Promise<boolean> {
  const marked = (await readCart(container, cartId))?.metadata?.[METHOD_KEY]
  return !marked || providerIds.every((providerId) => METHOD_BY_PROVIDER_ID[providerId] === marked)
}

async function readCart(container: MedusaContainer, id: string): Promise<MarkedCart | null> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({ entity: "cart", fields: ["id", "completed_at", "metadata"], filters: { id } })
  return (data[0] as MarkedCart | undefined) ?? null
}
