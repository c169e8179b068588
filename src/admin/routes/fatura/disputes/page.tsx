import { Text } from "@medusajs/ui"
import { CopyButton } from "../../../components/copy-button"
import { Crumb } from "../../../components/crumb"
import { EmptyState } from "../../../components/empty-state"
import { invoicePath } from "../../../components/invoices/invoice-table"
import { type Column, ListTable } from "../../../components/list-table"
import { Loaded } from "../../../components/loaded"
import { Page } from "../../../components/page"
import { Pager } from "../../../components/pager"
import { RecordViewer } from "../../../components/reports/record-viewer"
import { Section } from "../../../components/section"
import { TextLink } from "../../../components/text-link"
import { NOTHING, useFormats } from "../../../lib/formats"
import { useRead } from "../../../lib/use-api"
import { useKeyset } from "../../../lib/use-keyset"
import { useTexts } from "../../../lib/use-texts"
import type { Invoice, InvoicePage } from "../../../lib/wire"

export default function DisputesPage() {
  const { t } = useTexts()
  const { number } = useFormats()
  const keyset = useKeyset("disputed")
  const read = useRead<InvoicePage>("/invoices", { status: "disputed", after: keyset.after }, { keep: true })
  return (
    <>
      <Page title={t("invoices.disputes.title")} hint={t("invoices.disputes.hint")}>
        <Text size="small" className="text-ui-fg-subtle px-6 py-4">
          {t("invoices.disputes.deadlines")}
        </Text>
        <Loaded read={read}>
          {({ invoices, count, next_cursor }) =>
            invoices.length ? (
              <>
                <DisputeTable invoices={invoices} />
                <Pager keyset={keyset} next={next_cursor} words={t("invoices.count", { n: number(count) })} />
              </>
            ) : (
              <EmptyState title={t("invoices.disputes.none.title")} hint={t("invoices.disputes.none.hint")} />
            )
          }
        </Loaded>
      </Page>
      <div className="mt-3 grid grid-cols-1 items-start gap-3 xl:grid-cols-2">
        <Section title={`${t("invoices.disputes.records")}: ${t("reports.records.kinds.mediations")}`} flush>
          <RecordViewer kind="mediations" />
        </Section>
        <Section title={`${t("invoices.disputes.records")}: ${t("reports.records.kinds.chargebacks")}`} flush>
          <RecordViewer kind="chargebacks" />
        </Section>
      </div>
    </>
  )
}

/** Calendar days that the banks have to analyse a contested PIX, by the Central Bank's rules (Resolução BCB 103/2021). */
const PIX_ANALYSIS_DAYS = 7

function banksDecideBy(disputedAt: string | null): string | null {
  return disputedAt && new Date(Date.parse(disputedAt) + PIX_ANALYSIS_DAYS * 86_400_000).toISOString()
}

function DisputeTable({ invoices }: { invoices: Invoice[] }) {
  const { t } = useTexts()
  const { money, dayOf } = useFormats()
  const columns: Column<Invoice>[] = [
    {
      key: "order",
      header: t("invoices.columns.order"),
      cell: (invoice) => (
        <TextLink to={invoicePath(invoice)}>
          {invoice.order_display_id ? `#${invoice.order_display_id}` : invoice.invoice_id ?? NOTHING}
        </TextLink>
      ),
    },
    { key: "method", header: t("invoices.columns.method"), cell: ({ method }) => t(`methods.${method}`) },
    { key: "payer", header: t("invoices.columns.payer"), cell: ({ payer_name }) => payer_name ?? NOTHING },
    { key: "amount", header: t("invoices.columns.amount"), align: "right", cell: ({ paid_amount, amount }) => money(paid_amount ?? amount) },
    { key: "paid", header: t("invoices.columns.paid"), cell: ({ paid_at }) => dayOf(paid_at) },
    { key: "since", header: t("invoices.disputes.since"), cell: ({ disputed_at }) => dayOf(disputed_at) },
    { key: "until", header: t("invoices.disputes.until"), cell: ({ method, disputed_at }) => (method === "pix" ? dayOf(banksDecideBy(disputed_at)) : NOTHING) },
    {
      key: "end",
      header: `${t("invoices.detail.endToEnd")} / ${t("invoices.detail.tid")}`,
      cell: ({ end_to_end_id, tid }) => {
        const id = end_to_end_id ?? tid
        return id ? (
          <span className="flex items-center gap-x-2">
            <code className="txt-compact-xsmall">{id}</code>
            <CopyButton text={id} what={end_to_end_id ? t("invoices.detail.endToEnd") : t("invoices.detail.tid")} />
          </span>
        ) : (
          NOTHING
        )
      },
    },
  ]
  return <ListTable label={t("invoices.disputes.title")} columns={columns} rows={invoices} to={invoicePath} />
}

export const handle = { breadcrumb: () => <Crumb text="invoices.disputes.title" /> }
