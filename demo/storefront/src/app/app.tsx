import { CartProvider } from "../cart/cart-context"
import { CartPage } from "../cart/cart-page"
import { ProductPage } from "../catalog/product-page"
import { ProductsPage } from "../catalog/products-page"
import { CheckoutPage } from "../checkout/checkout-page"
import { OrdersPage } from "../orders/orders-page"
import { PaymentPage } from "../payment/payment-page"
import { ToastProvider } from "../ui/toast"
import { Layout } from "./layout"
import { NotFoundPage } from "./not-found-page"
import { usePath } from "./router"
import { matchRoute, type Route } from "./routes"
import { ShopProvider } from "./shop-context"

export function App() {
  return (
    <ShopProvider>
      <ToastProvider>
        <CartProvider>
          <CurrentPage />
        </CartProvider>
      </ToastProvider>
    </ShopProvider>
  )
}

function CurrentPage() {
  const route = matchRoute(usePath())
  return <Layout route={route}>{pageOf(route)}</Layout>
}

// The keys make React start afresh when only the parameter of a page changes.
function pageOf(route: Route) {
  if (route.page === "products") return <ProductsPage />
  if (route.page === "product") return <ProductPage key={route.handle} handle={route.handle} />
  if (route.page === "cart") return <CartPage />
  if (route.page === "checkout") return <CheckoutPage />
  if (route.page === "orders") return <OrdersPage />
  if (route.page === "payment") return <PaymentPage key={route.sessionId} sessionId={route.sessionId} />
  return <NotFoundPage />
}
