import { Text } from "@medusajs/ui"
import { useFormats } from "../../lib/formats"
import { useTexts } from "../../lib/use-texts"
import type { InvoiceDetail } from "../../lib/wire"

/** Money that went back, or is to. */
export function RefundList({ refunds }: { refunds: InvoiceDetail["refunds"] }) {
  const { t } = useTexts()
  const { money, dateTime } = useFormats()
  return (
    <ul className="flex flex-col gap-y-2" aria-label={t("invoices.detail.refunds")}>
      {refunds.map(({ id, amount, origin, state, created_at }) => (
        <li key={id} className="flex flex-wrap justify-between gap-x-3">
          <Text size="small">
            {money(amount)} · {t(`invoices.refundOrigins.${origin}`)} · {t(`invoices.refundStates.${state}`)}
          </Text>
          <Text size="xsmall" className="text-ui-fg-subtle">
            {dateTime(created_at)}
          </Text>
        </li>
      ))}
    </ul>
  )
}
