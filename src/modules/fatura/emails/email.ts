import type { Instructions, PaymentMethod } from "../ledger/row"
import type { Language } from "../texts/shopper-texts"

/** What a shopper is written about. */
export const EMAIL_KINDS = ["instructions", "reminder", "paid", "expired", "refunded"] as const
export type EmailKind = (typeof EMAIL_KINDS)[number]

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
  amount: number
  amount_text: string
  currency_code: string
  /** What was returned so far; 0 when nothing was. */
  refunded_amount: number
  refunded_amount_text: string
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
