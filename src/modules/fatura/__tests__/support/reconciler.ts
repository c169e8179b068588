import { cpf } from "cpf-cnpj-validator"
import { cents } from "../../../../domain/money"
import type { GatewayClient } from "../../../../gateway"
import { AccountRegistry } from "../../accounts/account-registry"
import { Canceling } from "../../canceling/cancel"
import type { Database } from "../../database"
import { ResolveAttempt } from "../../issuing/resolve-attempt"
import { ChangeTaker } from "../../ledger/apply-change"
import { Ledger } from "../../ledger/ledger"
import { LookUps } from "../../ledger/look-up"
import type { InvoiceRow, PaymentMethod } from "../../ledger/row"
import { optionsSchema } from "../../options/schema"
import { Outbox } from "../../outbox/outbox"
import { Problems } from "../../problems/problems"
import { CheckEnded } from "../../reconciliation/check-ended"
import { CheckOpen } from "../../reconciliation/check-open"
import { Sweep } from "../../reconciliation/sweep"
import { insertInvoice, ring, testKey } from "./rows"

export const ACCOUNT = "facc_config_default"

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined } as never

/** The module's reconciliation as the job runs it, with the client of its account. */
export async function reconciler(db: Database, gatewayUrl: string, budget: { lookUpsPerMinute: number; lookUpsPerDay: number } = { lookUpsPerMinute: 10_000, lookUpsPerDay: 1_000_000 }) {
  const options = optionsSchema.parse({
    accounts: [{ baseUrl: gatewayUrl, token: "t", secretKey: "s" }],
    backendUrl: "http://127.0.0.1:9",
    encryptionKey: testKey("first"),
    reconciliation: budget,
  })
  const [ledger, outbox, problems] = [new Ledger(db), new Outbox(db), new Problems(db)]
  const accounts = new AccountRegistry(db, options, ring, problems)
  const changes = new ChangeTaker(ledger, outbox, problems)
  const lookUps = new LookUps(ledger, accounts, changes, problems)
  const canceling = new Canceling(ledger, outbox, accounts, changes, lookUps, problems, silent)
  const resolver = new ResolveAttempt(ledger, accounts, changes, canceling, problems, options)
  const ended = new CheckEnded(db, ledger, changes, canceling, lookUps)
  const sweep = new Sweep(db, ledger, accounts, changes, canceling, lookUps)
  const checkOpen = new CheckOpen(db, ledger, accounts, ended, sweep, lookUps, resolver, problems, silent)
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
