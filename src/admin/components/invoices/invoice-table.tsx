import { TextLink } from "../text-link"
import { NOTHING, useFormats } from "../../lib/formats"
import { useTexts } from "../../lib/use-texts"
import type { Invoice } from "../../lib/wire"
import { type Column, ListTable } from "../list-table"
import { StatusBadge } from "../status-badge"

export const invoicePath = ({ id }: { id: string }) => `/fatura/invoices/${id}`

export function InvoiceTable({ invoices, label, dim }: { invoices: Invoice[]; label: string; dim?: boolean }) {
  const { t } = useTexts()
  const { money, day, dayOf, dateTime } = useFormats()
  const instant = (at: string | null) => <span title={at ? dateTime(at) : undefined}>{dayOf(at)}</span>
  const name = (column: string) => t(`invoices.columns.${column}`)
  const columns: Column<Invoice>[] = [
    { key: "status", header: name("status"), cell: ({ status, state }) => <StatusBadge status={status} state={state} /> },
    {
      key: "order",
      header: name("order"),
      cell: (invoice) => (
        <TextLink to={invoicePath(invoice)}>
          {invoice.order_display_id ? `#${invoice.order_display_id}` : invoice.invoice_id ?? NOTHING}
        </TextLink>
      ),
    },
    { key: "method", header: name("method"), cell: ({ method }) => t(`methods.${method}`) },
    { key: "payer", header: name("payer"), cell: ({ payer_name }) => <span className="block max-w-[24ch] truncate" title={payer_name ?? undefined}>{payer_name ?? NOTHING}</span> },
    { key: "amount", header: name("amount"), align: "right", cell: ({ amount }) => money(amount) },
    { key: "fees", header: name("fees"), align: "right", cell: ({ fees }) => money(fees) },
    { key: "net", header: name("net"), align: "right", cell: ({ net_amount }) => money(net_amount) },
    { key: "due", header: name("due"), cell: ({ due_on, method }) => (method === "card" ? NOTHING : day(due_on)) },
    { key: "paid", header: name("paid"), cell: ({ paid_at }) => instant(paid_at) },
    { key: "created", header: name("created"), cell: ({ created_at }) => instant(created_at) },
  ]
  return <ListTable label={label} columns={columns} rows={invoices} to={invoicePath} dim={dim} />
}
