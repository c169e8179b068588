import { useState } from "react"
import type { PaymentView } from "../api/types"
import { OtherMethodForm } from "./other-method-form"
import { useRenewal } from "./use-renewal"

const newOfSameMethod: Record<string, string | undefined> = { pix: "Gerar novo código", boleto: "Gerar novo boleto" }

/** A second chance on the same order: a new code where the present one is over, or another method at any time. */
export function RenewActions({ view, waiting, refresh }: { view: PaymentView; waiting: boolean; refresh: () => void }) {
  const renewal = useRenewal(view, refresh)
  const [open, setOpen] = useState(false)
  const sameMethod = waiting ? undefined : newOfSameMethod[view.method]
  const providerId = `pp_${view.method}_fatura`

  if (open) return <OtherMethodForm view={view} waiting={waiting} renewal={renewal} onClose={() => setOpen(false)} />
  return (
    <div className="renew">
      {sameMethod && (
        <button type="button" className="button button--large" aria-busy={renewal.busyWith !== null} data-testid="renew-payment" onClick={() => void renewal.renew(providerId)}>
          {renewal.busyWith ? "Gerando..." : sameMethod}
        </button>
      )}
      <button type="button" className="button button--outline" disabled={renewal.busyWith !== null} data-testid="other-method" onClick={() => setOpen(true)}>
        {view.method === "card" ? "Pagar com outro cartão ou outro meio" : "Pagar com outro meio"}
      </button>
      <div role="alert">{renewal.problem && <p className="form-problem" data-testid="renew-error">{renewal.problem}</p>}</div>
    </div>
  )
}
