import { useRef, useState } from "react"
import { fieldFaultsOf, TotalChanged } from "medusa-payment-fatura/storefront"
import type { CardFormState } from "medusa-payment-fatura/storefront/react"
import { memory } from "../app/memory"
import { navigate } from "../app/router"
import { paths } from "../app/routes"
import { useShop } from "../app/shop-context"
import { useCart } from "../cart/cart-context"
import { errorWords, formatMoney } from "../ui/words"
import { clearDraft } from "./draft"
import { type OrderInput, placeOrder, type Step } from "./place-order"
import { placeFieldErrors } from "./server-fields"
import type { CheckoutForm } from "./use-checkout-form"

/** Runs the order once at a time and puts what goes wrong where the shopper can mend it. */
export function usePlaceOrder(form: CheckoutForm, card: CardFormState) {
  const { client, fatura } = useShop()
  const { forget, inTurn, reload } = useCart()
  const [step, setStep] = useState<Step | null>(null)
  const [problem, setProblem] = useState("")
  // State changes too late to stop the second half of a double click.
  const running = useRef(false)

  const showFailure = (error: unknown) => {
    if (error instanceof TotalChanged) {
      reload()
      setProblem(`O total mudou para ${formatMoney(error.total, error.currencyCode)}. Confira e finalize de novo.`)
      return
    }
    const faults = fieldFaultsOf(error)
    const { errors, rest } = placeFieldErrors(faults)
    const formNamed = Object.keys(errors).length > 0
    if (formNamed) form.showServerErrors(errors)
    const nowhere = card.showFaults(rest, { focus: !formNamed }).map(({ message }) => message)
    const named = nowhere.length < faults.length
    setProblem(named ? ["Confira os campos marcados.", ...nowhere].join(" ") : nowhere.join(" ") || errorWords(error))
  }

  const place = async (input: OrderInput) => {
    if (running.current) return
    running.current = true
    setProblem("")
    try {
      const sessionId = await inTurn(() => placeOrder(client, fatura, input, setStep))
      memory.setPendingSession(sessionId)
      clearDraft()
      // Replaced, so that "back" leads to the cart and not into the form of an order that is placed.
      navigate(paths.payment(sessionId), { replace: true })
      forget()
    } catch (error) {
      if (input.card) card.forgetToken()
      showFailure(error)
    } finally {
      running.current = false
      setStep(null)
    }
  }

  return { place, step, problem, setProblem }
}
