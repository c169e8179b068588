import type { MedusaContainer } from "@medusajs/framework/types"
import { FATURA_MODULE, type FaturaModuleService } from "../modules/fatura"
import { onePerProcess } from "../workflows/one-per-process"

/** Erases card tokens that were not used, and payers who were to be forgotten while money was open, or while a process worked on their invoice. */
export default onePerProcess(async (container: MedusaContainer) => {
  const fatura: FaturaModuleService = container.resolve(FATURA_MODULE)
  await fatura.drafts.pruneCards()
  await fatura.erasePayers.runAsked()
})

export const config = { name: "fatura-erase-asked", schedule: "*/30 * * * * *" }
