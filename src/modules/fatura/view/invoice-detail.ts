import { cents, toReais } from "../../../domain/money"
import { type Database, tables } from "../database"
import { isReturning } from "../ledger/holds-money"
import { shownAnswer } from "../ledger/kept-answer"
import type { InvoiceRow } from "../ledger/row"
import { POLICIES } from "../methods/policy"
import type { ProblemRow } from "../problems/problems"
import { type RefundRow, RefundRows } from "../refunds/refund-rows"
import type { Language } from "../texts/shopper-texts"
import type { StaffErrorCode } from "../texts/staff-error"
import type { InvoiceDesk } from "./invoice-desk"
import { barcodeSvg, qrSvg } from "./payment-pictures"
import { invoiceForStaff, problemForStaff } from "./staff-view"
import { timelineOf } from "./timeline"

/** Why an action is not offered; null where it is. `StaffErrorCode` where the server would refuse it in words. */
export type InvoiceActions = {
  sync: "not_issued" | null
  cancel: "not_issued" | "not_open" | "under_way" | null
  due_date: "no_due_date" | "not_open" | "under_way" | null
  tracking: "not_issued" | null
  send_instructions: "nothing_to_pay" | null
  resend_notice: StaffErrorCode | null
}

/** One invoice with all that staff can know of it. */
export class InvoiceDetail {
  constructor(
    private readonly db: Database,
    private readonly desk: InvoiceDesk
  ) {}

  async of(row: InvoiceRow, language: Language) {
    const [timeline, refunds, problems, pictures, actions, account] = await Promise.all([
      timelineOf(this.db, row.id),
      this.refundsOf(row),
      this.problemsOf(row, language),
      picturesOf(row),
      this.actionsOf(row),
      this.db(tables.account).where({ id: row.account_id }).first("name"),
    ])
    return {
      ...invoiceForStaff(row),
      account_name: (account?.name ?? null) as string | null,
      timeline,
      refunds,
      problems,
      actions,
      ...pictures,
      /** The gateway's answer when it issued the invoice, without what is secret or personal. */
      raw_answer: shownAnswer(row.answer),
    }
  }

  private async refundsOf(row: InvoiceRow) {
    const rows: (RefundRow & { created_at: Date })[] = await this.db(tables.refund).where({ fatura_invoice_id: row.id }).orderBy("created_at")
    return rows.map(({ id, amount_cents, origin, state, created_at }) => ({ id, amount: toReais(cents(amount_cents)), origin, state, created_at }))
  }

  private async problemsOf(row: InvoiceRow, language: Language) {
    const rows: ProblemRow[] = await this.db(tables.problem).where({ fatura_invoice_id: row.id }).orderBy("created_at", "desc")
    const refunds = new RefundRows(this.db)
    const [askedInMedusa, open] = await Promise.all([refunds.askedInMedusa(row.id), refunds.openOf(row.id)])
    return rows.map((problem) => problemForStaff(problem, language, { invoice: row, askedInMedusa, isReturning: open !== null || isReturning(row) }))
  }

  private async actionsOf(row: InvoiceRow): Promise<InvoiceActions> {
    const issued = row.state === "issued"
    const waits = row.status === "awaiting_payment" || row.status === "overdue"
    const beingCanceled = row.cancel_requested_at ? "under_way" : null
    return {
      sync: issued ? null : "not_issued",
      cancel: !issued ? "not_issued" : waits ? beingCanceled : "not_open",
      due_date: !POLICIES[row.method].termsFor ? "no_due_date" : issued && waits ? beingCanceled : "not_open",
      tracking: issued ? null : "not_issued",
      send_instructions: this.desk.isPayable(row) ? null : "nothing_to_pay",
      resend_notice: await this.desk.whyNotResend(row),
    }
  }
}

async function picturesOf({ instructions }: InvoiceRow): Promise<{ qr_svg: string | null; barcode_svg: string | null }> {
  return {
    qr_svg: instructions?.pix ? await qrSvg(instructions.pix.payload) : null,
    barcode_svg: barcodeSvg(instructions?.boleto?.barcode ?? null),
  }
}
