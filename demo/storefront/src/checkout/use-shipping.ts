import { useCallback, useEffect, useRef, useState } from "react"
import { errorWords } from "../ui/words"
import type { ShippingOption } from "../api/types"
import { useShop } from "../app/shop-context"
import { useCart } from "../cart/cart-context"
import { checkField, type FormValues } from "./form-fields"
import { digitsOf } from "./masks"

export type Shipping = {
  state: "needs_address" | "loading" | "ready" | "failed"
  options: ShippingOption[]
  selected: string | null
  problem: string
  /** True while the options or the total with the chosen one are still on their way. */
  busy: boolean
  choose: (optionId: string) => Promise<void>
  retry: () => void
}

const pauseAfterTyping = 500

/** Asks for the delivery options once CEP and state are known, and again when they change. The cheapest is chosen first. */
export function useShipping(values: FormValues): Shipping {
  const { client } = useShop()
  const { cart, update, chooseShipping } = useCart()
  const [state, setState] = useState<Shipping["state"]>("needs_address")
  const [options, setOptions] = useState<ShippingOption[]>([])
  const [selected, setSelected] = useState<string | null>(null)
  const [problem, setProblem] = useState("")
  const [saving, setSaving] = useState(0)
  const [attempt, setAttempt] = useState(0)
  const newest = useRef(0)
  const wanted = useRef<string | null>(cart?.shipping_methods?.[0]?.shipping_option_id ?? null)

  const known = !checkField("postal_code", values.postal_code) && !checkField("state", values.state)
  const postalCode = digitsOf(values.postal_code)
  const cartId = cart?.id

  const choose = useCallback(async (optionId: string) => {
    const turn = newest.current
    wanted.current = optionId
    setSelected(optionId)
    setProblem("")
    setSaving((count) => count + 1)
    try {
      await chooseShipping(optionId)
    } catch (error) {
      if (turn === newest.current) setProblem(errorWords(error))
    } finally {
      setSaving((count) => count - 1)
    }
  }, [chooseShipping])

  // Called through references: their identity changes with every new state of the cart.
  const calls = useRef({ update, choose })
  calls.current = { update, choose }

  useEffect(() => {
    const turn = ++newest.current
    const current = () => turn === newest.current
    if (!cartId || !known) {
      setState("needs_address")
      return
    }
    setState("loading")
    const load = async () => {
      try {
        await calls.current.update({ shipping_address: { country_code: "br", postal_code: postalCode, province: values.state } })
        const found = await client.shippingOptions(cartId)
        if (!current()) return
        setOptions(found)
        setState("ready")
        const kept = found.find((option) => option.id === wanted.current)
        const best = kept ?? found[0]
        if (best) await calls.current.choose(best.id)
        else setSelected(null)
      } catch (error) {
        if (!current()) return
        setProblem(errorWords(error))
        setState("failed")
      }
    }
    const timer = setTimeout(load, attempt === 0 ? pauseAfterTyping : 0)
    return () => {
      clearTimeout(timer)
      newest.current++
    }
  }, [attempt, cartId, client, known, postalCode, values.state])

  const retry = useCallback(() => setAttempt((count) => count + 1), [])
  return { state, options, selected, problem, busy: state === "loading" || saving > 0, choose, retry }
}
