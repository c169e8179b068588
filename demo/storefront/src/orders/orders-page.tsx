import { FaturaError } from "medusa-payment-fatura/storefront"
import { useState } from "react"
import type { Order } from "../api/types"
import { memory } from "../app/memory"
import { Link, navigate } from "../app/router"
import { paths } from "../app/routes"
import { useShop } from "../app/shop-context"
import { useCart } from "../cart/cart-context"
import { ErrorPanel } from "../ui/error-panel"
import { Spinner } from "../ui/spinner"
import { useLoad } from "../ui/use-load"
import { useReturn } from "../ui/use-return"
import { useTitle } from "../ui/use-title"
import { errorWords, formatMoney } from "../ui/words"
import { LogInForm } from "./log-in-form"
import { newestSession, orderStatus } from "./order-status"

/** The customer's orders, each with the way to its payment. */
export function OrdersPage() {
  const [loggedIn, setLoggedIn] = useState(memory.token() !== null)
  useTitle("Meus pedidos")
  const logOut = () => {
    memory.setToken(null)
    setLoggedIn(false)
  }
  return (
    <>
      <div className="orders-head">
        <h1>Meus pedidos</h1>
        {loggedIn && <button type="button" className="text-button" onClick={logOut} data-testid="log-out">Sair</button>}
      </div>
      {loggedIn ? <OrderList onLoggedOut={logOut} /> : <LogInForm onDone={() => setLoggedIn(true)} />}
    </>
  )
}

function OrderList({ onLoggedOut }: { onLoggedOut: () => void }) {
  const { client } = useShop()
  const orders = useLoad(client.orders)
  useReturn(orders.refresh)
  if (orders.state === "loading") return <Spinner label="Buscando seus pedidos..." />
  if (orders.state === "failed") {
    const expired = orders.error instanceof FaturaError && orders.error.status === 401
    return <ErrorPanel title={expired ? "Entre de novo" : "Não foi possível mostrar os pedidos"} text={expired ? "Sua sessão terminou." : errorWords(orders.error)} onRetry={expired ? onLoggedOut : orders.reload} />
  }
  if (orders.value.length === 0) return <div className="empty"><p>Você ainda não fez nenhum pedido.</p><Link className="button" href={paths.products}>Ver os produtos</Link></div>
  return <ul className="orders">{orders.value.map((order) => <OrderRow key={order.id} order={order} />)}</ul>
}

function OrderRow({ order }: { order: Order }) {
  const { words, action } = orderStatus(order)
  const session = newestSession(order)
  const date = new Intl.DateTimeFormat("pt-BR", { dateStyle: "medium" }).format(new Date(order.created_at))
  const items = (order.items ?? []).map((item) => `${item.quantity} × ${item.product_title ?? item.title}`).join(", ")
  return (
    <li className="card order-row" data-testid="order-row" data-order={order.id}>
      <div className="order-row__head"><strong>Pedido #{order.display_id}</strong><strong>{formatMoney(order.total, order.currency_code)}</strong></div>
      <p className="muted">{date} · <span data-testid="order-status">{words}</span></p>
      {items && <p>{items}</p>}
      <div className="order-row__actions">
        {action === "buy_again" && <BuyAgain orderId={order.id} />}
        {action !== "buy_again" && session && (
          <Link className={`button ${action === "pay" ? "" : "button--outline"}`} href={paths.payment(session)} data-testid={action === "pay" ? "order-pay" : "order-look"}>
            {action === "pay" ? "Pagar agora" : "Ver pagamento"}
          </Link>
        )}
      </div>
    </li>
  )
}

/** A cancelled order's items, in a new cart. */
function BuyAgain({ orderId }: { orderId: string }) {
  const { fatura } = useShop()
  const { reload } = useCart()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState("")

  const buy = async () => {
    if (busy) return
    setBusy(true)
    setProblem("")
    try {
      const { cart } = await fatura.renew(orderId)
      if (cart) memory.setCartId(cart.id)
      reload()
      navigate(paths.cart)
    } catch (error) {
      setProblem(errorWords(error))
      setBusy(false)
    }
  }

  return (
    <>
      <button type="button" className="button button--outline" aria-busy={busy} onClick={buy} data-testid="order-buy-again">{busy ? "Um momento..." : "Comprar de novo"}</button>
      <div role="alert">{problem && <p className="form-problem">{problem}</p>}</div>
    </>
  )
}
