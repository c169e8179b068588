import { useEffect, useRef, useState } from "react"
import type { MethodOption } from "medusa-payment-fatura/storefront"
import { useCart } from "../cart/cart-context"

/** Keeps the chosen method's discount in the cart, so that the total on the screen is the one that will be paid. */
export function useDiscount(methods: MethodOption[], chosen: string | null): { busy: boolean; problem: unknown } {
  const { chooseMethod } = useCart()
  const [told, setTold] = useState<{ provider: string | null; problem: unknown }>({ provider: null, problem: null })
  const wanted = methods.some(({ discount }) => discount) ? chosen : null

  // Another function after each change of the cart.
  const choose = useRef(chooseMethod)
  choose.current = chooseMethod

  useEffect(() => {
    if (!wanted || wanted === told.provider) return
    let current = true
    const tell = (problem: unknown) => { if (current) setTold({ provider: wanted, problem }) }
    choose.current(wanted).then(() => tell(null), tell)
    return () => { current = false }
  }, [wanted, told.provider])

  return { busy: wanted !== null && wanted !== told.provider, problem: told.problem }
}
