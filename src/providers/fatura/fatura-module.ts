import { container as applicationContainer } from "@medusajs/framework"
import { MedusaError } from "@medusajs/framework/utils"
import type { FaturaModuleService } from "../../modules/fatura"

const MODULE = "fatura"

/**
 * The plugin's module, found without any setting on the payment module's entry: in the provider's own
 * container where the store gave `dependencies: ["fatura"]`, else in the application's.
 * @throws MedusaError that says what to configure
 */
export function faturaModule(cradle: Record<string, unknown>): FaturaModuleService {
  return own(cradle) ?? shared()
}

function own(cradle: Record<string, unknown>): FaturaModuleService | null {
  try {
    return (cradle[MODULE] as FaturaModuleService | undefined) ?? null
  } catch {
    // Reading a name that is not registered throws.
    return null
  }
}

function shared(): FaturaModuleService {
  const module = applicationContainer.resolve<FaturaModuleService>(MODULE, { allowUnregistered: true })
  if (!module) {
    throw new MedusaError(
      MedusaError.Types.UNEXPECTED_STATE,
      "medusa-payment-fatura: its module is not loaded. Add { resolve: \"medusa-payment-fatura\", options: { ... } } to `plugins` in medusa-config.ts, beside the payment provider."
    )
  }
  return module
}
