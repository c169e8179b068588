import type { ReactNode } from "react"
import { useFormats } from "../../lib/formats"
import { useTexts } from "../../lib/use-texts"
import type { InvoiceDetail } from "../../lib/wire"
import { FieldRow } from "../field-row"

/** What is known of an invoice; what does not apply to it is left out. */
export function InvoiceFacts({ invoice }: { invoice: InvoiceDetail }) {
  const { t } = useTexts()
  const { money, day, dateTime } = useFormats()
  const { card } = invoice.instructions ?? {}
  const paid = invoice.paid_at !== null
  const told = (amount: number | null) => (amount === null ? t("invoices.detail.unknown") : money(amount))
  const facts: [name: string, value: ReactNode, shown: unknown][] = [
    ["gatewayId", invoice.invoice_id, invoice.invoice_id],
    ["amount", money(invoice.amount), true],
    ["interest", money(invoice.interest_amount), invoice.interest_amount],
    ["paidAmount", money(invoice.paid_amount), paid],
    ["fees", told(invoice.fees), paid],
    ["net", told(invoice.net_amount), paid],
    ["capturedAmount", money(invoice.captured_amount), paid],
    ["refunded", money(invoice.refunded_amount), invoice.refunded_amount],
    ["refundedElsewhere", money(invoice.external_refunded_amount), invoice.external_refunded_amount],
    ["kept", money(invoice.kept_amount), invoice.kept_amount],
    ["payer", invoice.payer_name, invoice.payer_name],
    ["document", invoice.document_masked, invoice.document_masked],
    ["card", card && <CardWords card={card} />, card],
    ["due", day(invoice.due_on), invoice.method !== "card"],
    ["expires", dateTime(invoice.expires_at), invoice.expires_at && !paid],
    ["issued", dateTime(invoice.issued_at), invoice.issued_at],
    ["paidAt", dateTime(invoice.paid_at), paid],
    ["captured", dateTime(invoice.captured_at), invoice.captured_at],
    ["cancelRequested", dateTime(invoice.cancel_requested_at), invoice.cancel_requested_at && !invoice.canceled_at],
    ["canceled", dateTime(invoice.canceled_at), invoice.canceled_at],
    ["nossoNumero", invoice.nosso_numero, invoice.nosso_numero],
    ["endToEnd", invoice.end_to_end_id, invoice.end_to_end_id],
    ["tid", invoice.tid, invoice.tid],
    ["tracking", invoice.tracking_code, invoice.tracking_code],
    ["reference", invoice.reference, true],
    ["session", invoice.session_id, true],
    ["account", invoice.account_name ?? invoice.account_id, true],
  ]
  return (
    <dl className="divide-y">
      {facts.filter(([, , shown]) => shown).map(([name, value]) => (
        <FieldRow key={name} label={t(`invoices.detail.${name}`)}>
          {value}
        </FieldRow>
      ))}
    </dl>
  )
}

/** "visa •••• 4242 · 3x" */
export function CardWords({ card }: { card: { brand: string | null; last4: string | null; installments: number } }) {
  const { t } = useTexts()
  const parts = [card.brand, card.last4 && `•••• ${card.last4}`].filter(Boolean).join(" ")
  return (
    <span>
      <span className="capitalize">{parts}</span> · {t("invoices.detail.installments", { n: card.installments })}
    </span>
  )
}
