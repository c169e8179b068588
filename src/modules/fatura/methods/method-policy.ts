import type { GatewayInvoice } from "../../../gateway"
import type { FaturaOptions } from "../options/schema"
import type { Instructions } from "../ledger/row"

/** When an invoice falls due, when its code is no longer shown, and when it is cancelled as unpaid. */
export type Terms = { dueOn: string; expiresAt: Date | null; cancelAt: Date | null }

/** What sets one payment method apart. All else is the same for the three. */
export type MethodPolicy = {
  terms(issuedAt: Date, options: FaturaOptions): Terms
  /** The terms after staff set a new due date; null where the gateway has none to change. */
  termsFor: ((dueOn: string, options: FaturaOptions) => Terms) | null
  /** What a shopper needs to pay, or null when the answer can't be paid. */
  instructions(answer: GatewayInvoice, installments: number): Instructions | null
  /** When an open invoice is looked at first if no notice comes. */
  firstCheckAt(issuedAt: Date, terms: Pick<Terms, "expiresAt">): Date
  /** Whether an attempt without an answer may be replaced by another. A card is never sent twice. */
  replaceable: boolean
  /** Until when a cancelled invoice is watched: it can be paid while it is cancelled. */
  watchUntil(canceledAt: Date): Date
}
