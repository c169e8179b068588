import type { MedusaContainer } from "@medusajs/framework/types"
import { FATURA_MODULE, type FaturaModuleService } from "../modules/fatura"
import { onePerProcess } from "../workflows/one-per-process"

/** Refunds whose outcome is open. */
export default onePerProcess(async (container: MedusaContainer) => {
  const fatura: FaturaModuleService = container.resolve(FATURA_MODULE)
  await fatura.refunds.settleOpen()
})

export const config = { name: "fatura-open-refunds", schedule: "*/15 * * * * *" }
