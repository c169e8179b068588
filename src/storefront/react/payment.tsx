import { type ReactNode, useEffect, useRef } from "react"
import { FaturaError } from "../core/error"
import { errorText } from "../core/texts/words"
import type { SessionStatus, SessionView } from "../core/types"
import { BoletoPanel } from "./boleto-panel"
import { CardSummary } from "./card-summary"
import { classes } from "./classes"
import type { HeadingLevel } from "./heading"
import { PaidCheck } from "./paid-check"
import { Payee } from "./payee"
import { PaymentStatus } from "./payment-status"
import { PixPanel } from "./pix-panel"
import { type Contact, useFatura } from "./provider"
import { SecondChance } from "./second-chance"
import { Spinner } from "./spinner"
import { type PaymentSession, usePaymentSession } from "./use-payment-session"

type PartsProps = {
  /** Another session has taken the place of this one: show it, for example by changing the page's address. */
  onRenewed: (session: SessionView) => void
  /** The order was cancelled and its items are in a new cart. */
  onCart?: (cartId: string) => void
  /** Beside the payment: the lines of the order, a note. */
  aside?: ReactNode
  /** What to do next when nothing is left to pay here: a link back to the shop. */
  next?: ReactNode
  /** Default: the contact of the `FaturaProvider`. */
  contact?: Contact
  /** Level of the headings inside. Default: 2. */
  headingLevel?: HeadingLevel
  className?: string
}

export type PaymentProps = PartsProps & {
  /** Its address is all that the page needs: it can be reloaded, kept open and shared between devices. */
  sessionId: string
  /** Each change of the shown status, also the first. */
  onStatus?: (status: SessionStatus, session: SessionView) => void
}

/** The whole page of a payment: how it stands, how to pay it, who is paid, and a second chance. */
export function Payment({ sessionId, onStatus, ...parts }: PaymentProps) {
  const { texts } = useFatura()
  const payment = usePaymentSession(sessionId)
  const { session, status, problem, refresh } = payment
  const tell = useRef(onStatus)
  tell.current = onStatus
  const latest = useRef(session)
  latest.current = session

  useEffect(() => {
    if (status && latest.current) tell.current?.(status, latest.current)
  }, [status, sessionId])

  if (session) return <PaymentParts payment={payment} {...parts} />
  if (!problem) return <div className="fatura"><Spinner label={texts.pay.opening} /></div>
  const unknown = problem instanceof FaturaError && problem.status === 404
  return (
    <div className="fatura fatura-card fatura-fault" role="alert" data-testid="payment-fault">
      <p className="fatura-status__title">{unknown ? texts.pay.not_found : texts.pay.failed}</p>
      <p>{unknown ? texts.pay.not_found_text : `${errorText(problem, texts)} ${texts.pay.still_trying}`}</p>
      {!unknown && <button type="button" className="fatura-button" onClick={refresh}>{texts.pay.retry}</button>}
      {unknown && parts.next}
    </div>
  )
}

export type PaymentPartsProps = PartsProps & { /** From `usePaymentSession`. */ payment: PaymentSession }

/** The same for a session that you follow yourself with `usePaymentSession`. */
export function PaymentParts({ payment, onRenewed, onCart, aside, next, contact, headingLevel, className }: PaymentPartsProps) {
  const { texts } = useFatura()
  const { session, status, problem, refresh, show } = payment
  if (!session || !status) return null
  const paying = session.next_step === "pay" && status === session.status
  const acting = session.next_step === "act" && session.action_url?.startsWith("https://")
  const over = status !== "issuing" && !paying && !acting && !session.can_renew

  const renewed = (newer: SessionView) => {
    // The present payment may have been paid meanwhile: then it is the answer, and this page shows it.
    if (newer.id === session.id) show(newer)
    else onRenewed(newer)
  }

  const secondChance = <SecondChance session={session} status={status} onSession={renewed} onCart={onCart} onFailed={refresh} headingLevel={headingLevel} />

  return (
    <div className={classes("fatura", "fatura-payment", className)} data-paying={paying || status === "issuing" || undefined}>
      <PaymentStatus session={session} status={status} />
      <p className="fatura-notice" role="status" data-testid="connection-notice">{problem ? texts.pay.no_connection : ""}</p>
      <div className="fatura-payment__columns">
        <div className="fatura-payment__main">
          {status === "issuing" && <div className="fatura-card fatura-issuing" aria-hidden="true"><span className="fatura-spinner__ring" /></div>}
          {paying && <Code session={session} payment={payment} headingLevel={headingLevel} />}
          <CardSummary session={session} />
          {acting && <a className="fatura-button fatura-button--large" href={session.action_url} data-testid="payment-action">{texts.pay.act}</a>}
          {session.next_step === "contact" && <p className="fatura-muted">{texts.pay.contact_us}</p>}
          {!paying && secondChance}
          {over && next}
        </div>
        <div className="fatura-payment__side">
          {paying && <PaidCheck sessionId={session.id} onSession={show} />}
          <Payee payee={session.payee} method={session.method} contact={contact} />
          {aside}
        </div>
        {/* Below a code that can be paid, above all else when there is none. */}
        {paying && <div className="fatura-payment__again">{secondChance}</div>}
      </div>
    </div>
  )
}

/** What is paid with. A card is paid at the checkout and has nothing here. */
function Code({ session, payment, headingLevel }: { session: SessionView; payment: PaymentSession; headingLevel?: HeadingLevel }) {
  if (session.method === "pix") return <PixPanel session={session} clockOffset={payment.clockOffset} onExpired={payment.expire} headingLevel={headingLevel} />
  return session.method === "boleto" ? <BoletoPanel session={session} headingLevel={headingLevel} /> : null
}
