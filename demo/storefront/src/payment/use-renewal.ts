import { useRef, useState } from "react"
import { errorWords } from "../api/error-words"
import type { CardToPay, PaymentView } from "../api/types"
import { memory } from "../app/memory"
import { navigate } from "../app/router"
import { paths } from "../app/routes"
import { useShop } from "../app/shop-context"

/**
 * Starts another payment of the same order. The server ends the present one first, so that only one can be paid:
 * after a failure the present one may be over, and `refresh` has it looked at again.
 */
export function useRenewal(view: PaymentView, refresh: () => void) {
  const { client } = useShop()
  const [busyWith, setBusyWith] = useState<string | null>(null)
  const [problem, setProblem] = useState("")
  // State changes too late to stop the second half of a double click.
  const running = useRef(false)

  /** Answers whether it worked; the page of the new payment is shown then. */
  const renew = async (providerId: string, card?: CardToPay): Promise<boolean> => {
    if (running.current || !view.order_id) return false
    running.current = true
    setBusyWith(providerId)
    setProblem("")
    try {
      const session = await client.renewPayment(view.order_id, providerId, card)
      const before = memory.orderOfSession(view.id)
      if (before) memory.rememberOrder({ ...before, sessionId: session.id })
      memory.setPendingSession(session.id)
      // The present payment may have been paid meanwhile: then it is the answer, and this page shows it.
      if (session.id === view.id) refresh()
      else navigate(paths.payment(session.id), { replace: true })
      return true
    } catch (error) {
      setProblem(errorWords(error))
      refresh()
      return false
    } finally {
      running.current = false
      setBusyWith(null)
    }
  }

  return { renew, busyWith, problem, setProblem }
}

export type Renewal = ReturnType<typeof useRenewal>
