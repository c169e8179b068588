import { useState } from "react"
import { own } from "../core/own"
import { shownStatus } from "../core/shown-status"
import type { FaturaTexts } from "../core/texts/types"
import type { PaymentMethod, SessionStatus, SessionView } from "../core/types"
import { classes } from "./classes"
import type { HeadingLevel } from "./heading"
import { OtherMethod } from "./other-method"
import { useTexts } from "./provider"
import { type RenewalHandlers, useRenewal } from "./use-renewal"

const SAME_METHOD: Record<PaymentMethod, keyof FaturaTexts["again"] | null> = { pix: "same_pix", boleto: "same_boleto", card: null }

export type SecondChanceProps = RenewalHandlers & {
  session: SessionView
  /** As `usePaymentSession` tells it; default: by the session alone. */
  status?: SessionStatus
  /** Level of the heading "Pay another way". Default: 2. */
  headingLevel?: HeadingLevel
  className?: string
}

/**
 * A second chance on the same order: a new code where the present one is over, or another method at any time.
 * Shows nothing where the store offers none (`can_renew`).
 */
export function SecondChance({ session, status = shownStatus(session), headingLevel, className, ...handlers }: SecondChanceProps) {
  const { again: texts } = useTexts()
  const renewal = useRenewal(session, handlers)
  const [open, setOpen] = useState(false)
  if (!session.can_renew || !session.order_id || status === "issuing") return null

  const waiting = status === "awaiting_payment"
  const busy = renewal.busyWith !== null
  const same = waiting ? null : own(SAME_METHOD, session.method) ?? null
  const name = classes("fatura", "fatura-again", className)
  if (open) return <div className={name}><OtherMethod session={session} waiting={waiting} renewal={renewal} onClose={() => setOpen(false)} headingLevel={headingLevel} /></div>
  return (
    <div className={name}>
      <div className="fatura-buttons">
        {same && (
          <button type="button" className="fatura-button fatura-button--large" aria-busy={busy} data-testid="renew-payment" onClick={() => void renewal.renew(`pp_${session.method}_fatura`)}>
            {busy ? texts.busy : texts[same]}
          </button>
        )}
        <button type="button" className="fatura-button fatura-button--outline" disabled={busy} data-testid="other-method" onClick={() => setOpen(true)}>
          {session.method === "card" ? texts.other_card : texts.other}
        </button>
      </div>
      <div role="alert">{renewal.problem && <p className="fatura-problem" data-testid="renew-error">{renewal.problem}</p>}</div>
    </div>
  )
}
