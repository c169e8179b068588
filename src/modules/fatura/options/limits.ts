import { z } from "zod"

/** An address, without the slashes at its end. */
export const httpAddress = z
  .string()
  .regex(/^https?:\/\/[^\s]+$/, "must be an address that starts with https://")
  .transform((address) => address.replace(/\/+$/, ""))

export const DEFAULT_SCOPES = ["invoice.write", "customer.write", "webhook.write"] as const

/** Taken off the items of a cart that is paid by one method: percent, or decimal reais. */
const discount = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("percent"), value: z.number().positive().max(90) }),
  z.strictObject({ type: z.literal("fixed"), value: z.number().positive() }),
])
export type Discount = z.output<typeof discount>

/** What a value may be, the same whether the configuration or staff give it. */
export const limits = {
  scopes: z.array(z.string().min(1)).min(1),
  enabled: z.boolean(),
  minAmount: z.number().nonnegative(),
  maxAmount: z.number().positive(),
  expiresInMinutes: z.number().int().min(1).max(43_200),
  dueInDays: z.number().int().min(0).max(60),
  graceBankingDays: z.number().int().min(1).max(15),
  maxInstallments: z.number().int().min(1).max(12),
  minInstallmentAmount: z.number().positive(),
  onExpiry: z.enum(["cancel_order", "keep_order"]),
  onLatePayment: z.enum(["problem", "refund"]),
  discount,
  tokenization: z.strictObject({ scriptUrl: httpAddress, attributes: z.record(z.string(), z.string()) }),
} as const
