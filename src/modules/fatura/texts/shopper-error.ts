import { MedusaError } from "@medusajs/framework/utils"
import { currentShopper, rememberRefusal } from "./shopper-context"
import { ShopperTextKey, shopperText } from "./shopper-texts"

export type ShopperField = { path: string; message: string }

const TYPES = {
  field: MedusaError.Types.INVALID_DATA,
  denied: MedusaError.Types.PAYMENT_AUTHORIZATION_ERROR,
  conflict: MedusaError.Types.NOT_ALLOWED,
  not_found: MedusaError.Types.NOT_FOUND,
  too_many: MedusaError.Types.NOT_ALLOWED,
} as const

/**
 * An error that a shopper may read, in the shopper's language, with a stable `code`.
 * Medusa's completion hands the message of `invalid_data` and `payment_authorization_error` through;
 * any other kind of error would reach the shopper as "Payment authorization failed".
 */
export class ShopperError extends MedusaError {
  readonly fields: ShopperField[]

  constructor(
    readonly reason: keyof typeof TYPES,
    readonly key: ShopperTextKey,
    options: { path?: string; field?: string } = {}
  ) {
    const message = shopperText(key, currentShopper().language, { field: options.field ?? options.path })
    super(TYPES[reason], message, key)
    this.fields = options.path ? [{ path: options.path, message }] : []
    rememberRefusal({ message, code: key, fields: this.fields })
  }
}

/**
 * The error that a shopper may read, also after it came through one of Medusa's workflows, which hand on
 * a plain copy of what was thrown; null for any other error.
 */
export function asShopperError(error: unknown): ShopperError | null {
  if (error instanceof ShopperError) {
    return error
  }
  const { reason, key, fields } = (error ?? {}) as Partial<ShopperError>
  return reason && key && Object.hasOwn(TYPES, reason) ? new ShopperError(reason, key, { path: fields?.[0]?.path }) : null
}
