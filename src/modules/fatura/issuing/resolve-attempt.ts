import type { ListedInvoice } from "../../../gateway"
import { isDefinitelyUnpaid, isOpen, statusFromCode } from "../../../domain/invoice-status"
import type { AccountRegistry } from "../accounts/account-registry"
import type { Canceling } from "../canceling/cancel"
import type { ChangeTaker } from "../ledger/apply-change"
import type { Ledger } from "../ledger/ledger"
import { seenInList } from "../ledger/look-up"
import type { InvoiceRow } from "../ledger/row"
import { POLICIES } from "../methods/policy"
import type { Problems } from "../problems/problems"
import { FindAttempt } from "./find-attempt"
import type { FixedOptions } from "../options/schema"
import type { Settings } from "../settings/settings"

/** How long after the call's own time limit the gateway may still be at work on it. */
const SLACK_MS = 5_000
/** The same, where it only says how far apart two invoices must have been begun for their order in the list to be sure. */
const LATE_MS = 20_000
const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** When a lost attempt that was not found is looked for again, in minutes after the last look. */
const WATCH_MINUTES = [10, 60, 360, 1_020]

/**
 * What is known of an attempt that had no answer: `gone` - it can take no money; `paid` - it was
 * paid; `open` - it can't be told yet, and nothing new may be issued on the same search.
 */
export type Resolution = "gone" | "paid" | "open"

/** Finds out what became of an attempt whose answer was lost, by its reference in the gateway's list. */
export class ResolveAttempt {
  private readonly search: FindAttempt

  constructor(
    private readonly ledger: Ledger,
    private readonly accounts: AccountRegistry,
    private readonly changes: ChangeTaker,
    private readonly canceling: Canceling,
    private readonly problems: Problems,
    private readonly options: FixedOptions,
    private readonly settings: Settings
  ) {
    this.search = new FindAttempt(ledger, options.timeouts.create + LATE_MS)
  }

  /** Whether the process that sent the attempt must be dead, or has given up. */
  isStale(row: InvoiceRow): boolean {
    return Date.now() - row.issuing_started_at.getTime() > this.options.timeouts.create + SLACK_MS
  }

  /**
   * The list carries no code to show, so an invoice that is found unpaid is cancelled and a new one can
   * be issued. One that is not found is no longer waited for, but watched: its payment would still be
   * recognised by its reference.
   * @throws GatewayError when the gateway can't be asked; the attempt then stays as it is
   */
  async resolve(row: InvoiceRow): Promise<Resolution> {
    if (row.state === "issuing") {
      if (!this.isStale(row)) {
        return "open"
      }
      row = await this.giveUpWaiting(row)
    }
    if (row.state !== "unknown") {
      return row.is_live ? "open" : "gone"
    }
    const account = await this.accounts.ofInvoice(row)
    const found = row.invoice_id ? null : await this.search.find(account.client, row)
    if (found) {
      const adopted = await this.ledger.adoptOrphan(row.id, found, "look_up")
      if (adopted.state !== "issued") {
        return this.notFound(row)
      }
      // A notice that came while the list was read knows more than the list.
      return adopted.version === row.version + 1 ? this.closeFound(adopted, found) : resolutionOf(adopted)
    }
    return this.notFound(row)
  }

  private async giveUpWaiting({ id }: InvoiceRow): Promise<InvoiceRow> {
    return this.ledger.locked(id, async (fresh, trx) => {
      if (fresh.state !== "issuing") {
        return fresh
      }
      await this.ledger.addEvent(id, { kind: "issue_unknown", cause: "system", details: { why: "no answer was stored" } }, trx)
      return this.ledger.update(id, { state: "unknown" }, trx)
    })
  }

  private async closeFound(row: InvoiceRow, found: ListedInvoice): Promise<Resolution> {
    const status = statusFromCode(found.statusCode)
    if (status === "unknown") {
      return "open"
    }
    if (status !== "awaiting_payment") {
      const { overtaken, invoice } = await this.changes.take(row.id, seenInList(found), "look_up", { by: "reference" }, row.version)
      if (overtaken) {
        return resolutionOf(invoice)
      }
    }
    if (!isDefinitelyUnpaid(status)) {
      return isOpen(status) ? "open" : "paid"
    }
    if (!isOpen(status)) {
      return "gone"
    }
    if (!POLICIES[row.method].replaceable) {
      return "open"
    }
    const result = await this.canceling.cancel(row.id, "replaced")
    return result === "canceled" ? "gone" : result === "paid" ? "paid" : "open"
  }

  private async notFound(row: InvoiceRow): Promise<Resolution> {
    if (!this.isStale(row)) {
      return "open"
    }
    if (!POLICIES[row.method].replaceable) {
      return this.keepWaiting(row)
    }
    return this.ledger.locked(row.id, async (fresh, trx) => {
      if (fresh.version !== row.version) {
        // A notice has told of it while the list was read.
        return "open"
      }
      const minutes = WATCH_MINUTES[row.checks]
      await this.ledger.update(row.id, { is_live: false, checks: row.checks + 1, next_check_at: minutes ? new Date(Date.now() + minutes * MINUTE) : null }, trx)
      if (row.is_live) {
        await this.ledger.addEvent(row.id, { kind: "attempt_not_found", cause: "look_up" }, trx)
      }
      return "gone"
    })
  }

  /** A card may have been charged without a trace that we can see. It waits, and after a while staff decide. */
  private async keepWaiting(row: InvoiceRow): Promise<Resolution> {
    const hours = (Date.now() - row.issuing_started_at.getTime()) / HOUR
    const { methods } = await this.settings.current()
    if (hours >= methods.card.outcomeHours) {
      await this.problems.raise({ kind: "card_outcome_unknown", subject: row.id, invoiceId: row.id, orderId: row.order_id, accountId: row.account_id, details: { amount_cents: row.amount_cents } })
    }
    return "open"
  }
}

/** What the ledger knows of an invoice that was found again. */
function resolutionOf({ status }: InvoiceRow): Resolution {
  if (status === null || isOpen(status)) {
    return "open"
  }
  return isDefinitelyUnpaid(status) ? "gone" : "paid"
}
