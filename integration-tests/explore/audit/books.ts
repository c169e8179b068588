import type { Facts } from "../story/facts"
import type { Decision } from "../story/scene"

/** What the shopper's page shows of a payment session. */
export type Page = { sessionId: string; status: string; next_step: string; amountCents: number; payload: string | null; line: string | null; canRenew: boolean }

/** An e-mail that the shopper was sent, as far as it names facts. Decimal reais. */
export type Email = { kind: string; invoice_id: string | null; amount: number; paid_amount?: number | null; refund_amount?: number; refunded_amount?: number; due_on?: string | null; expires_at?: string | null; pix?: { payload: string } | null }

/** All that the auditor compares of one story. */
export type StoryBooks = {
  facts: Facts
  decisions: Decision[]
  /** Rows of the ledger whose money staff have accepted as it is. */
  accepted: ReadonlySet<string>
  /** The newest session's page and the ones before it that still answer. */
  pages: Page[]
  emails: Email[]
  /** What the plugin still had to do when it was looked at last, by name; empty when all was done. */
  pending: Record<string, number>
  /** The gateway did something without a word that reached the plugin. */
  isSilent: boolean
  /** So much time has passed that whatever waits for a shopper is over. */
  isOver: boolean
  /** An order whose code expired may stay as it is. */
  keepsOrders: boolean
}
