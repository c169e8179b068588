export { settleInvoiceWorkflow, type SettleInvoiceInput } from "./settle-invoice"
export { cancelOrderInvoicesWorkflow, type CancelOrderInvoicesInput } from "./cancel-order-invoices"
export { renderEmail } from "../modules/fatura/emails/render-email"
export type { EmailContent, EmailData, EmailKind } from "../modules/fatura/emails/email"
