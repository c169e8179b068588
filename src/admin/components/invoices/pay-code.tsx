import { ArrowUpRightOnBox } from "@medusajs/icons"
import { Button, Text } from "@medusajs/ui"
import { useTexts } from "../../lib/use-texts"
import type { InvoiceDetail } from "../../lib/wire"
import { CopyButton } from "../copy-button"
import { Picture } from "../picture"

/** What a shopper needs to pay this invoice, for staff to hand on. A code that is paid or withdrawn is not shown. */
export function PayCode({ invoice }: { invoice: InvoiceDetail }) {
  const { t } = useTexts()
  const payable = invoice.actions.send_instructions === null
  const { pix, boleto, action_url } = (payable && invoice.instructions) || {}
  const document = invoice.instructions?.boleto?.url
  if (!payable && document) {
    return <Opener href={document} words={t("invoices.detail.openBoleto")} />
  }
  if (!pix && !boleto && !action_url) {
    return (
      <Text size="small" className="text-ui-fg-subtle">
        {t("invoices.detail.noInstructions")}
      </Text>
    )
  }
  return (
    <div className="flex flex-col gap-y-3">
      {pix && invoice.qr_svg && <Picture svg={invoice.qr_svg} alt={t("invoices.detail.qrAlt")} className="size-40" />}
      {pix && <Code text={pix.payload} what={t("invoices.detail.pixCode")} />}
      {boleto && invoice.barcode_svg && <Picture svg={invoice.barcode_svg} alt={t("invoices.detail.barcodeAlt")} className="w-full max-w-md" />}
      {boleto?.line && <Code text={boleto.line} what={t("invoices.detail.boletoLine")} />}
      {boleto?.url && <Opener href={boleto.url} words={t("invoices.detail.openBoleto")} />}
      {action_url && <Opener href={action_url} words={t("invoices.detail.openAction")} />}
    </div>
  )
}

function Code({ text, what }: { text: string; what: string }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <code className="bg-ui-bg-subtle txt-compact-xsmall text-ui-fg-base max-h-24 min-w-0 flex-1 basis-52 overflow-y-auto break-all rounded-md p-2" tabIndex={0} aria-label={what}>
        {text}
      </code>
      <CopyButton text={text} what={what} />
    </div>
  )
}

function Opener({ href, words }: { href: string; words: string }) {
  return (
    <Button variant="secondary" size="small" asChild className="w-fit">
      <a href={href} target="_blank" rel="noreferrer noopener">
        {words}
        <ArrowUpRightOnBox />
      </a>
    </Button>
  )
}
