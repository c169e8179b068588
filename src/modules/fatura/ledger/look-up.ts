import { GatewayError, type GatewayInvoice, type ListedInvoice, type LookUpPurpose } from "../../../gateway"
import { believableRefunded } from "../../../domain/invoice-money"
import { statusFromCode } from "../../../domain/invoice-status"
import type { AccountRegistry } from "../accounts/account-registry"
import type { Problems } from "../problems/problems"
import { StaffError } from "../texts/staff-error"
import { type Change, type ChangeTaker, type Seen, endedByLookUp } from "./apply-change"
import { isConfirmedBy, UNCONFIRMED } from "./confirmation"
import type { Ledger } from "./ledger"
import type { InvoiceRow } from "./row"

/** A change, with what the gateway said: its answer can be overtaken, and then the change is none. */
export type Answer = Change & { seen: Seen }

/** Asks the gateway how an invoice stands, and takes the answer into the ledger. */
export class LookUps {
  constructor(
    private readonly ledger: Ledger,
    private readonly accounts: AccountRegistry,
    private readonly changes: ChangeTaker,
    private readonly problems: Problems
  ) {}

  /**
   * One `GET /invoices?id=`, which stands on the timeline.
   * @param purpose which share of the budget it is counted against
   * @param actor who of the staff asks
   * @returns the change, or null when the gateway's answer holds no such invoice (which is no answer)
   * @throws GatewayError when there was no answer; an error is never taken for "unpaid"
   */
  async byId(row: InvoiceRow, purpose: LookUpPurpose = "decision", actor: string | null = null): Promise<Answer | null> {
    const { client } = await this.accounts.ofInvoice(row)
    if (!row.invoice_id && !row.gateway_id) {
      return null
    }
    const { version } = await this.ledger.update(row.id, { looked_up_at: new Date() })
    const page = await client.listInvoices({ id: { id: row.gateway_id, invoiceId: row.invoice_id } }, purpose)
    // By our reference too: the list may call an invoice by an id that no answer has told.
    const found = page.invoices.find(({ id }) => id === row.gateway_id || id === row.invoice_id) ?? page.invoices.find(({ reference }) => reference === row.reference)
    await this.ledger.addEvent(row.id, { kind: "looked_up", cause: actor ? "staff" : "look_up", actor, details: { told: found ? statusFromCode(found.statusCode) : null } })
    if (!found) {
      return null
    }
    const seen = seenInList(found)
    const change = await this.changes.take(row.id, seen, "look_up", {}, version)
    if (!change.overtaken) {
      await this.noteRefundAmount(row, seen)
      await this.problems.clear(endedByLookUp(seen.status), row.id)
    }
    if (isConfirmedBy(change.invoice, seen)) {
      await this.ledger.markConfirmed(row.id)
      await this.problems.clear(UNCONFIRMED, row.id)
    }
    return { ...change, seen }
  }

  /** What was returned of a payment can't be booked without its amount; the gateway could not tell more. */
  private async noteRefundAmount(row: InvoiceRow, seen: Seen): Promise<void> {
    if (seen.status === "partially_refunded" && seen.refundedCents === null) {
      await raiseRefundAmountUnknown(this.problems, row)
    } else {
      await this.problems.clear("refund_amount_unknown", row.id)
    }
  }

  /**
   * The same, asked for by staff.
   * @throws StaffError
   */
  async forStaff(row: InvoiceRow, actor: string): Promise<Change | null> {
    try {
      return await this.byId(row, "decision", actor)
    } catch (error) {
      throw error instanceof GatewayError ? new StaffError(error.kind === "paused" ? "look_ups_paused" : "gateway_silent") : error
    }
  }
}

export async function raiseRefundAmountUnknown(problems: Problems, row: InvoiceRow): Promise<void> {
  await problems.raise({ kind: "refund_amount_unknown", subject: row.id, invoiceId: row.id, orderId: row.order_id, accountId: row.account_id })
}

export function seenInList(listed: ListedInvoice): Seen {
  return {
    status: statusFromCode(listed.statusCode),
    refundedCents: believableRefunded(listed.refundedCents),
    paidCents: listed.amountCents,
    paidAt: listed.paidAt,
    dueOn: listed.dueOn,
  }
}

export function seenInAnswer(invoice: GatewayInvoice): Seen {
  return {
    status: statusFromCode(invoice.statusCode),
    refundedCents: null,
    paidCents: invoice.grossCents,
    paidAt: invoice.paidAt,
    feesCents: invoice.feesCents,
    netCents: invoice.netCents,
    endToEndId: invoice.pix?.endToEndId ?? null,
  }
}
