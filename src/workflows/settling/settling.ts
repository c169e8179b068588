import type { MedusaContainer } from "@medusajs/framework/types"
import type { ProblemKind } from "../../domain/problems"
import type { FaturaModuleService } from "../../modules/fatura"
import type { InvoiceRow } from "../../modules/fatura/ledger/row"

/** What was done: `waits` - nothing to do yet; `raised` - staff must decide. */
export type Settled = "authorized" | "captured" | "already_captured" | "refund_booked" | "order_canceled" | "waits" | "raised"

/** An invoice that changed, with what is needed to make Medusa agree with it. */
export type Settling = { container: MedusaContainer; fatura: FaturaModuleService; invoice: InvoiceRow }

/** What staff had to decide about money that came; captured, returned or kept, there is nothing left of it. */
export const ENDED_BY_RETURN: ProblemKind[] = ["paid_after_cancel", "paid_twice", "paid_without_order", "paid_too_little", "paid_amount_unknown", "amount_mismatch", "late_notice_of_old_session"]
