import type { MedusaContainer } from "@medusajs/framework/types"
import type { FaturaModuleService } from "../../modules/fatura"
import { hasEndedUncaptured, holdsMoney } from "../../modules/fatura/ledger/holds-money"
import type { InvoiceRow } from "../../modules/fatura/ledger/row"
import { ShopperError } from "../../modules/fatura/texts/shopper-error"
import { settleNow } from "../settle-invoice"

/** Ends whatever could still take money; answers the attempt that has been paid meanwhile. */
export async function endAttempts(container: MedusaContainer, fatura: FaturaModuleService, attempts: InvoiceRow[]): Promise<InvoiceRow | null> {
  for (const row of attempts) {
    if (holdsMoney(row)) {
      await settleNow(container, row.id)
      return row
    }
    if (hasEndedUncaptured(row)) {
      // Its money is back; what the settling has not done yet is done before another one can be live.
      await (row.is_live ? settleNow(container, row.id) : undefined)
      continue
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
