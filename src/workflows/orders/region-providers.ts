import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"

/** The ids of the payment providers that a region has; null without a region, which excludes none. */
export async function providersOfRegion(container: MedusaContainer, regionId: string | null): Promise<string[] | null> {
  if (!regionId) {
    return null
  }
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({ entity: "region", fields: ["id", "payment_providers.id"], filters: { id: regionId } })
  const region = data[0] as unknown as { payment_providers?: ({ id: string } | null)[] } | undefined
  return region ? (region.payment_providers ?? []).flatMap((provider) => (provider ? [provider.id] : [])) : null
}
