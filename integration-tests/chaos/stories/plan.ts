import type { ShippingCode } from "../../../demo/store/src/seed/constants"
import { promotionCode } from "../../../demo/store/src/seed/constants"
import type { CartRequest } from "../../support"
import type { Random } from "../random"
import type { CardFate, CodeFate } from "./fates"

export type Method = "pix" | "boleto" | "card"
export const PROVIDERS: Record<Method, string> = { pix: "pp_pix_fatura", boleto: "pp_boleto_fatura", card: "pp_card_fatura" }

/** What is bought and how, and what becomes of it where it ends as a code or as a card. */
export type Plan = {
  index: number
  method: Method
  cardToken: string
  cart: CartRequest
  /** The button was pressed twice. */
  pressesTwice: boolean
  codeFate: CodeFate
  cardFate: CardFate
}

const SKUS = ["CAFE-250", "CAFE-500", "CAFE-1000", "CHOCOLATE-1", "CHOCOLATE-6", "CADERNO-A5", "CADERNO-A6", "CAMISETA-P", "CAMISETA-G", "CURSO-CAFE"]
const METHODS: Record<Method, number> = { pix: 45, boleto: 22, card: 33 }
const CARD_TOKENS = { tok_approved: 50, tok_denied: 14, tok_processing: 12, tok_authorized: 12, tok_action_required: 12 }
const SHIPPING: Record<ShippingCode, number> = { pac: 5, sedex: 3, pickup: 2 }

const CODE_FATES: Record<CodeFate, number> = {
  pays: 16,
  pays_and_says_so: 8,
  pays_unannounced: 4,
  pays_more: 2,
  pays_less: 2,
  walks_away: 5,
  expires: 5,
  pays_while_it_expires: 4,
  is_canceled: 6,
  is_canceled_then_pays_unannounced: 6,
  is_canceled_while_it_is_paid: 4,
  asks_for_another_code: 5,
  asks_for_another_code_and_pays_both: 4,
  pays_by_another_method: 4,
  pays_and_is_refunded_in_part: 5,
  pays_and_is_refunded_in_parts: 4,
  pays_and_is_refunded: 5,
  pays_and_is_refunded_in_the_panel: 5,
  pays_and_is_refunded_on_both_sides: 4,
  pays_and_is_canceled: 5,
  pays_and_disputes: 3,
  loses_the_dispute: 2,
  falls_overdue_then_pays: 3,
}

const CARD_FATES: Record<CardFate, number> = {
  is_kept: 10,
  is_refunded_in_part: 6,
  is_refunded_in_parts: 4,
  is_refunded: 6,
  is_refunded_in_the_panel: 5,
  is_refunded_on_both_sides: 4,
  is_canceled: 6,
  is_disputed: 3,
  loses_the_dispute: 2,
}

export function planOf(random: Random, index: number): Plan {
  return {
    index,
    method: random.weighted(METHODS),
    cardToken: random.weighted(CARD_TOKENS),
    cart: {
      items: Array.from({ length: random.between(1, 3) }, () => ({ sku: random.pick(SKUS), quantity: random.between(1, 3) })),
      shipping: random.weighted(SHIPPING),
      // Ten per cent off leaves fractions of a cent.
      promotion: random.chance(0.25) ? promotionCode : undefined,
    },
    pressesTwice: random.chance(0.15),
    codeFate: random.weighted(CODE_FATES),
    cardFate: random.weighted(CARD_FATES),
  }
}
