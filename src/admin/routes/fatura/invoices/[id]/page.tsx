import { Container, Heading, Text } from "@medusajs/ui"
import { useParams } from "react-router-dom"
import { Crumb } from "../../../../components/crumb"
import { FaturaNav } from "../../../../components/fatura-nav"
import { InvoiceActions } from "../../../../components/invoices/invoice-actions"
import { InvoiceFacts } from "../../../../components/invoices/invoice-facts"
import { InvoiceTimeline } from "../../../../components/invoices/invoice-timeline"
import { PayCode } from "../../../../components/invoices/pay-code"
import { RefundList } from "../../../../components/invoices/refund-list"
import { Loaded } from "../../../../components/loaded"
import { ProblemCard } from "../../../../components/problems/problem-card"
import { RawJson } from "../../../../components/raw-json"
import { Section } from "../../../../components/section"
import { StatusBadge } from "../../../../components/status-badge"
import { TextLink } from "../../../../components/text-link"
import { useRead } from "../../../../lib/use-api"
import { useTexts } from "../../../../lib/use-texts"
import type { InvoiceDetail } from "../../../../lib/wire"

export default function InvoicePage() {
  const { id } = useParams()
  const read = useRead<{ invoice: InvoiceDetail }>(`/invoices/${encodeURIComponent(id ?? "")}`)
  return (
    <div className="flex flex-col gap-y-3">
      <FaturaNav />
      <Loaded read={read} rows={10} boxed>
        {({ invoice }) => <InvoiceSections invoice={invoice} />}
      </Loaded>
    </div>
  )
}

function InvoiceSections({ invoice }: { invoice: InvoiceDetail }) {
  const { t } = useTexts()
  const openProblems = invoice.problems.filter(({ resolved_at }) => !resolved_at)
  return (
    <>
      <Container className="divide-y p-0">
        <div className="flex flex-col gap-y-3 px-6 py-4">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Heading level="h1">{invoice.invoice_id ? t("invoices.detail.title", { id: invoice.invoice_id }) : t("invoices.detail.notIssued")}</Heading>
            <StatusBadge status={invoice.status} state={invoice.state} />
            <Text size="small" className="text-ui-fg-subtle">
              {t(`methods.${invoice.method}`)}
            </Text>
            {invoice.order_id && (
              <TextLink to={`/orders/${invoice.order_id}`} className="txt-small">
                {t("invoices.detail.openOrder", { number: invoice.order_display_id ?? "" })}
              </TextLink>
            )}
          </div>
          <InvoiceActions invoice={invoice} />
        </div>
      </Container>
      {openProblems.length > 0 && (
        <Section title={t("invoices.detail.problems")} flush>
          {openProblems.map((problem) => (
            <ProblemCard key={problem.id} problem={problem} on="invoice" />
          ))}
        </Section>
      )}
      <div className="grid grid-cols-1 items-start gap-3 xl:grid-cols-2">
        <Section title={t("invoices.detail.data")} flush>
          <InvoiceFacts invoice={invoice} />
        </Section>
        <div className="flex min-w-0 flex-col gap-y-3">
          <Section title={t("invoices.detail.instructions")}>
            <PayCode invoice={invoice} />
          </Section>
          {invoice.refunds.length > 0 && (
            <Section title={t("invoices.detail.refunds")}>
              <RefundList refunds={invoice.refunds} />
            </Section>
          )}
          <Section title={t("invoices.detail.timeline")}>
            <InvoiceTimeline entries={invoice.timeline} />
          </Section>
          <Section title={t("invoices.detail.raw")}>
            <RawJson data={invoice.raw_answer} show={t("invoices.detail.showRaw")} hide={t("invoices.detail.hideRaw")} />
          </Section>
        </div>
      </div>
    </>
  )
}

export const handle = { breadcrumb: () => <Crumb text="invoices.detail.data" /> }
