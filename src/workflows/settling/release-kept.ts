import { kept } from "../../domain/invoice-money"
import type { Settling } from "./settling"

/**
 * Money that staff kept outside Medusa's books and that went back after all is kept no more: what comes in later, as by
 * a second payment of the same code, would pass for it, and nobody would hear of it.
 */
export async function releaseKept({ fatura, invoice: { id } }: Settling): Promise<void> {
  const invoice = await fatura.ledger.find(id)
  // Of what money an open refund will have been is told when it ends.
  if (!invoice || invoice.kept_cents === 0 || (await fatura.refundRows.openOf(id))) {
    return
  }
  const left = kept(invoice, await fatura.refundRows.askedInMedusa(id))
  if (left < invoice.kept_cents) {
    await fatura.ledger.update(id, { kept_cents: left })
  }
}
