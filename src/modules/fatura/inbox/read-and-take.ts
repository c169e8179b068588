import type { Logger } from "@medusajs/framework/types"
import { wordsOfError } from "../../../domain/words-of-error"
import { driftOfNotice, type GatewayClient, GatewayError, type Notice, readNotice, refusesToTell } from "../../../gateway"
import { believablePaid, believableRefunded } from "../../../domain/invoice-money"
import { moneyArrived, statusFromCode } from "../../../domain/invoice-status"
import { type AccountRegistry, AccountUnusableError } from "../accounts/account-registry"
import { SealError } from "../crypto/key-ring"
import type { ChangeTaker, Seen } from "../ledger/apply-change"
import { InvoiceBusyError, type Ledger } from "../ledger/ledger"
import { type Answer, type LookUps, raiseRefundAmountUnknown } from "../ledger/look-up"
import type { InvoiceRow } from "../ledger/row"
import type { FixedOptions } from "../options/schema"
import type { Problems } from "../problems/problems"
import { ConfirmPayment } from "./confirm-payment"
import type { NoticeLimits } from "./limits"
import type { NoticeRow, Notices } from "./notices"

/** While the create call is under way its answer is worth waiting for. */
const WAIT_FOR_ANSWER_SECONDS = 1
const BUDGET_PAUSE_SECONDS = 60
const SHORTEST_PAUSE_SECONDS = 2
const LONGEST_PAUSE_SECONDS = 300
/** When the token of a notice could not be validated for so long, a look-up decides in its place. */
const LONGEST_VALIDATION_MS = 10 * 60_000
const UNEXPECTED = "unexpected error"
const NOT_CONFIRMED = "the gateway does not confirm the payment"
/** The gateway, the account or the key is missing for now: that says nothing about the notice. */
const CANNOT_TELL = [GatewayError, InvoiceBusyError, AccountUnusableError, SealError]

/** What came of a notice. `changed` names the invoice whose Medusa side must follow. */
export type Taken = { outcome: "changed" | "old_news" | "nothing" | "waiting" | "dead"; invoiceId: string }

/** Bind -> read -> judge -> verify -> take: what a stored notice means for the ledger. */
export class NoticeReader {
  private readonly confirmation: ConfirmPayment

  constructor(
    private readonly notices: Notices,
    private readonly ledger: Ledger,
    private readonly accounts: AccountRegistry,
    private readonly changes: ChangeTaker,
    private readonly lookUps: LookUps,
    private readonly problems: Problems,
    private readonly limits: NoticeLimits,
    private readonly options: FixedOptions,
    private readonly logger: Logger
  ) {
    this.confirmation = new ConfirmPayment(lookUps, problems, options.webhooks.confirmAbove)
  }

  /** Works on a claimed notice. Never throws: what fails is put back, and becomes a dead letter in the end. */
  async take(row: NoticeRow): Promise<Taken> {
    try {
      return await this.work(row)
    } catch (error) {
      return this.putBack(row, error)
    }
  }

  private async work(row: NoticeRow): Promise<Taken> {
    const invoice = await this.ledger.find(row.fatura_invoice_id)
    if (!invoice) {
      return this.finish(row, "nothing", "its invoice is not in the ledger", null)
    }
    if (invoice.state === "issuing") {
      await this.notices.postpone(row, "the create answer is awaited", WAIT_FOR_ANSWER_SECONDS)
      return { outcome: "waiting", invoiceId: invoice.id }
    }
    return row.must_ask ? this.askFirst(row, invoice) : this.read(row, invoice)
  }

  /** It stands for others that found no room, and of which nothing else is kept. */
  private async askFirst(row: NoticeRow, invoice: InvoiceRow): Promise<Taken> {
    if (!(await this.limits.admitsVerification(row.door, invoice))) {
      await this.notices.postpone(row, "the budget for verifications is used up", BUDGET_PAUSE_SECONDS)
      return { outcome: "waiting", invoiceId: invoice.id }
    }
    if (row.body_base64 === "") {
      return this.askGateway(row, invoice)
    }
    const change = await this.lookUps.byId(invoice, row.door === "ticket" ? "notice" : "hint")
    const taken = await this.read(row, change?.invoice ?? invoice)
    return change && change.verdict.kind !== "old_news" ? { ...taken, outcome: "changed" } : taken
  }

  private async read(row: NoticeRow, invoice: InvoiceRow): Promise<Taken> {
    const reading = readNotice(Buffer.from(row.body_base64, "base64"), row.content_type)
    if (reading.kind === "unreadable") {
      return this.unreadable(row, invoice, reading.why)
    }
    if (await this.namesAnother(reading.notice, invoice)) {
      return this.finish(row, "nothing", "names another invoice", false)
    }
    const seen = seenInNotice(reading.notice)
    if (seen.status === "partially_refunded" && seen.refundedCents === null) {
      // It can't be booked without an amount: one look-up, which raises it when the list tells none either.
      return this.askGateway(row, invoice, () => raiseRefundAmountUnknown(this.problems, invoice))
    }
    if (this.changes.judge(invoice, seen, "notice").kind === "old_news" && invoice.state === "issued") {
      return this.finish(row, "old_news", "old news", null)
    }
    if (!(await this.limits.admitsVerification(row.door, invoice))) {
      await this.notices.postpone(row, "the budget for verifications is used up", BUDGET_PAUSE_SECONDS)
      return { outcome: "waiting", invoiceId: invoice.id }
    }
    return this.verifyAndTake(row, invoice, reading.notice, seen)
  }

  private async verifyAndTake(row: NoticeRow, invoice: InvoiceRow, notice: Notice, seen: Seen): Promise<Taken> {
    if (!(await this.isProven(row, invoice)) || !isAbout(notice, invoice, row)) {
      return this.askGateway(row, invoice)
    }
    // Of proven ones alone: what strangers send says nothing about the gateway.
    await this.accounts.drifts.note("notice", driftOfNotice(Buffer.from(row.body_base64, "base64"))).catch(() => undefined)
    if (invoice.state !== "issued") {
      // The answer to our create was lost; ticket and token together prove whose news this is.
      invoice = await this.ledger.adoptOrphan(invoice.id, { id: notice.invoiceId }, "notice")
    }
    const mustConfirm = this.confirmation.isNeeded(seen, invoice)
    const asked = mustConfirm ? await this.confirmation.ask(invoice) : tellsNoAmount(seen, invoice) ? await this.lookUps.byId(invoice, "notice") : null
    if (mustConfirm && !this.confirmation.confirms(asked)) {
      return this.unconfirmed(row, invoice, asked)
    }
    const believed = mustConfirm && asked ? this.confirmation.believed(seen, asked) : seen
    const { verdict } = await this.changes.take(invoice.id, believed, "notice", this.detailsOf(row, notice, invoice))
    const changed = [verdict, asked?.verdict].some((one) => one && one.kind !== "old_news")
    return this.finish(row, changed ? "changed" : "old_news", verdict.kind, true)
  }

  private async unconfirmed(row: NoticeRow, invoice: InvoiceRow, answer: Answer | null): Promise<Taken> {
    const next = await this.confirmation.notConfirmed(row, invoice, answer)
    if (next.kind === "give_up") {
      await this.notices.dead(row, NOT_CONFIRMED)
      return { outcome: "dead", invoiceId: invoice.id }
    }
    await this.notices.postpone(row, NOT_CONFIRMED, next.seconds)
    return { outcome: "waiting", invoiceId: invoice.id }
  }

  /** An id that nobody knew is kept on the timeline, where staff find the invoice by it in the gateway's panel. */
  private detailsOf(row: NoticeRow, notice: Notice, invoice: InvoiceRow): Record<string, unknown> {
    return { notice: row.id, ...(!idsOf(invoice).includes(notice.invoiceId) && { other_id: notice.invoiceId }) }
  }

  /** Whether it names an invoice of ours that is not the one whose address it came to. */
  private async namesAnother(notice: Notice, invoice: InvoiceRow): Promise<boolean> {
    if (idsOf(invoice).includes(notice.invoiceId)) {
      return false
    }
    const named = await this.ledger.byGatewayId(notice.invoiceId)
    const referred = notice.reference === null || notice.reference === invoice.reference ? null : await this.ledger.byReference(notice.reference)
    return referred !== null || named.some(({ id }) => id !== invoice.id)
  }

  /**
   * Proven: it came to the address of this attempt, or bears the token that the merchant has registered in the
   * panel, and the gateway knows its own part of the token, which came with no other body. A token alone proves
   * that the gateway sent something to somebody.
   */
  private async isProven(row: NoticeRow, invoice: InvoiceRow): Promise<boolean> {
    const token = this.notices.serviceToken(row)
    if (!token || (await this.notices.tokenWasUsedForAnother(row))) {
      return false
    }
    const { client, merchantToken } = await this.accounts.ofInvoice(invoice)
    if (row.door === "panel" && (merchantToken === null || !this.notices.bears(row, merchantToken))) {
      // Whatever the gateway says of its token, a look-up has to decide.
      return false
    }
    return (await this.validates(client, token, row)) && this.notices.bindToken(row)
  }

  /** A gateway that will not tell is no reason to wait for ever, nor is one that can't be asked this for long. */
  private async validates(client: GatewayClient, token: string, row: NoticeRow): Promise<boolean> {
    try {
      return (await client.validateNotice(token)) === "valid"
    } catch (error) {
      const waited = Date.now() - row.created_at.getTime() > LONGEST_VALIDATION_MS
      if (error instanceof GatewayError && (waited || refusesToTell(error.httpStatus))) {
        return false
      }
      throw error
    }
  }

  /** Anything less than proven moves nothing by itself: one look-up decides. */
  private async askGateway(row: NoticeRow, invoice: InvoiceRow, ifNotFound?: () => Promise<void>): Promise<Taken> {
    const change = await this.lookUps.byId(invoice, row.door === "ticket" ? "notice" : "hint")
    if (!change) {
      await ifNotFound?.()
    }
    const changed = change && change.verdict.kind !== "old_news"
    return this.finish(row, changed ? "changed" : "nothing", `look-up: ${change?.verdict.kind ?? "no such invoice"}`, false)
  }

  /** A body that can't be read is kept; what it may have said is asked for, once. */
  private async unreadable(row: NoticeRow, invoice: InvoiceRow, why: string): Promise<Taken> {
    await this.problems.raise({ kind: "unreadable_notice", subject: invoice.id, invoiceId: invoice.id, orderId: invoice.order_id, details: { notice: row.id, why } })
    return this.askGateway(row, invoice)
  }

  private async finish(row: NoticeRow, outcome: Taken["outcome"], words: string, verified: boolean | null): Promise<Taken> {
    await this.notices.done(row, words, verified)
    return { outcome, invoiceId: row.fatura_invoice_id }
  }

  /** A gateway that can't be asked says nothing about the notice: it is kept and tried for as long as it takes. */
  private async putBack(row: NoticeRow, error: unknown): Promise<Taken> {
    if (CANNOT_TELL.some((kind) => error instanceof kind)) {
      const why = wordsOfError(error)
      this.logger.warn(`Fatura: notice ${row.id} can't be worked on yet (${why})`)
      await this.notices.postpone(row, why, pauseByAge(row))
      return { outcome: "waiting", invoiceId: row.fatura_invoice_id }
    }
    this.logger.error(`Fatura: notice ${row.id} failed (${wordsOfError(error)})`)
    if (row.attempts < this.options.webhooks.maxAttempts) {
      await this.notices.retry(row, UNEXPECTED)
      return { outcome: "waiting", invoiceId: row.fatura_invoice_id }
    }
    // First: a process that dies in between takes the notice up again, and the problem ends when it is done.
    await this.problems.raise({ kind: "dead_letter", subject: row.id, invoiceId: row.fatura_invoice_id, details: { notice: row.id, why: UNEXPECTED } })
    await this.notices.dead(row, UNEXPECTED)
    return { outcome: "dead", invoiceId: row.fatura_invoice_id }
  }
}

/** A quarter of the time that it has waited already, from two seconds to five minutes. */
function pauseByAge(row: NoticeRow): number {
  const seconds = (Date.now() - row.created_at.getTime()) / 4_000
  return Math.min(Math.max(seconds, SHORTEST_PAUSE_SECONDS), LONGEST_PAUSE_SECONDS)
}

/** A notice counts for the invoice it was bound to when it names it, by an id or by our reference; before the answer to create its address does. */
function isAbout(notice: Notice, invoice: InvoiceRow, row: NoticeRow): boolean {
  const ids = idsOf(invoice)
  return ids.includes(notice.invoiceId) || notice.reference === invoice.reference || (ids.length === 0 && row.door === "ticket")
}

function idsOf({ invoice_id, gateway_id }: InvoiceRow): (string | null)[] {
  return [invoice_id, gateway_id].filter((id) => id !== null)
}

/**
 * It says that money came, and no amount that can be: the gateway is asked once. What it answers is newer; where
 * that holds no amount either, the notice is taken as it is, and raised.
 */
function tellsNoAmount(seen: Seen, invoice: InvoiceRow): boolean {
  return invoice.paid_at === null && moneyArrived(seen.status) && believablePaid(seen.paidCents, invoice.amount_cents) === null
}

function seenInNotice(notice: Notice): Seen {
  return {
    status: statusFromCode(notice.statusCode),
    refundedCents: believableRefunded(notice.refundedCents),
    paidCents: notice.amountCents,
    paidAt: notice.paidAt,
    dueOn: notice.dueOn,
    // Assumed: a PIX payment's id is the end-to-end id that its bank asks for in a dispute.
    endToEndId: notice.method === "pix" ? notice.payId : null,
  }
}
