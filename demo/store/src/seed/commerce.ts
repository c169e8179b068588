import {
  createApiKeysWorkflow,
  createPromotionsWorkflow,
  createRegionsWorkflow,
  createSalesChannelsWorkflow,
  createTaxRegionsWorkflow,
  linkSalesChannelsToApiKeyWorkflow,
  updateRegionsWorkflow,
  updateStoresWorkflow,
} from "@medusajs/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { channelName, keyTitle, promotionCode, regionName, storeName } from "./constants"

const currency = "brl"
const country = "br"

/** The sales channel and the publishable key that opens it to a storefront. */
export async function seedChannel(container: MedusaContainer): Promise<string> {
  const channels = container.resolve(Modules.SALES_CHANNEL)
  let [channel] = await channels.listSalesChannels({ name: channelName })
  if (!channel) {
    const { result } = await createSalesChannelsWorkflow(container).run({ input: { salesChannelsData: [{ name: channelName }] } })
    channel = result[0]!
  }
  const keys = container.resolve(Modules.API_KEY)
  let [key] = await keys.listApiKeys({ type: "publishable", title: keyTitle })
  if (!key) {
    const { result } = await createApiKeysWorkflow(container).run({
      input: { api_keys: [{ title: keyTitle, type: "publishable", created_by: "" }] },
    })
    key = result[0]!
  }
  await linkSalesChannelsToApiKeyWorkflow(container).run({ input: { id: key.id, add: [channel.id] } })
  return channel.id
}

/** Brazil in reais, with every payment provider of the store: run again, it takes up providers that came later. */
export async function seedRegion(container: MedusaContainer): Promise<string> {
  const providers = await container.resolve(Modules.PAYMENT).listPaymentProviders({ is_enabled: true }, { take: null })
  const payment_providers = providers.map(({ id }) => id)
  const [known] = await container.resolve(Modules.REGION).listRegions({ name: regionName })
  if (known) {
    await updateRegionsWorkflow(container).run({ input: { selector: { id: known.id }, update: { payment_providers } } })
    return known.id
  }
  const { result } = await createRegionsWorkflow(container).run({
    input: {
      regions: [{ name: regionName, currency_code: currency, countries: [country], payment_providers, is_tax_inclusive: true }],
    },
  })
  // No rate: Brazilian shop prices contain their taxes.
  await createTaxRegionsWorkflow(container).run({ input: [{ country_code: country, provider_id: "tp_system" }] })
  return result[0]!.id
}

export async function seedStoreDefaults(
  container: MedusaContainer,
  defaults: { channelId: string; regionId: string; locationId: string },
): Promise<void> {
  const { data: stores } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({ entity: "store", fields: ["id"] })
  await updateStoresWorkflow(container).run({
    input: {
      selector: { id: stores[0]!.id },
      update: {
        name: storeName,
        supported_currencies: [{ currency_code: currency, is_default: true, is_tax_inclusive: true }],
        default_sales_channel_id: defaults.channelId,
        default_region_id: defaults.regionId,
        default_location_id: defaults.locationId,
      },
    },
  })
}

export async function seedPromotion(container: MedusaContainer): Promise<void> {
  const known = await container.resolve(Modules.PROMOTION).listPromotions({ code: [promotionCode] })
  if (known.length > 0) return
  await createPromotionsWorkflow(container).run({
    input: {
      promotionsData: [
        {
          code: promotionCode,
          type: "standard",
          status: "active",
          is_automatic: false,
          application_method: {
            type: "percentage",
            target_type: "items",
            allocation: "across",
            value: 10,
            currency_code: currency,
          },
        },
      ],
    },
  })
}
