import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { Container, Heading, Text } from "@medusajs/ui"
import { Loaded } from "../components/loaded"
import { OrderInvoice } from "../components/order/order-invoice"
import { StatusBadge } from "../components/status-badge"
import { TextLink } from "../components/text-link"
import { useRead } from "../lib/use-api"
import { useTexts } from "../lib/use-texts"
import type { InvoiceDetail } from "../lib/wire"

/** How often an order that waits for its money is looked at while somebody has it open. */
const LOOK_EVERY_MS = 15_000

/** On an order's page: how it is paid. Orders that were paid in other ways show nothing. */
export default function OrderFatura({ data: order }: { data: { id: string } }) {
  const { t } = useTexts()
  const read = useRead<{ invoices: InvoiceDetail[] }>(`/orders/${order.id}/invoices`, {}, { everyMs: LOOK_EVERY_MS })
  const [invoice, ...earlier] = read.data?.invoices ?? []
  // Who may not see invoices has an order's page as it was.
  if ((read.data && !invoice) || read.error?.status === 403) {
    return null
  }
  return (
    <Container className="divide-y p-0">
      <div className="flex flex-wrap items-center justify-between gap-2 px-6 py-4">
        <Heading level="h2">{t("order.title")}</Heading>
        {invoice && (
          <div className="flex items-center gap-x-2">
            <Text size="small" className="text-ui-fg-subtle">
              {t(`methods.${invoice.method}`)}
            </Text>
            <StatusBadge status={invoice.status} state={invoice.state} />
          </div>
        )}
      </div>
      <Loaded read={read}>{() => invoice && <OrderInvoice invoice={invoice} />}</Loaded>
      {earlier.length > 0 && (
        <div className="px-6 py-4">
          <Text size="small" className="text-ui-fg-subtle">
            {t("order.earlier", { n: earlier.length })}
          </Text>
          <ul className="mt-2 flex flex-col gap-y-2">
            {earlier.map((one) => (
              <li key={one.id} className="flex items-center justify-between gap-x-2">
                <TextLink to={`/fatura/invoices/${one.id}`} className="txt-small">
                  {t(`methods.${one.method}`)} · {one.invoice_id ?? t("invoices.detail.notIssued")}
                </TextLink>
                <StatusBadge status={one.status} state={one.state} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </Container>
  )
}

export const config = defineWidgetConfig({ zone: "order.details.side.before", id: "fatura-order" })
