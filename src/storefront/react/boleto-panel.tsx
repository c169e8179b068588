import { formatBoletoLine, formatDay, formatMoney } from "../core/format"
import type { SessionView } from "../core/types"
import { Amount, imageOf } from "./amount"
import { classes } from "./classes"
import { CopyCode } from "./copy-code"
import { type HeadingLevel, useHeading } from "./heading"
import { Icon } from "./icons"
import { useTexts } from "./provider"
import { Spinner } from "./spinner"
import { Words } from "./words"

export type BoletoPanelProps = { session: SessionView; /** Level of the heading "Good to know". Default: 2. */ headingLevel?: HeadingLevel; className?: string }

/** Bars may be made as high as the page likes; only their widths carry the code. */
const stretched = (svg: string) => svg.replace("<svg ", '<svg preserveAspectRatio="none" ')

/** Everything needed to pay a boleto: the line to copy, the bars for a reader, the document to print. */
export function BoletoPanel({ session, headingLevel, className }: BoletoPanelProps) {
  const texts = useTexts()
  const [Heading, headingId] = useHeading(headingLevel)
  const { line, barcode_svg, url, due_at } = session.boleto ?? { line: null, barcode_svg: null, url: null, due_at: null }
  const day = formatDay(due_at, texts.locale)
  const { name } = session.payee
  const values = { name: name ?? "", amount: formatMoney(session.amount, session.currency_code, texts.locale) }
  return (
    <section className={classes("fatura", "fatura-card", "fatura-boleto", className)} aria-label={texts.boleto.region} data-testid="boleto-panel">
      <Amount session={session} />
      {day && <p className="fatura-countdown" data-testid="boleto-due"><Icon name="calendar" size={20} /><span><Words text={texts.boleto.due} values={{ day }} /></span></p>}
      {line
        ? <CopyCode name="boleto" label={texts.boleto.line} code={line} shown={formatBoletoLine(line)} button={texts.boleto.copy} next={texts.boleto.copied_next} />
        : <Spinner label={texts.boleto.registering} />}
      {barcode_svg && <img className="fatura-boleto__bars" src={imageOf(stretched(barcode_svg))} alt={texts.boleto.bars} data-testid="boleto-barcode" />}
      {url?.startsWith("https://") && (
        <a className="fatura-button fatura-button--outline" href={url} target="_blank" rel="noopener noreferrer" data-testid="boleto-pdf">
          <Icon name="document" size={20} /> {texts.boleto.pdf}<span className="fatura-hidden"> – {texts.pay.opens_elsewhere}</span>
        </a>
      )}
      <section className="fatura-notes" aria-labelledby={headingId}>
        <Heading id={headingId}>{texts.boleto.notes}</Heading>
        <ul>
          <li>{texts.boleto.note_registration}</li>
          <li>{texts.boleto.note_clearing}</li>
          <li><Words text={name ? texts.boleto.note_confirm_name : texts.boleto.note_confirm} values={values} /></li>
        </ul>
      </section>
    </section>
  )
}
