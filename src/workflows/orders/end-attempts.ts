import type { MedusaContainer } from "@medusajs/framework/types"
import { moneyArrived } from "../../domain/invoice-status"
import type { FaturaModuleService } from "../../modules/fatura"
import type { InvoiceRow } from "../../modules/fatura/ledger/row"
import { ShopperError } from "../../modules/fatura/texts/shopper-error"
import { settleNow } from "../settle-invoice"

/** Ends whatever could still take money; answers the attempt that has been paid meanwhile. */
export async function endAttempts(container: MedusaContainer, fatura: FaturaModuleService, attempts: InvoiceRow[]): Promise<InvoiceRow | null> {
  for (const row of attempts) {
    if (row.status && moneyArrived(row.status)) {
      await settleNow(container, row.id)
      return row
    }
    if (!row.is_live) {
      continue
    }
    const result = row.state === "issued" ? await fatura.canceling.cancel(row.id, "replaced") : "unresolved"
    if (result === "paid") {
      await settleNow(container, row.id)
      return row
    }
    if (result === "unresolved") {
      throw new ShopperError("conflict", "outcome_unknown")
    }
  }
  return null
}
