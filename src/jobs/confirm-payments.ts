import type { MedusaContainer } from "@medusajs/framework/types"
import { FATURA_MODULE, type FaturaModuleService } from "../modules/fatura"
import { onePerProcess } from "../workflows/one-per-process"

/** Payments that only a webhook has told of, while the look-up budget is idle. */
export default onePerProcess(async (container: MedusaContainer) => {
  const fatura: FaturaModuleService = container.resolve(FATURA_MODULE)
  await fatura.confirmPayments.run()
})

export const config = { name: "fatura-confirm-payments", schedule: "* * * * *" }
