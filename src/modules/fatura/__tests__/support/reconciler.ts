import type { GatewayClient } from "../../../../gateway"
import type { Database } from "../../database"
import type { InvoiceRow, PaymentMethod } from "../../ledger/row"
import { ACCOUNT, faturaParts } from "./fatura-parts"
import { newInvoice } from "./new-invoice"
import { insertInvoice } from "./rows"

export { ACCOUNT }

/** The module's reconciliation as the job runs it, with the client of its account. */
export async function reconciler(db: Database, gatewayUrl: string, budget: { lookUpsPerMinute: number; lookUpsPerDay: number } = { lookUpsPerMinute: 10_000, lookUpsPerDay: 1_000_000 }) {
  const { checkOpen, sweep, ledger, accounts, changes, canceling, lookUps } = faturaParts(db, gatewayUrl, { reconciliation: budget })
  const { client } = await accounts.byId(ACCOUNT)
  return { checkOpen, sweep, ledger, client, changes, canceling, lookUps }
}

/** Has the gateway issue an invoice, and answers its ids. */
export async function issueAt(client: GatewayClient, number: number, method: PaymentMethod = "pix") {
  return client.createInvoice(newInvoice(`ref-${number}`, method))
}

/** Issues an invoice at the gateway and enters it into the ledger. */
export async function issueAndEnter(db: Database, client: GatewayClient, number: number, given: Partial<InvoiceRow> = {}): Promise<InvoiceRow> {
  const answer = await issueAt(client, number, given.method)
  return insertInvoice(db, { gateway_id: answer.id, invoice_id: answer.invoiceId, issued_at: new Date(), ...given })
}
