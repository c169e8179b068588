import type { MedusaContainer } from "@medusajs/framework/types"
import type { FaturaModuleService } from "../../modules/fatura"
import type { InvoiceRow } from "../../modules/fatura/ledger/row"

/** What was done: `waits` - nothing to do yet; `raised` - staff must decide. */
export type Settled = "authorized" | "captured" | "already_captured" | "refund_booked" | "order_canceled" | "waits" | "raised"

/** An invoice that changed, with what is needed to make Medusa agree with it. */
export type Settling = { container: MedusaContainer; fatura: FaturaModuleService; invoice: InvoiceRow }
