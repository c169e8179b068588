import { asInteger, asText } from "./wire/loose"

export type PaymentMethod = "pix" | "boleto" | "card"
export type PaymentTypes = Record<PaymentMethod, number>

/** `payment.type`: 3 is confirmed by several clients (C), 1 weakly (C), 2 is inferred (E): configurable. */
export const DEFAULT_PAYMENT_TYPES: PaymentTypes = { pix: 3, card: 1, boleto: 2 }

const WORDS: Record<PaymentMethod, RegExp> = {
  pix: /pix/i,
  boleto: /boleto|billet|bank.?slip/i,
  card: /card|cart[aã]o|credit|cr[eé]dito/i,
}

const METHODS: readonly PaymentMethod[] = ["pix", "boleto", "card"]

/** The method that a code ("3") or a word ("CREDIT_CARD") of the gateway means, or null. */
export function readMethod(value: unknown, types: PaymentTypes = DEFAULT_PAYMENT_TYPES): PaymentMethod | null {
  const code = asInteger(value)
  const word = asText(value) ?? ""
  return METHODS.find((method) => (code === null ? WORDS[method].test(word) : types[method] === code)) ?? null
}
