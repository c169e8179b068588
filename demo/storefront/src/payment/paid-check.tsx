import { useState } from "react"
import { ApiError } from "../api/api-error"
import { errorWords } from "../api/error-words"
import type { PaymentView } from "../api/types"
import { useShop } from "../app/shop-context"

type Props = { sessionId: string; onView: (view: PaymentView) => void; onChecked: () => void }

/** "Já paguei": asks the store to look at the payment now. */
export function PaidCheck({ sessionId, onView, onChecked }: Props) {
  const { client } = useShop()
  const [checking, setChecking] = useState(false)
  const [words, setWords] = useState("")

  const check = async () => {
    if (checking) return
    setChecking(true)
    setWords("")
    try {
      const { session } = await client.checkPayment(sessionId)
      if (session) onView(session)
      setWords("Ainda não recebemos a confirmação. Ela costuma chegar em segundos, e esta página avisa.")
    } catch (error) {
      const tooSoon = error instanceof ApiError && error.status === 429
      setWords(tooSoon ? "Acabamos de verificar. Espere um minuto para pedir de novo; esta página avisa assim que o pagamento chegar." : errorWords(error))
    } finally {
      setChecking(false)
      onChecked()
    }
  }

  return (
    <div className="paid-check">
      <button type="button" className="button button--outline button--wide" aria-busy={checking} data-testid="pix-already-paid" onClick={check}>
        {checking ? "Verificando..." : "Já paguei"}
      </button>
      <p role="status" className="paid-check__words" data-testid="pix-check-result">{words}</p>
    </div>
  )
}
