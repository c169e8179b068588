import { formatMoney } from "../ui/money"
import { CopyCode } from "./copy-code"
import { Countdown } from "./countdown"
import type { PanelProps } from "./payment-panels"
import { PixSteps } from "./pix-steps"

/** Everything needed to pay by Pix. On a phone the code to copy comes first: its camera cannot read its own screen. */
export function PixPanel({ view, clockOffset, onExpired }: PanelProps) {
  if (!view.pix) return null
  const { payload, qr_svg, expires_at } = view.pix
  return (
    <section className="pix card" aria-label="Pagar com Pix" data-testid="pix-panel">
      <div className="pix__code">
        <p className="pix__amount"><span className="visually-hidden">Valor: </span>{formatMoney(view.amount, view.currency_code)}</p>
        {expires_at && <Countdown expiresAt={expires_at} clockOffset={clockOffset} onEnd={onExpired} />}
        <CopyCode
          name="pix" label="Código Pix copia e cola" code={payload} button="Copiar código Pix"
          copiedWords="Agora abra o app do seu banco e cole o código."
        />
      </div>
      <figure className="pix__qr">
        {/* As an image and not as markup: nothing inside the drawing can run in this page. */}
        <img src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(qr_svg)}`} alt="QR code do Pix" width={232} height={232} data-testid="pix-qr" />
        <figcaption>Ou leia o QR code com o app do banco</figcaption>
      </figure>
      <PixSteps view={view} />
    </section>
  )
}
