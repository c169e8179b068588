import type { MedusaContainer } from "@medusajs/framework/types"
import { FATURA_MODULE, type FaturaModuleService } from "../modules/fatura"
import { heal } from "../workflows/heal"
import { onePerProcess } from "../workflows/one-per-process"

/** Expiry, lost notices, and what a killed process left behind. */
export default onePerProcess(async (container: MedusaContainer) => {
  const fatura: FaturaModuleService = container.resolve(FATURA_MODULE)
  await heal(container)
  await fatura.checkOpen.run(new Date())
  await fatura.refunds.settleOpen()
})

export const config = { name: "fatura-heal", schedule: "*/15 * * * * *" }
