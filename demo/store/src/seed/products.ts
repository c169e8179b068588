import { createInventoryLevelsWorkflow, createProductCategoriesWorkflow, createProductsWorkflow } from "@medusajs/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules, ProductStatus } from "@medusajs/framework/utils"
import { categories, products, type SeedProduct } from "./catalogue"
import type { Delivery } from "./delivery"

/** Products, variants, prices, pictures and stock; what is already there is left as it is. */
export async function seedProducts(container: MedusaContainer, channelId: string, delivery: Delivery): Promise<void> {
  const categoryIds = await seedCategories(container)
  const known = new Set(
    (await container.resolve(Modules.PRODUCT).listProducts({}, { select: ["handle"], take: null })).map(({ handle }) => handle),
  )
  const missing = products.filter(({ handle }) => !known.has(handle))
  if (missing.length === 0) return
  await createProductsWorkflow(container).run({
    input: { products: missing.map((product) => productInput(product, channelId, delivery.profileId, categoryIds)) },
  })
  await seedStock(container, missing, delivery.locationId)
}

function productInput(product: SeedProduct, channelId: string, profileId: string, categoryIds: Map<string, string>) {
  // A path without a host: the backend and the demo's storefront both serve this folder.
  const picture = `/static/products/${product.handle}.svg`
  return {
    title: product.title,
    subtitle: product.subtitle,
    handle: product.handle,
    description: product.description,
    status: ProductStatus.PUBLISHED,
    thumbnail: picture,
    images: [{ url: picture }],
    category_ids: [categoryIds.get(product.category)!],
    sales_channels: [{ id: channelId }],
    ...(product.digital ? {} : { shipping_profile_id: profileId }),
    options: product.options,
    variants: product.variants.map((variant, variant_rank) => ({
      title: Object.values(variant.options).join(" / "),
      sku: variant.sku,
      variant_rank,
      options: variant.options,
      weight: variant.grams,
      manage_inventory: !product.digital,
      prices: [{ currency_code: "brl", amount: variant.price }],
    })),
  }
}

async function seedCategories(container: MedusaContainer): Promise<Map<string, string>> {
  const service = container.resolve(Modules.PRODUCT)
  const known = await service.listProductCategories({ name: [...categories] }, { take: null })
  const names = new Set(known.map(({ name }) => name))
  const missing = categories.filter((name) => !names.has(name))
  const created =
    missing.length === 0
      ? []
      : (
          await createProductCategoriesWorkflow(container).run({
            input: { product_categories: missing.map((name) => ({ name, is_active: true })) },
          })
        ).result
  return new Map([...known, ...created].map(({ id, name }) => [name, id]))
}

async function seedStock(container: MedusaContainer, created: SeedProduct[], locationId: string): Promise<void> {
  const stock = new Map(
    created.filter(({ digital }) => !digital).flatMap(({ variants }) => variants.map((variant) => [variant.sku, variant.stock] as const)),
  )
  const items = await container.resolve(Modules.INVENTORY).listInventoryItems({ sku: [...stock.keys()] }, { take: null })
  await createInventoryLevelsWorkflow(container).run({
    input: {
      inventory_levels: items.map((item) => ({
        inventory_item_id: item.id,
        location_id: locationId,
        stocked_quantity: stock.get(item.sku!)!,
      })),
    },
  })
}
