import { useCallback, useRef, useState } from "react"
import type { PaymentDetails } from "../core/client"
import { errorText } from "../core/texts/words"
import type { SessionView } from "../core/types"
import { useFatura } from "./provider"

export type RenewalHandlers = {
  /** The session to show now. It has the same id when the present payment was paid meanwhile. */
  onSession: (session: SessionView) => void
  /** The order was cancelled, or has another price by the chosen method: a new cart with the same items. */
  onCart?: (cartId: string) => void
  /** It failed, and the present payment may be over: look at it again. */
  onFailed?: (error: unknown) => void
}

/** Starts another payment of the same order, one at a time. The server ends the present one first, so that only one can be paid. */
export function useRenewal(session: SessionView, { onSession, onCart, onFailed }: RenewalHandlers) {
  const { client, texts } = useFatura()
  const [busyWith, setBusyWith] = useState<string | null>(null)
  const [problem, setProblem] = useState("")
  // State changes too late to stop the second half of a double click.
  const running = useRef(false)

  /** Answers whether it worked. */
  const renew = async (providerId: string, details: PaymentDetails = {}): Promise<boolean> => {
    if (running.current || !session.order_id) return false
    running.current = true
    setBusyWith(providerId)
    setProblem("")
    try {
      const renewed = await client.renew(session.order_id, { providerId, ...details })
      if (renewed.session) onSession(renewed.session)
      else onCart?.(renewed.cart.id)
      return true
    } catch (error) {
      setProblem(errorText(error, texts))
      onFailed?.(error)
      return false
    } finally {
      running.current = false
      setBusyWith(null)
    }
  }

  const forgetProblem = useCallback(() => setProblem(""), [])
  return { renew, busyWith, problem, forgetProblem }
}

export type Renewal = ReturnType<typeof useRenewal>
