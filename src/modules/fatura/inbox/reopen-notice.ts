import type { Ledger } from "../ledger/ledger"
import { StaffError } from "../texts/staff-error"
import type { NoticeRow, Notices } from "./notices"

/**
 * Staff have a notice tried again: due now, its tries counted afresh.
 * @throws StaffError when there is no such notice, or nothing to try
 */
export async function reopenNotice(notices: Notices, ledger: Ledger, id: string, actor: string): Promise<NoticeRow> {
  const reopened = await notices.reopen(id)
  if (!reopened) {
    const found = await notices.find(id)
    throw found ? new StaffError(found.state === "done" ? "notice_done" : "notice_at_work") : new StaffError("notice_not_found")
  }
  await ledger.addEvent(reopened.fatura_invoice_id, { kind: "notice_retried", cause: "staff", actor, details: { notice: id } })
  return reopened
}
