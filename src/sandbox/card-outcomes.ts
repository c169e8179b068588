import { createHash, randomInt } from "node:crypto"
import type { RequestedCard } from "./validation/card"
import type { CardData } from "./types"

/** What comes of a card, told by how its token begins. */
export const CARD_OUTCOMES = {
  tok_approved: { code: 5, needsAction: false },
  tok_denied: { code: 12, needsAction: false },
  tok_processing: { code: 2, needsAction: false },
  tok_authorized: { code: 4, needsAction: false },
  tok_action_required: { code: 2, needsAction: true },
} as const

export type CardOutcome = { code: number; needsAction: boolean }

const BRANDS: [RegExp, string][] = [
  [/^4/, "visa"],
  [/^(5[1-5]|2[2-7])/, "mastercard"],
  [/^3[47]/, "amex"],
  [/^(6362|5067|4011)/, "elo"],
]

/** The outcome of a token; null for a token that the stand-in did not give out. */
export const outcomeOfToken = (token: string): CardOutcome | null => {
  const name = (Object.keys(CARD_OUTCOMES) as (keyof typeof CARD_OUTCOMES)[]).find(
    (one) => token === one || token.startsWith(`${one}-`),
  )
  return name ? CARD_OUTCOMES[name] : null
}

/**
 * What the gateway shows of a card. The tokenisation script adds first six and last four digits to its token
 * (`tok_approved-4111111111`); a bare token stands for the usual test card.
 */
export const cardOfToken = (card: RequestedCard): CardData => {
  const shown = /-(\d{6})(\d{4})$/.exec(card.token)
  const bin = shown?.[1] ?? "411111"
  return {
    token: createHash("sha256").update(card.token).digest("hex").slice(0, 8),
    tid: String(randomInt(100_000, 999_999)),
    bin,
    last4: shown?.[2] ?? "1111",
    brand: BRANDS.find(([pattern]) => pattern.test(bin))?.[1] ?? "visa",
    expires: card.expires,
    holder: card.holder,
  }
}
