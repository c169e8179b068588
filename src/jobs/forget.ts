import type { MedusaContainer } from "@medusajs/framework/types"
import { FATURA_MODULE, type FaturaModuleService } from "../modules/fatura"

const OUTBOX_DAYS = 7

/** Forgets drafts that nothing came of, and finished tasks. */
export default async function forget(container: MedusaContainer): Promise<void> {
  const fatura: FaturaModuleService = container.resolve(FATURA_MODULE)
  await fatura.drafts.prune()
  await fatura.outbox.prune(OUTBOX_DAYS)
}

export const config = { name: "fatura-forget", schedule: "17 * * * *" }
