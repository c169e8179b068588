import { useState } from "react"
import type { CartItem } from "../api/types"
import { Link } from "../app/router"
import { paths } from "../app/routes"
import { ProductImage } from "../catalog/product-image"
import { ErrorPanel } from "../ui/error-panel"
import { BagIcon } from "../ui/icons"
import { errorWords, formatMoney } from "../ui/words"
import { QuantityStepper } from "../ui/quantity-stepper"
import { Spinner } from "../ui/spinner"
import { useTitle } from "../ui/use-title"
import { useCart } from "./cart-context"
import { TotalsList } from "./totals-list"

export function CartPage() {
  const { state, error, cart, reload } = useCart()
  useTitle("Carrinho")

  if (state === "loading") return <Spinner label="Carregando o carrinho..." />
  if (state === "failed") return <ErrorPanel title="Não foi possível abrir o carrinho" text={errorWords(error)} onRetry={reload} />
  if (!cart?.items?.length) return <EmptyCart />
  return (
    <>
      <h1>Seu carrinho</h1>
      <div className="with-aside">
        <ul className="cart-lines">
          {cart.items.map((item) => <CartLine key={item.id} item={item} currency={cart.currency_code} />)}
        </ul>
        <aside className="card" aria-label="Resumo do carrinho">
          <h2>Resumo</h2>
          <TotalsList cart={cart} />
          <Link href={paths.checkout} className="button button--large button--wide" data-testid="go-to-checkout">Finalizar compra</Link>
          <Link href={paths.products} className="quiet-link">Continuar comprando</Link>
        </aside>
      </div>
    </>
  )
}

/** Shown on the cart page and at a checkout without anything to buy. */
export function EmptyCart() {
  return (
    <div className="empty" data-testid="cart-empty">
      <BagIcon size={48} />
      <h1>Seu carrinho está vazio</h1>
      <p>Que tal dar uma olhada na vitrine?</p>
      <Link className="button" href={paths.products}>Ver os produtos</Link>
    </div>
  )
}

function CartLine({ item, currency }: { item: CartItem; currency: string }) {
  const { setQuantity } = useCart()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState("")
  const title = item.product_title ?? item.title

  const change = async (quantity: number) => {
    setBusy(true)
    setProblem("")
    try {
      await setQuantity(item.id, quantity)
    } catch (error) {
      setProblem(errorWords(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <li className="cart-line card" data-testid="cart-line" aria-busy={busy}>
      <ProductImage src={item.thumbnail} title={title} className="cart-line__image" />
      <div className="cart-line__body">
        <p className="cart-line__title">
          {item.product_handle ? <Link href={paths.product(item.product_handle)}>{title}</Link> : title}
        </p>
        {item.variant_title && item.variant_title !== title && <p className="muted">{item.variant_title}</p>}
        <div className="cart-line__actions">
          <QuantityStepper label={title} value={item.quantity} min={1} disabled={busy} onChange={change} />
          <button type="button" className="text-button" disabled={busy} aria-label={`Remover ${title}`} data-testid="cart-remove" onClick={() => change(0)}>
            Remover
          </button>
        </div>
        {problem && <p className="form-problem" role="alert">{problem}</p>}
      </div>
      <p className="cart-line__total">{formatMoney(item.total, currency)}</p>
    </li>
  )
}
