import type { FaturaModuleService } from "../../modules/fatura"
import { waitsForCapture } from "../../modules/fatura/ledger/holds-money"
import type { InvoiceRow } from "../../modules/fatura/ledger/row"

/**
 * A replaced code that was paid after all takes the place of the newer one, once that can surely take no
 * money any more. Called when it can't: what waited for it is settled again.
 * @returns whether the purchase was paid by another invoice, which is not captured yet
 */
export async function settlePaidRivals(fatura: FaturaModuleService, ended: InvoiceRow): Promise<boolean> {
  const rivals = (await fatura.ledger.ofCollection(ended.payment_collection_id)).filter((row) => row.id !== ended.id && waitsForCapture(row))
  for (const { id } of rivals) {
    await fatura.outbox.add("settle", id)
  }
  return rivals.length > 0
}

