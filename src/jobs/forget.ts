import type { MedusaContainer } from "@medusajs/framework/types"
import { FATURA_MODULE, type FaturaModuleService } from "../modules/fatura"

const DAYS_KEPT = 30

/** Forgets drafts that nothing came of, finished tasks and notices, and payers whose time is over. */
export default async function forget(container: MedusaContainer): Promise<void> {
  const fatura: FaturaModuleService = container.resolve(FATURA_MODULE)
  await fatura.forget(DAYS_KEPT)
}

export const config = { name: "fatura-forget", schedule: "17 * * * *" }
