export { settleInvoiceWorkflow, type SettleInvoiceInput } from "./settle-invoice"
export { cancelOrderInvoicesWorkflow, type CancelOrderInvoicesInput } from "./cancel-order-invoices"
