import type { FaturaModuleService } from "../../modules/fatura"

const GRACE_MINUTES = 15

/** How long an order may wait with nothing to pay: the time that a PIX code would have had. Null where unpaid orders are kept. */
export async function minutesOfACode(fatura: FaturaModuleService): Promise<number | null> {
  const { methods, onExpiry } = await fatura.settings.current()
  return onExpiry === "keep_order" ? null : methods.pix.expiresInMinutes + GRACE_MINUTES
}
