import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { App } from "./app/app"
import "medusa-payment-fatura/storefront/styles.css"
import "./styles/tokens.css"
import "./styles/base.css"
import "./styles/shop.css"
import "./styles/checkout.css"
import "./styles/payment.css"

const root = document.getElementById("root")
if (!root) throw new Error("The page has no #root element.")
createRoot(root).render(<StrictMode><App /></StrictMode>)
