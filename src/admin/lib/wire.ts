import type { detailOf } from "../../api/doors/staff"
import type { FiscalData as FiscalDataOnServer } from "../../modules/fatura/view/fiscal-data"
import type { invoiceForStaff, noticeForStaff, problemForStaff } from "../../modules/fatura/view/staff-view"
import type { FeeRow } from "../../modules/fatura/reports/fee-report"

/** A value as JSON carries it: times are text. */
export type Wire<T> = T extends Date ? string : T extends readonly (infer One)[] ? Wire<One>[] : T extends object ? { [key in keyof T]: Wire<T[key]> } : T

type WithOrder = { order_display_id: number | null }

export type Invoice = Wire<ReturnType<typeof invoiceForStaff>> & WithOrder & { disputed_at: string | null }
export type InvoiceDetail = Wire<Omit<Awaited<ReturnType<typeof detailOf>>, "raw_answer">> & { raw_answer: unknown }
export type TimelineEntry = InvoiceDetail["timeline"][number]
export type Problem = Wire<ReturnType<typeof problemForStaff>> & Partial<WithOrder>

export type InvoicePage = { invoices: Invoice[]; count: number; count_capped: boolean; limit: number; next_cursor: string | null }
export type ProblemPage = { problems: Problem[]; count: number; limit: number; next_cursor: string | null }
export type FeeReport = { fees: FeeRow[]; total: Omit<FeeRow, "key">; from: string; to: string; group_by: string }
export type AccountName = { id: string; name: string }
export type Notice = Omit<Wire<ReturnType<typeof noticeForStaff>>, "payload"> & { payload: unknown }
export type NoticePage = { notices: Notice[]; count: number; limit: number; next_cursor: string | null }
export type FiscalData = FiscalDataOnServer
