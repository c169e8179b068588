import type { Translate } from "../../lib/use-texts"
import type { InvoiceDetail } from "../../lib/wire"

/** Why an action is not possible, in words; null when it is. */
export function whyNot(invoice: InvoiceDetail, action: keyof InvoiceDetail["actions"], t: Translate): string | null {
  const reason = invoice.actions[action]
  return reason && t(`invoices.why.${reason}`, { defaultValue: t("invoices.why.other") })
}
