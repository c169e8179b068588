import { useCallback, useEffect, useState } from "react"
import type { CheckoutOptions } from "../core/types"
import { useFatura } from "./provider"

export type LoadedOptions = {
  /** What the store said last; null until it has said so. Kept while a newer answer is on its way. */
  options: CheckoutOptions | null
  loading: boolean
  error: unknown
  reload: () => void
}

type Subject = { cartId?: string | null; sessionId?: string | null; /** The total: another one is asked about again. */ total?: number }

/** What the store offers for a cart, or for an order that is placed already (by its session). Without either it asks nothing. */
export function useCheckoutOptions({ cartId, sessionId, total }: Subject): LoadedOptions {
  const { client } = useFatura()
  const [options, setOptions] = useState<CheckoutOptions | null>(null)
  const [state, setState] = useState<{ loading: boolean; error: unknown }>({ loading: true, error: null })
  const [turn, setTurn] = useState(0)

  useEffect(() => {
    if (!cartId && !sessionId) return
    let current = true
    setState({ loading: true, error: null })
    client.checkoutOptions(cartId ? { cartId } : { sessionId: sessionId! }).then(
      (found) => {
        if (!current) return
        setOptions(found)
        setState({ loading: false, error: null })
      },
      (error: unknown) => { if (current) setState({ loading: false, error }) },
    )
    return () => { current = false }
  }, [client, cartId, sessionId, total, turn])

  const reload = useCallback(() => setTurn((before) => before + 1), [])
  return { options, ...state, reload }
}
