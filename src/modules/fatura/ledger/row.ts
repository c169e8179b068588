import type { InvoiceStatus } from "../../../domain/invoice-status"
import type { Issuer } from "../../../gateway"

export type PaymentMethod = "pix" | "boleto" | "card"

/**
 * Where the attempt to have an invoice issued stands.
 * `issuing`: the intent is stored, the call is under way. `unknown`: sent, no readable answer.
 * `refused` and `not_sent`: there is surely no invoice. `issued`: the gateway named one.
 */
export type AttemptState = "issuing" | "issued" | "refused" | "not_sent" | "unknown"

/**
 * Why we asked for a cancel. `not_owed`: the order owes nothing any more. Only `expired` and a cancel that was not ours say something about the
 * order; the others follow from what Medusa already did.
 */
export type CancelReason = "order_canceled" | "session_deleted" | "replaced" | "expired" | "amount_mismatch" | "unusable_code" | "not_owed" | "staff"

/** The gateway charged something else than the amount due. */
export type HoldReason = "amount_mismatch"

/** What a shopper may see of how to pay. Holds nothing personal. */
export type Instructions = {
  pix?: { payload: string }
  boleto?: { line: string | null; barcode: string | null; url: string | null }
  card?: { brand: string | null; last4: string | null; installments: number }
  /** Where the shopper must go on, as for a card's further step; https only. */
  action_url?: string
}

/** A row of the ledger as it stands in the database. Amounts are integer cents. */
export type InvoiceRow = {
  id: string
  account_id: string
  /** The gateway account that issued it; null when the gateway told none. */
  issuer: Issuer | null
  /** Of the notice addresses that were given out for it; null for one from before they were kept. */
  ticket_hashes: string[] | null
  payment_collection_id: string
  session_id: string
  attempt: number
  reference: string
  method: PaymentMethod
  installments: number
  state: AttemptState
  is_live: boolean
  status: InvoiceStatus | null
  gateway_id: string | null
  invoice_id: string | null
  end_to_end_id: string | null
  tid: string | null
  amount_cents: number
  gross_cents: number | null
  /** What a new due date has added to the amount due: its code asks for both, and Medusa knows of the amount alone. */
  interest_cents: number
  net_cents: number | null
  fees_cents: number | null
  /** What came in, as the gateway says. Null before the payment, and when the gateway told no amount that can be. */
  paid_cents: number | null
  /** What the gateway itself has returned, in all. */
  refunded_cents: number
  /** What Medusa has captured for this invoice; never more than what came in. */
  captured_cents: number
  /** What was returned outside the gateway, as staff recorded it. */
  external_refunded_cents: number
  /** What staff decided, with a reason, to keep outside Medusa's books. */
  kept_cents: number
  issuing_started_at: Date
  issued_at: Date | null
  due_on: string | null
  /** When the code is no longer shown. */
  expires_at: Date | null
  /** When the invoice is cancelled if the gateway still says "unpaid". */
  cancel_at: Date | null
  /** Why a paid invoice is not captured until staff decide. */
  hold: HoldReason | null
  /** When staff took what was paid for enough, whatever the amount. */
  accepted_at: Date | null
  /** The change that the store's subscribers were told of last, after those that are told once, each with a space. */
  announced: string | null
  authorized_at: Date | null
  paid_at: Date | null
  /** Since when a webhook alone says that it is paid; null once the gateway, asked, has said so too. */
  unconfirmed_since: Date | null
  settled_at: Date | null
  cancel_requested_at: Date | null
  cancel_reason: CancelReason | null
  canceled_at: Date | null
  watch_until: Date | null
  next_check_at: Date | null
  looked_up_at: Date | null
  /** Look-ups made since the last change, so that pauses grow. */
  checks: number
  instructions: Instructions | null
  payer_sealed: string | null
  /** Keyed hashes that limits count by; erased with the sealed payer. */
  shopper_ip_hash: string | null
  shopper_customer_hash: string | null
  document_masked: string | null
  /** For the staff's list and search; erased with the sealed payer. */
  payer_name: string | null
  /** Asked for, as when the customer was deleted: erased as soon as no money is open. */
  payer_erase_at: Date | null
  /** The bank's number of a boleto, as printed on it. */
  nosso_numero: string | null
  tracking_code: string | null
  cart_id: string | null
  order_id: string | null
  /** The cart, or the order that came from none: what is paid for, in whichever payment collection. */
  purchase_key: string | null
  /** The time of the order's books with which the amount was compared last. */
  fitted_to: Date | null
  /** The gateway's answer when it issued the invoice, without what is secret or personal; read by `shownAnswer`. */
  answer: unknown
  version: number
  lease_until: Date | null
  lease_owner: string | null
  created_at: Date
  updated_at: Date
}

/** Why something happened to an invoice. `system` is our own clock. */
export type EventCause = "notice" | "look_up" | "own_call" | "staff" | "system" | "shopper"

export type NewEvent = {
  kind: string
  cause: EventCause
  from?: InvoiceStatus | null
  to?: InvoiceStatus | null
  actor?: string | null
  details?: Record<string, unknown> | null
}
