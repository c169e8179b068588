import { definePolicies } from "@medusajs/framework/utils"

/** For stores that use Medusa's RBAC; without it every admin user may do all of this. */
export default definePolicies([
  { name: "ReadFaturaAccounts", resource: "fatura_account", operation: "read", description: "See the gateway's accounts, the payment settings and their state of health" },
  { name: "UpdateFaturaAccounts", resource: "fatura_account", operation: "update", description: "Rename and test accounts, and change payment settings" },
  { name: "ChangeFaturaCredentials", resource: "fatura_account", operation: "credentials", description: "Add and remove accounts, and change their credentials and the gateway's address" },
  { name: "RedirectFaturaPayments", resource: "fatura_account", operation: "redirect", description: "Choose the account that is paid (default, sales channels) and the checkout's card script" },
  { name: "ReadFaturaInvoices", resource: "fatura_invoice", operation: "read", description: "See invoices, notices and reports" },
  { name: "UpdateFaturaInvoices", resource: "fatura_invoice", operation: "update", description: "Sync, cancel and change invoices, and retry notices" },
  { name: "SettleFaturaInvoices", resource: "fatura_invoice", operation: "settle", description: "See full documents and fiscal data of payers" },
  { name: "ReadFaturaProblems", resource: "fatura_problem", operation: "read", description: "See payment problems" },
  { name: "UpdateFaturaProblems", resource: "fatura_problem", operation: "update", description: "Decide about payment problems: dismiss them, end unpaid orders" },
  { name: "SettleFaturaProblems", resource: "fatura_problem", operation: "settle", description: "Decide about the money of payment problems: refund, accept, keep, record a refund made elsewhere" },
])
