import { formatMoney } from "../core/format"
import type { SessionView } from "../core/types"
import { Amount, imageOf } from "./amount"
import { classes } from "./classes"
import { CopyCode } from "./copy-code"
import { Countdown } from "./countdown"
import { useTexts } from "./provider"
import { useHeading, type HeadingLevel } from "./heading"
import { Words } from "./words"

export type PixPanelProps = {
  session: SessionView
  /** Milliseconds from this device's clock to the server's; `usePaymentSession` tells it. */
  clockOffset?: number
  /** The countdown came to its end. */
  onExpired?: () => void
  /** Level of the heading "How to pay". Default: 2. */
  headingLevel?: HeadingLevel
  className?: string
}

/** Everything needed to pay by Pix. On a phone the code to copy comes first: its camera can't read its own screen. */
export function PixPanel({ session, clockOffset = 0, onExpired, headingLevel, className }: PixPanelProps) {
  const texts = useTexts()
  const [Heading, headingId] = useHeading(headingLevel)
  if (!session.pix) return null
  const { payload, qr_svg, expires_at } = session.pix
  const { name } = session.payee
  const values = { name: name ?? "", amount: formatMoney(session.amount, session.currency_code, texts.locale) }
  return (
    <section className={classes("fatura", "fatura-card", "fatura-pix", className)} aria-label={texts.pix.region} data-testid="pix-panel">
      <div className="fatura-pix__body">
        <div className="fatura-pix__code">
          <Amount session={session} />
          {expires_at && <Countdown expiresAt={expires_at} clockOffset={clockOffset} onEnd={onExpired} />}
          <CopyCode name="pix" label={texts.pix.code} code={payload} button={texts.pix.copy} next={texts.pix.copied_next} />
        </div>
        <figure className="fatura-pix__qr">
          <img src={imageOf(qr_svg)} alt={texts.pix.qr} width={232} height={232} data-testid="pix-qr" />
          <figcaption>{texts.pix.qr_hint}</figcaption>
        </figure>
        <section className="fatura-steps" aria-labelledby={headingId}>
          <Heading id={headingId}>{texts.pix.steps}</Heading>
          <ol>
            <li><Words text={texts.pix.step_open} /></li>
            <li><Words text={texts.pix.step_paste} /></li>
            <li><Words text={name ? texts.pix.step_confirm_name : texts.pix.step_confirm} values={values} /></li>
          </ol>
        </section>
      </div>
    </section>
  )
}
