import type { MedusaContainer } from "@medusajs/framework/types"
import { FATURA_MODULE, type FaturaModuleService } from "../modules/fatura"
import { onePerProcess } from "../workflows/one-per-process"

/** Refunds and disputes whose notice was lost; one call a run of the default budget. */
export default onePerProcess(async (container: MedusaContainer) => {
  const fatura: FaturaModuleService = container.resolve(FATURA_MODULE)
  await fatura.settledInvoices.run()
})

export const config = { name: "fatura-reconcile-settled", schedule: "*/30 * * * * *" }
