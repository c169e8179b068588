import { z } from "zod"
import { cents, toReais, wholeCents } from "../../../domain/money"
import { MOST_CENTS } from "../../../domain/storable"
import { LONGEST_ADDRESS, withoutTrailingSlashes } from "../../../domain/web-address"

/** An address, without the slashes at its end. */
export const httpAddress = z
  .string()
  .max(LONGEST_ADDRESS, { abort: true })
  .regex(/^https?:\/\/[^\s]+$/, { message: "must be an address that starts with https://", abort: true })
  .refine((address) => URL.canParse(address), "must be an address that starts with https://")
  .transform(withoutTrailingSlashes)

/** The address of an order, with its ids filled in; whatever they are it must be one that the gateway takes (spec 4.3). */
export const orderAddress = z.string().max(LONGEST_ADDRESS, { abort: true }).refine((template) => {
  const filled = template.replace(/\{(?:order_id|cart_id|session_id)\}/g, "1")
  return /^https?:\/\/[^\s{}]+$/.test(filled) && URL.canParse(filled)
}, "must be an address that starts with https://, with no other names in braces than {order_id}, {cart_id} and {session_id}")

export const DEFAULT_SCOPES = ["invoice.write", "customer.write", "webhook.write"] as const

/** Decimal reais of which somebody can pay every cent. */
const reais = z.number().refine((amount) => wholeCents(amount) !== null, "must be an amount of whole cents")

/** Taken off the items of a cart that is paid by one method: percent, or decimal reais. */
const discount = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("percent"), value: z.number().positive().max(90) }),
  z.strictObject({ type: z.literal("fixed"), value: reais.positive() }),
])
export type Discount = z.output<typeof discount>

/** What a value may be, the same whether the configuration or staff give it. */
export const limits = {
  scopes: z.array(z.string().min(1)).min(1),
  enabled: z.boolean(),
  /** Decimal reais that are moved; the ledger holds no more. */
  amount: reais.positive().max(toReais(cents(MOST_CENTS))),
  minAmount: reais.nonnegative(),
  maxAmount: reais.positive(),
  expiresInMinutes: z.number().int().min(1).max(43_200),
  dueInDays: z.number().int().min(0).max(60),
  graceBankingDays: z.number().int().min(1).max(15),
  maxInstallments: z.number().int().min(1).max(12),
  minInstallmentAmount: reais.positive(),
  confirmAbove: reais.nonnegative(),
  onExpiry: z.enum(["cancel_order", "keep_order"]),
  onLatePayment: z.enum(["problem", "refund"]),
  discount,
  tokenization: z.strictObject({ scriptUrl: httpAddress, attributes: z.record(z.string(), z.string()) }),
} as const
