import { believablePaid } from "../../../domain/invoice-money"
import { moneyArrived } from "../../../domain/invoice-status"
import { toCents } from "../../../domain/money"
import type { Seen } from "../ledger/apply-change"
import { isConfirmedBy, unconfirmedPayment } from "../ledger/confirmation"
import type { Answer, LookUps } from "../ledger/look-up"
import type { InvoiceRow } from "../ledger/row"
import type { Problems } from "../problems/problems"
import type { NoticeRow } from "./notices"

/** The gateway's list may be a moment behind its webhooks; who is told of a contradiction must not be told in vain. */
const RAISED_AFTER_SECONDS = 60
const SHORTEST_PAUSE_SECONDS = 30
const LONGEST_PAUSE_SECONDS = 6 * 3_600
const GIVEN_UP_AFTER_SECONDS = 24 * 3_600

/** What to do with a webhook whose payment the gateway does not confirm. */
export type Unconfirmed = { kind: "ask_again"; seconds: number } | { kind: "give_up" }

/**
 * A token proves that the gateway sent a webhook, not what stood in it: whoever ends the encryption before this
 * server could have kept one back and used its token for another body. Money above an amount is therefore captured
 * only when the gateway, asked, says the same.
 */
export class ConfirmPayment {
  private readonly aboveCents: number

  /** @param above decimal reais */
  constructor(private readonly lookUps: LookUps, private readonly problems: Problems, above: number) {
    this.aboveCents = toCents(above)
  }

  /** Whether a webhook's body is not enough: Medusa would capture, and the amount is above the limit. */
  isNeeded(seen: Seen, invoice: InvoiceRow): boolean {
    const paid = believablePaid(seen.paidCents, invoice.amount_cents) ?? 0
    return invoice.captured_cents === 0 && moneyArrived(seen.status, invoice.paid_at !== null) && Math.max(paid, invoice.amount_cents) > this.aboveCents
  }

  /**
   * @returns the gateway's answer, which the ledger has taken, or null when it holds no such invoice
   * @throws GatewayError when there was none: the webhook waits, however long it takes
   */
  async ask(invoice: InvoiceRow): Promise<Answer | null> {
    return this.lookUps.byId(invoice, "decision")
  }

  confirms(answer: Answer | null): answer is Answer {
    return answer !== null && isConfirmedBy(answer.invoice, answer.seen)
  }

  /** The webhook, with the amount that the gateway said when it was asked. */
  believed(seen: Seen, { seen: told, invoice }: Answer): Seen {
    return { ...seen, paidCents: believablePaid(told.paidCents, invoice.amount_cents) ?? seen.paidCents }
  }

  /** Nothing is captured and nothing lost: it is asked for again, staff are told, and they can have it tried once more. */
  async notConfirmed(row: NoticeRow, invoice: InvoiceRow, answer: Answer | null): Promise<Unconfirmed> {
    const age = (Date.now() - row.created_at.getTime()) / 1_000
    if (age >= RAISED_AFTER_SECONDS) {
      await this.problems.raise(unconfirmedPayment(invoice, answer?.seen ?? null))
    }
    return age >= GIVEN_UP_AFTER_SECONDS ? { kind: "give_up" } : { kind: "ask_again", seconds: Math.min(Math.max(age, SHORTEST_PAUSE_SECONDS), LONGEST_PAUSE_SECONDS) }
  }
}
