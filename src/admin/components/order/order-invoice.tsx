import { Button, Text } from "@medusajs/ui"
import { useId, useState } from "react"
import { TextLink } from "../text-link"
import { useFormats } from "../../lib/formats"
import { shopperMessage } from "../../lib/shopper-message"
import { useTexts } from "../../lib/use-texts"
import type { InvoiceDetail } from "../../lib/wire"
import { CopyButton } from "../copy-button"
import { DueDateButton } from "../invoices/due-date-button"
import { SendInstructionsButton, SyncButton } from "../invoices/invoice-actions"
import { CardWords } from "../invoices/invoice-facts"
import { InvoiceTimeline } from "../invoices/invoice-timeline"
import { PayCode } from "../invoices/pay-code"
import { RefundList } from "../invoices/refund-list"
import { ProblemCard } from "../problems/problem-card"
import { FiscalDataPanel } from "./fiscal-data"

/** The invoice that an order is paid by, for who works on the order. */
export function OrderInvoice({ invoice }: { invoice: InvoiceDetail }) {
  const { t } = useTexts()
  const payable = invoice.actions.send_instructions === null
  const message = payable ? shopperMessage(invoice) : null
  const openProblems = invoice.problems.filter(({ resolved_at }) => !resolved_at)
  return (
    <>
      <div className="flex flex-col gap-y-4 px-6 py-4">
        <Text size="small">{t(`order.status.${invoice.state === "issued" && invoice.status ? invoice.status : "none"}`)}</Text>
        <Sums invoice={invoice} />
        {invoice.refunds.length > 0 && <RefundList refunds={invoice.refunds} />}
      </div>
      {openProblems.map((problem) => (
        <ProblemCard key={problem.id} problem={problem} on="order" />
      ))}
      {payable && (
        <div className="flex flex-col gap-y-3 px-6 py-4">
          <PayCode invoice={invoice} />
          {message && (
            <div>
              <CopyButton text={message} what={t("order.messageWhat")} label={t("order.message")} />
            </div>
          )}
        </div>
      )}
      <div className="flex flex-wrap gap-2 px-6 py-4" role="group" aria-label={t("invoices.actions.label")}>
        <SyncButton invoice={invoice} />
        {invoice.actions.due_date === null && <DueDateButton invoice={invoice} />}
        {payable && <SendInstructionsButton invoice={invoice} />}
      </div>
      <div className="px-6 py-4">{invoice.order_id && <FiscalDataPanel orderId={invoice.order_id} />}</div>
      <FoldedTimeline invoice={invoice} />
    </>
  )
}

function Sums({ invoice }: { invoice: InvoiceDetail }) {
  const { t } = useTexts()
  const { money, day, dateTime } = useFormats()
  const paid = invoice.paid_at !== null
  const told = (amount: number | null) => (amount === null ? t("invoices.detail.unknown") : money(amount))
  const { card } = invoice.instructions ?? {}
  const rows: [name: string, value: React.ReactNode, shown: unknown][] = [
    ["amount", money(invoice.amount), true],
    ["card", card && <CardWords card={card} />, card],
    ["due", day(invoice.due_on), invoice.method !== "card" && !paid],
    ["expires", dateTime(invoice.expires_at), invoice.expires_at && !paid],
    ["paidAmount", money(invoice.paid_amount), paid],
    ["paidAt", dateTime(invoice.paid_at), paid],
    ["fees", told(invoice.fees), paid],
    ["net", told(invoice.net_amount), paid],
    ["refunded", money(invoice.refunded_amount), invoice.refunded_amount],
    ["payer", invoice.payer_name, invoice.payer_name],
    ["document", invoice.document_masked, invoice.document_masked],
  ]
  return (
    <dl className="flex flex-col gap-y-1">
      {rows.filter(([, , shown]) => shown).map(([name, value]) => (
        <div key={name} className="txt-small flex justify-between gap-x-4">
          <dt className="text-ui-fg-subtle">{t(`invoices.detail.${name}`)}</dt>
          <dd className="min-w-0 break-words text-right">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function FoldedTimeline({ invoice }: { invoice: InvoiceDetail }) {
  const { t } = useTexts()
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <div className="flex flex-col gap-y-3 px-6 py-4">
      <div className="flex items-center justify-between">
        <Button type="button" size="small" variant="transparent" className="-ml-2" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          {t(open ? "order.timeline.hide" : "order.timeline.show")}
        </Button>
        <TextLink to={`/fatura/invoices/${invoice.id}`} className="txt-small">
          {t("order.openInvoice")}
        </TextLink>
      </div>
      <div id={id} hidden={!open}>
        {open && <InvoiceTimeline entries={invoice.timeline} />}
      </div>
    </div>
  )
}
