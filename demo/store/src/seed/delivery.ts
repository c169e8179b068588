import {
  createShippingOptionsWorkflow,
  createShippingProfilesWorkflow,
  createStockLocationsWorkflow,
  linkSalesChannelsToStockLocationWorkflow,
} from "@medusajs/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { shippingOptions, type ShippingCode } from "./constants"

const locationName = "Galpão São Paulo"
const profileName = "Entrega padrão"
const provider = "manual_manual"

export type Delivery = { locationId: string; profileId: string }

/** One warehouse, delivery in all of Brazil and pick-up at the door. */
export async function seedDelivery(container: MedusaContainer, channelId: string): Promise<Delivery> {
  const fulfillment = container.resolve(Modules.FULFILLMENT)
  const [known] = await container.resolve(Modules.STOCK_LOCATION).listStockLocations({ name: locationName })
  const [knownProfile] = await fulfillment.listShippingProfiles({ name: profileName })
  if (known && knownProfile) return { locationId: known.id, profileId: knownProfile.id }

  const locationId = await createLocation(container, channelId)
  const { result: profiles } = await createShippingProfilesWorkflow(container).run({
    input: { data: [{ name: profileName, type: "default" }] },
  })
  const profileId = profiles[0]!.id
  const delivery = await createZone(container, locationId, "shipping")
  const pickup = await createZone(container, locationId, "pickup")
  const zones: Record<ShippingCode, string> = { pac: delivery, sedex: delivery, pickup }
  await createShippingOptionsWorkflow(container).run({
    input: (Object.keys(zones) as ShippingCode[]).map((code) => ({
      name: shippingOptions[code].name,
      price_type: "flat" as const,
      provider_id: provider,
      service_zone_id: zones[code],
      shipping_profile_id: profileId,
      type: { label: shippingOptions[code].name, description: shippingOptions[code].description, code },
      prices: [{ currency_code: "brl", amount: shippingOptions[code].price }],
      rules: [
        { attribute: "enabled_in_store", value: "true", operator: "eq" as const },
        { attribute: "is_return", value: "false", operator: "eq" as const },
      ],
    })),
  })
  return { locationId, profileId }
}

async function createLocation(container: MedusaContainer, channelId: string): Promise<string> {
  const { result } = await createStockLocationsWorkflow(container).run({
    input: {
      locations: [
        {
          name: locationName,
          address: { address_1: "Rua dos Ipês, 120", city: "São Paulo", province: "SP", postal_code: "01000-000", country_code: "BR" },
        },
      ],
    },
  })
  const id = result[0]!.id
  await container
    .resolve(ContainerRegistrationKeys.LINK)
    .create({ [Modules.STOCK_LOCATION]: { stock_location_id: id }, [Modules.FULFILLMENT]: { fulfillment_provider_id: provider } })
  await linkSalesChannelsToStockLocationWorkflow(container).run({ input: { id, add: [channelId] } })
  return id
}

async function createZone(container: MedusaContainer, locationId: string, type: "shipping" | "pickup"): Promise<string> {
  const set = await container.resolve(Modules.FULFILLMENT).createFulfillmentSets({
    name: type === "shipping" ? "Entrega em todo o Brasil" : "Retirada em São Paulo",
    type,
    service_zones: [{ name: type === "shipping" ? "Brasil" : "Retirada", geo_zones: [{ type: "country", country_code: "br" }] }],
  })
  await container
    .resolve(ContainerRegistrationKeys.LINK)
    .create({ [Modules.STOCK_LOCATION]: { stock_location_id: locationId }, [Modules.FULFILLMENT]: { fulfillment_set_id: set.id } })
  return set.service_zones[0]!.id
}
