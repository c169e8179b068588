import { shownStatus } from "../core/shown-status"
import { type Tone, toneOf } from "../core/status-facts"
import { statusText } from "../core/texts/words"
import type { SessionStatus, SessionView } from "../core/types"
import { classes } from "./classes"
import { Icon, type IconName } from "./icons"
import { useTexts } from "./provider"

const ICONS: Record<Tone, IconName> = { waiting: "clock", good: "check", bad: "alert", neutral: "clock" }

export type PaymentStatusProps = {
  session: SessionView
  /** As `usePaymentSession` tells it; default: by the session alone. */
  status?: SessionStatus
  className?: string
}

/** How a payment stands, in words. Keep it in the page while it changes: only then is the change read out. */
export function PaymentStatus({ session, status = shownStatus(session), className }: PaymentStatusProps) {
  const { title, text } = statusText(useTexts(), status, session.method)
  const tone = toneOf(status)
  return (
    <div className={classes("fatura", "fatura-status", className)} role="status" data-tone={tone} data-testid="payment-status" data-status={status}>
      <span className="fatura-status__icon" aria-hidden="true"><Icon name={ICONS[tone]} /></span>
      <div>
        <p className="fatura-status__title">{title}</p>
        <p>{text}</p>
      </div>
    </div>
  )
}
