import { createDefaultsWorkflow } from "@medusajs/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import { seedChannel, seedPromotion, seedRegion, seedStoreDefaults } from "./commerce"
import { seedDelivery } from "./delivery"
import { seedAdmin, seedCustomer } from "./people"
import { seedProducts } from "./products"

/** Fills an empty store. Run again, it adds what is missing and changes nothing that people changed since. */
export async function seed(container: MedusaContainer): Promise<void> {
  // Core does this at every start; a migration script runs before the first one.
  await createDefaultsWorkflow(container).run()
  const channelId = await seedChannel(container)
  const regionId = await seedRegion(container)
  const delivery = await seedDelivery(container, channelId)
  await seedStoreDefaults(container, { channelId, regionId, locationId: delivery.locationId })
  await seedProducts(container, channelId, delivery)
  await seedPromotion(container)
  await seedAdmin(container)
  await seedCustomer(container)
}
