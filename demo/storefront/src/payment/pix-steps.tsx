import type { PaymentView } from "../api/types"
import { formatMoney } from "../ui/money"

/** How to pay, in three steps. */
export function PixSteps({ view }: { view: PaymentView }) {
  const amount = formatMoney(view.amount, view.currency_code)
  return (
    <section className="pix-steps" aria-labelledby="pix-steps-title">
      <h2 id="pix-steps-title">Como pagar</h2>
      <ol>
        <li>Abra o app do seu banco e entre na área <strong>Pix</strong>.</li>
        <li>Escolha <strong>Pix copia e cola</strong> e cole o código, ou leia o <strong>QR code</strong> com a câmera.</li>
        <li>Confira {view.payee?.name ? <>o nome <strong>{view.payee.name}</strong> e </> : null}o valor <strong>{amount}</strong> e confirme.</li>
      </ol>
    </section>
  )
}
