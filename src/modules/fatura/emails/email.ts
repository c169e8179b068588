import type { Instructions, PaymentMethod } from "../ledger/row"
import type { Language } from "../texts/shopper-texts"

/** What a shopper is written about. */
export const EMAIL_KINDS = ["instructions", "reminder", "paid", "expired", "refunded"] as const
export type EmailKind = (typeof EMAIL_KINDS)[number]

/**
 * How an unpaid invoice ended. `expired`: its time was over. `closed`: at the gateway, before its time. `card_closed`: a
 * card payment that was not finished. `card_released`: a card that was approved and not charged.
 */
export const ENDINGS = ["expired", "closed", "card_closed", "card_released"] as const
export type Ending = (typeof ENDINGS)[number]

/** The moment that an e-mail tells of, as it was then. Amounts in integer cents; nothing personal. */
export type EmailFacts = {
  /** What was due. */
  amount_cents: number
  /** What came, or null when nothing says how much. */
  paid_cents: number | null
  /** Returned by then, this time included. */
  refunded_cents: number
  /** Returned this time. */
  refund_cents: number
  due_on: string | null
  /** ISO 8601. */
  expires_at: string | null
  ended: Ending | null
}

/**
 * What a template gets, of whatever kind. Amounts in decimal reais, `*_text` as the shopper reads it. Holds no
 * document and no name: whom it goes to is the order's e-mail.
 */
export type EmailData = {
  kind: EmailKind
  language: Language
  /** The ledger's id. */
  id: string
  /** The gateway's id. */
  invoice_id: string | null
  session_id: string
  order_id: string
  order_display_id: number | null
  method: PaymentMethod
  /** What is or was due; what came is `paid_amount`. */
  amount: number
  amount_text: string
  currency_code: string
  /** What came; null when nothing came yet, or nothing says how much. */
  paid_amount: number | null
  paid_amount_text: string | null
  /** What was returned this time; 0 in what is no refund. */
  refund_amount: number
  refund_amount_text: string
  /** What was returned so far; 0 when nothing was. */
  refunded_amount: number
  refunded_amount_text: string
  /** How an unpaid invoice ended; null in every other kind than `expired`. */
  ended: Ending | null
  /** A difference, as after an edit, of an order that was paid otherwise. */
  is_difference: boolean
  /** `YYYY-MM-DD` in São Paulo. */
  due_on: string | null
  due_on_text: string | null
  /** When the code is no longer payable, ISO 8601, and in São Paulo time. */
  expires_at: string | null
  expires_at_text: string | null
  /** Only while it can be paid. */
  pix: Instructions["pix"] | null
  boleto: Instructions["boleto"] | null
  action_url: string | null
  /** The option `orderUrl` for this order; null without one. */
  pay_url: string | null
  /** Who is paid, as the shopper's bank will name them. */
  payee_name: string | null
  payee_document_masked: string | null
}

/** A rendered message. */
export type EmailContent = { subject: string; text: string; html: string }
