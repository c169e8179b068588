import type { MedusaContainer } from "@medusajs/framework/types"
import { FATURA_MODULE, type FaturaModuleService } from "../modules/fatura"
import { onePerProcess } from "../workflows/one-per-process"

/** Expiry and lost notices; apart from recovery, so that neither waits for the other. */
export default onePerProcess(async (container: MedusaContainer) => {
  const fatura: FaturaModuleService = container.resolve(FATURA_MODULE)
  await fatura.checkOpen.run(new Date())
})

export const config = { name: "fatura-check-open", schedule: "*/15 * * * * *" }
