import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import type { IPaymentModuleService, MedusaContainer } from "@medusajs/framework/types"
import { FATURA_MODULE, type FaturaModuleService } from "../modules/fatura"
import { PROVIDER_IDS } from "../modules/fatura/sessions/provider-ids"

/**
 * The plugin has two halves: its own module, and the providers in Medusa's payment module, which must stand
 * in a region too. Without the second nobody can pay. (Without the first the providers say so themselves.)
 */
export async function watchInstallation(container: MedusaContainer): Promise<void> {
  const fatura: FaturaModuleService = container.resolve(FATURA_MODULE)
  const payments: IPaymentModuleService = container.resolve(Modules.PAYMENT)
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const ids = [...PROVIDER_IDS]
  const [providers, { data: regions }] = await Promise.all([
    payments.listPaymentProviders({ id: ids, is_enabled: true }, { select: ["id"] }),
    query.graph({ entity: "region_payment_provider", fields: ["region_id", "payment_provider_id"], filters: { payment_provider_id: ids } }),
  ])
  if (providers.length && regions.length) {
    await fatura.problems.clear("module_not_loaded", "store")
    return
  }
  await fatura.problems.raise({ kind: "module_not_loaded", subject: "store", details: { providers: providers.map(({ id }) => id), regions: regions.length } })
}
