import { cpf } from "cpf-cnpj-validator"
import { cents } from "../../../../domain/money"
import type { GatewayClient } from "../../../../gateway"
import type { Database } from "../../database"
import type { InvoiceRow, PaymentMethod } from "../../ledger/row"
import { ACCOUNT, faturaParts } from "./fatura-parts"
import { insertInvoice } from "./rows"

export { ACCOUNT }

/** The module's reconciliation as the job runs it, with the client of its account. */
export async function reconciler(db: Database, gatewayUrl: string, budget: { lookUpsPerMinute: number; lookUpsPerDay: number } = { lookUpsPerMinute: 10_000, lookUpsPerDay: 1_000_000 }) {
  const { checkOpen, sweep, ledger, accounts } = faturaParts(db, gatewayUrl, { reconciliation: budget })
  const { client } = await accounts.byId(ACCOUNT)
  return { checkOpen, sweep, ledger, client }
}

/** Has the gateway issue an invoice, and answers its ids. */
export async function issueAt(client: GatewayClient, number: number, method: PaymentMethod = "pix") {
  return client.createInvoice({
    reference: `ref-${number}`,
    method,
    dueOn: "2099-01-01",
    installments: 1,
    payer: { name: "Joana Prado", document: cpf.generate(), email: "joana@example.com", phone: null, ip: null, address: null },
    lines: [{ id: "1", title: "Curso", quantity: 1, amount: cents(10_580) }],
    notifyUrl: "http://127.0.0.1:9/hooks/fatura/none",
    orderUrl: null,
    storeUrl: null,
    productType: 2,
    ...(method === "card" && { card: { token: "tok_processing", validity: "12/99", holderName: "JOANA PRADO" } }),
  })
}

/** Issues an invoice at the gateway and enters it into the ledger. */
export async function issueAndEnter(db: Database, client: GatewayClient, number: number, given: Partial<InvoiceRow> = {}): Promise<InvoiceRow> {
  const answer = await issueAt(client, number, given.method)
  return insertInvoice(db, { gateway_id: answer.id, invoice_id: answer.invoiceId, issued_at: new Date(), ...given })
}
