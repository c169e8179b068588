import type { z } from "zod"
import type { GatewayOptions } from "../../../gateway"
import type { accountGatewayOptions, FaturaOptions } from "../options/schema"

/** What an installation of the gateway can need otherwise, for one account; what is missing follows the options for all. */
export type AccountGatewayOptions = z.output<typeof accountGatewayOptions>
/** The same in force. */
export type EffectiveGatewayOptions = Pick<FaturaOptions, "endpoints" | "paymentTypes" | "productTypes" | "ecommerce">

/** As staff write it and as it stands in the table. */
export type GatewayOptionsView = {
  endpoints?: AccountGatewayOptions["endpoints"]
  payment_types?: AccountGatewayOptions["paymentTypes"]
  product_types?: AccountGatewayOptions["productTypes"]
  ecommerce?: { store_id: number; checkout: number }
}

/** What a calibration found out about an account's installation. */
export type Calibrated = { endpoints?: GatewayOptions["endpoints"]; paymentTypes?: GatewayOptions["paymentTypes"] }

/** What holds for an account: its own, else what its calibration found out, else the options for all; part by part. */
export function gatewayOptionsOf(all: EffectiveGatewayOptions, calibrated: Calibrated | undefined, own: AccountGatewayOptions): EffectiveGatewayOptions {
  const operations = Object.keys({ ...all.endpoints, ...calibrated?.endpoints, ...own.endpoints }) as (keyof EffectiveGatewayOptions["endpoints"])[]
  return {
    endpoints: Object.fromEntries(operations.map((name) => [name, { ...all.endpoints[name], ...calibrated?.endpoints?.[name], ...own.endpoints?.[name] }])),
    paymentTypes: { ...all.paymentTypes, ...calibrated?.paymentTypes, ...own.paymentTypes },
    productTypes: { ...all.productTypes, ...own.productTypes },
    ecommerce: own.ecommerce ?? all.ecommerce,
  }
}

export function gatewayOptionsFrom(view: GatewayOptionsView | null): AccountGatewayOptions {
  const { endpoints, payment_types, product_types, ecommerce } = view ?? {}
  return { endpoints, paymentTypes: payment_types, productTypes: product_types, ecommerce: ecommerce && { storeId: ecommerce.store_id, checkout: ecommerce.checkout } }
}

export function gatewayOptionsView({ endpoints, paymentTypes, productTypes, ecommerce }: AccountGatewayOptions): GatewayOptionsView | null {
  const view: GatewayOptionsView = {
    ...(endpoints && { endpoints }),
    ...(paymentTypes && { payment_types: paymentTypes }),
    ...(productTypes && { product_types: productTypes }),
    ...(ecommerce && { ecommerce: { store_id: ecommerce.storeId, checkout: ecommerce.checkout } }),
  }
  return Object.keys(view).length ? view : null
}
