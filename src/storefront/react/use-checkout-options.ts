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

type Subject = {
  cartId?: string | null
  sessionId?: string | null
  /** A price in decimal reais, for a product page. */
  amount?: number | null
  /** Whose providers are offered for a price. */
  regionId?: string
  /** The total of a cart: another one is asked about again. */
  total?: number
}

/** What the store offers for a cart, for an order that is placed already (by its session) or for a price. Without any it asks nothing. */
export function useCheckoutOptions({ cartId, sessionId, amount, regionId, total }: Subject): LoadedOptions {
  const { client } = useFatura()
  const [options, setOptions] = useState<CheckoutOptions | null>(null)
  const [state, setState] = useState<{ loading: boolean; error: unknown }>({ loading: true, error: null })
  const [turn, setTurn] = useState(0)

  useEffect(() => {
    const subject = cartId ? { cartId } : sessionId ? { sessionId } : amount ? { amount, regionId } : null
    if (!subject) return
    let current = true
    setState({ loading: true, error: null })
    client.checkoutOptions(subject).then(
      (found) => {
        if (!current) return
        setOptions(found)
        setState({ loading: false, error: null })
      },
      (error: unknown) => { if (current) setState({ loading: false, error }) },
    )
    return () => { current = false }
  }, [client, cartId, sessionId, amount, regionId, total, turn])

  const reload = useCallback(() => setTurn((before) => before + 1), [])
  return { options, ...state, reload }
}
