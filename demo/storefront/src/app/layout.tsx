import { type ReactNode, useEffect, useRef } from "react"
import { useCart } from "../cart/cart-context"
import { countItems } from "../cart/cart-totals"
import { PendingOrderStrip } from "../payment/pending-order-strip"
import { BagIcon, BoxIcon, LogoMark } from "../ui/icons"
import { Link } from "./router"
import { paths, type Route } from "./routes"

/** Header, footer and the frame around every page. Moves the focus to the new page after a navigation. */
export function Layout({ route, children }: { route: Route; children: ReactNode }) {
  const main = useRef<HTMLElement>(null)
  const routeKey = JSON.stringify(route)
  const shownRoute = useRef(routeKey)

  useEffect(() => {
    // Not on the first page: there the browser's own focus is right.
    if (shownRoute.current === routeKey) return
    shownRoute.current = routeKey
    main.current?.focus({ preventScroll: true })
  }, [routeKey])

  return (
    <>
      <a className="skip-link" href="#conteudo">Pular para o conteúdo</a>
      <Header />
      {route.page !== "payment" && <PendingOrderStrip />}
      <main id="conteudo" ref={main} tabIndex={-1} className="page">{children}</main>
      <Footer />
    </>
  )
}

function Header() {
  const { cart } = useCart()
  const count = countItems(cart)
  return (
    <header className="site-header">
      <div className="site-header__inner">
        <Link href={paths.products} className="brand" aria-label="Loja Ipê, página inicial">
          <LogoMark />
          <span>Loja Ipê</span>
        </Link>
        <nav className="site-nav" aria-label="Minha loja">
          <Link href={paths.orders} className="cart-link" data-testid="orders-link">
            <BoxIcon />
            <span className="cart-link__text">Meus pedidos</span>
          </Link>
          <Link href={paths.cart} className="cart-link" data-testid="cart-link">
            <BagIcon />
            <span className="cart-link__text">Carrinho</span>
            {count > 0 && <span className="cart-link__count" data-testid="cart-count">{count}</span>}
            <span className="visually-hidden">{count === 0 ? "vazio" : count === 1 ? "item" : "itens"}</span>
          </Link>
        </nav>
      </div>
    </header>
  )
}

function Footer() {
  return (
    <footer className="site-footer">
      <div className="site-footer__inner" data-testid="demo-notice">
        <p><strong>Esta é uma loja de demonstração.</strong></p>
        <p>
          Nenhum produto é vendido ou enviado, e nenhum pagamento é real. Não use dados pessoais
          verdadeiros: um CPF de teste válido serve.
        </p>
      </div>
    </footer>
  )
}
