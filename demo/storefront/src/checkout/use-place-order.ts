import { useRef, useState } from "react"
import { ApiError } from "../api/api-error"
import { errorWords } from "../api/error-words"
import { memory } from "../app/memory"
import { navigate } from "../app/router"
import { paths } from "../app/routes"
import { useShop } from "../app/shop-context"
import type { CardForm } from "../card/use-card-form"
import { useCart } from "../cart/cart-context"
import { formatMoney } from "../ui/money"
import { clearDraft } from "./draft"
import { type OrderInput, placeOrder, type PlaceOrderStep, TotalChanged } from "./place-order"
import { fieldErrorsOf, placeFieldErrors } from "./server-fields"
import type { CheckoutForm } from "./use-checkout-form"

/** Runs the order once at a time and puts what goes wrong where the shopper can mend it. */
export function usePlaceOrder(form: CheckoutForm, card: CardForm) {
  const { client } = useShop()
  const { forget, inTurn, reload } = useCart()
  const [step, setStep] = useState<PlaceOrderStep | null>(null)
  const [problem, setProblem] = useState("")
  // State changes too late to stop the second half of a double click.
  const running = useRef(false)

  const showFailure = (error: unknown) => {
    if (error instanceof TotalChanged) {
      reload()
      setProblem(`O total mudou para ${formatMoney(error.cart.total, error.cart.currency_code)}. Confira e finalize de novo.`)
      return
    }
    const fields = placeFieldErrors(error instanceof ApiError ? fieldErrorsOf(error) : [])
    const named = Object.keys(fields.errors).length > 0 || Object.keys(fields.card).length > 0
    if (named) {
      form.showServerErrors(fields.errors)
      card.showErrors(fields.card)
    }
    setProblem(named ? ["Confira os campos marcados.", ...fields.rest].join(" ") : fields.rest.join(" ") || errorWords(error))
  }

  const place = async (input: OrderInput) => {
    if (running.current) return
    running.current = true
    setProblem("")
    try {
      const sessionId = await inTurn(() => placeOrder(client, input, setStep))
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
