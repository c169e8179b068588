import type { MedusaContainer } from "@medusajs/framework/types"
import { FATURA_MODULE, type FaturaModuleService } from "../modules/fatura"
import { ensureDiscounts } from "../workflows/discounts/promotions"
import { onePerProcess } from "../workflows/one-per-process"
import { watchInstallation } from "../workflows/watch-installation"

/** Looks at what goes wrong silently. */
export default onePerProcess(async (container: MedusaContainer) => {
  const fatura: FaturaModuleService = container.resolve(FATURA_MODULE)
  await fatura.watch.run()
  await fatura.accounts.checkRefused()
  await watchInstallation(container)
  await ensureDiscounts(container)
})

export const config = { name: "fatura-watch", schedule: "* * * * *" }
