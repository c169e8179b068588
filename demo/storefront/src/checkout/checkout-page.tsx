import { CardForm, useCardForm } from "medusa-payment-fatura/storefront/react"
import { type FormEvent, useEffect, useState } from "react"
import { errorWords } from "../ui/words"
import type { Cart } from "../api/types"
import { memory } from "../app/memory"
import { Link, navigate } from "../app/router"
import { paths } from "../app/routes"
import { useCart } from "../cart/cart-context"
import { EmptyCart } from "../cart/cart-page"
import { ErrorPanel } from "../ui/error-panel"
import { BackIcon } from "../ui/icons"
import { Spinner } from "../ui/spinner"
import { useTitle } from "../ui/use-title"
import { AddressSection } from "./address-section"
import { ContactSection } from "./contact-section"
import { addressOf, emailOf, payerOf } from "./order-data"
import { OrderSummary } from "./order-summary"
import { PaymentSection } from "./payment-section"
import type { Step } from "./place-order"
import { ShippingSection } from "./shipping-section"
import { useCheckoutForm } from "./use-checkout-form"
import { useDiscount } from "./use-discount"
import { useKnownCustomer } from "./known-customer"
import { useMethods } from "./use-methods"
import { usePlaceOrder } from "./use-place-order"
import { useShipping } from "./use-shipping"

const stepWords: Record<Step, string> = {
  address: "Enviando seus dados...",
  payment: "Preparando o pagamento...",
  order: "Gerando seu pedido...",
}

export function CheckoutPage() {
  const { state, error, cart, reload } = useCart()
  // Taken at once: a remembered cart that turns out to be an order is forgotten while it is loaded.
  const [cartId] = useState(memory.cartId)
  useTitle("Finalizar compra")

  const attempt = state === "ready" && !cart && cartId ? memory.orderOfCart(cartId) : undefined
  const orderedSession = attempt?.sessionId
  useEffect(() => {
    // The order went through, but the page was reloaded before it could show the payment.
    if (orderedSession) navigate(paths.payment(orderedSession), { replace: true })
  }, [orderedSession])

  if (state === "loading" && !cart) return <Spinner label="Abrindo o checkout..." />
  if (state === "failed") return <ErrorPanel title="Não foi possível abrir o checkout" text={errorWords(error)} onRetry={reload} />
  if (orderedSession) return <Spinner label="Abrindo seu pedido..." />
  if (!cart?.items?.length) return <EmptyCart />
  return <CheckoutForm cart={cart} />
}

function CheckoutForm({ cart }: { cart: Cart }) {
  const form = useCheckoutForm()
  const shipping = useShipping(form.values)
  const offer = useMethods(cart)
  useKnownCustomer(form.prefill)
  const [chosenMethod, setChosenMethod] = useState<string | null>(null)
  const [missing, setMissing] = useState({ shipping: "", payment: "" })
  const usable = offer.methods.filter(({ available }) => available)
  const option = usable.find(({ provider_id }) => provider_id === chosenMethod) ?? usable[0]
  const method = option?.provider_id ?? null
  const byCard = option?.method === "card"
  const discount = useDiscount(usable, method)
  const card = useCardForm({ tokenization: byCard ? offer.tokenization : undefined, plans: option?.installments ?? [] })
  const { place, step, problem, setProblem } = usePlaceOrder(form, card)
  const shippingChosen = shipping.state === "ready" ? shipping.selected : null

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (step) return
    const fieldsRight = form.submit()
    const cardToPay = byCard ? card.submit({ focus: fieldsRight }) : undefined
    const cardRight = cardToPay !== null
    setMissing({
      shipping: shippingChosen || shipping.state !== "ready" ? "" : "Escolha como quer receber o pedido.",
      payment: method ? "" : "Escolha como quer pagar.",
    })
    setProblem(fieldsRight && cardRight && shippingChosen && method ? "" : "Confira o que está marcado acima.")
    if (!fieldsRight || !cardRight || !shippingChosen || !method) return
    void place({
      cartId: cart.id,
      email: emailOf(form.values),
      address: addressOf(form.values),
      payer: form.payerId ? { id: form.payerId } : { ...payerOf(form.values), save: form.savesPayer || undefined },
      card: cardToPay,
      shippingOptionId: shippingChosen,
      providerId: method,
      shownTotal: cart.total,
    })
  }

  return (
    <>
      <Link href={paths.cart} className="back-link"><BackIcon size={18} /> Voltar ao carrinho</Link>
      <h1>Finalizar compra</h1>
      <form className="with-aside" noValidate onSubmit={submit} onChange={() => setProblem("")} data-testid="checkout-form" {...card.formProps}>
        {/* Closed while the order is made: what is being sent must be what is on the screen. */}
        <fieldset className="checkout-sections" disabled={step !== null}>
          <legend className="visually-hidden">Dados do pedido</legend>
          <ContactSection form={form} savedPayers={offer.savedPayers} />
          <AddressSection form={form} />
          <ShippingSection shipping={shipping} currency={cart.currency_code} problem={shippingChosen ? "" : missing.shipping} />
          <PaymentSection offer={offer} selected={method} onSelect={setChosenMethod} currency={cart.currency_code} problem={method ? (discount.problem ? errorWords(discount.problem) : "") : missing.payment}>
            {byCard && <CardForm card={card} currencyCode={cart.currency_code} statementDescriptor={offer.statementDescriptor} />}
          </PaymentSection>
        </fieldset>
        <aside className="card summary" aria-label="Resumo do pedido">
          <OrderSummary cart={cart} />
          <button
            type="submit" className="button button--large button--wide" data-testid="place-order"
            disabled={shipping.busy || discount.busy} aria-disabled={step !== null} aria-busy={step !== null}
          >
            {step ? stepWords[step] : shipping.busy ? "Calculando o frete..." : discount.busy ? "Calculando o total..." : "Finalizar pedido"}
          </button>
          <div role="alert" aria-live="assertive">
            {problem && <p className="form-problem" data-testid="checkout-error">{problem}</p>}
          </div>
          <p className="muted small">Loja de demonstração: nada será cobrado nem enviado.</p>
        </aside>
      </form>
    </>
  )
}
