import { GatewayError, type Operation, type InvoicePage, type StatementPage, type UnknownRecordsOperation, redact, scopesToTry } from "../../../gateway"
import { isOpen } from "../../../domain/invoice-status"
import { PAYER_PURPOSE } from "../issuing/attempts"
import type { Account, AccountRegistry } from "../accounts/account-registry"
import type { KeyRing } from "../crypto/key-ring"
import { hashOfTicket, sessionOfReference, ticketsOfEveryKey, writeTicket } from "../crypto/tickets"
import { type Database, tables } from "../database"
import type { Payer } from "../issuing/payer"
import type { Ledger } from "../ledger/ledger"
import type { InvoiceRow } from "../ledger/row"
import type { Shipments } from "../shipments/shipments"
import { gatewayWords } from "../texts/gateway-words"
import { StaffError, type StaffErrorCode } from "../texts/staff-error"

/** The one event that the gateway's documentation names (spec 6). */
const EVENT = "invoice.update"

/** What staff do with single invoices besides sync, cancel and due date; each is written to the timeline. */
export class InvoiceDesk {
  constructor(
    private readonly db: Database,
    private readonly ledger: Ledger,
    private readonly accounts: AccountRegistry,
    private readonly shipments: Shipments,
    private readonly ring: KeyRing,
    private readonly options: { backendUrl: string }
  ) {}

  /**
   * Why the gateway can't be asked to send a notice again, or null when it can. Asks nobody: in production
   * the gateway puts who does it on its block list (spec 8), so an unknown environment counts as production.
   */
  async whyNotResend(row: InvoiceRow): Promise<StaffErrorCode | null> {
    const account = await this.accounts.find(row.account_id)
    const environment = (await account?.tokens.profile())?.environment ?? null
    if (environment !== "SANDBOX") {
      return environment === "PRODUCTION" ? "resend_in_production" : "resend_environment_unknown"
    }
    return (await this.webhookOf(row)) ? null : "resend_without_webhook"
  }

  /**
   * One `COPY /webhooks` (spec 4.6), to the address of this invoice.
   * @throws StaffError
   */
  async resendNotice(row: InvoiceRow, actor: string): Promise<void> {
    const refusal = await this.whyNotResend(row)
    if (refusal) {
      throw new StaffError(refusal)
    }
    const webhookId = (await this.webhookOf(row))!
    await this.ledger.addEvent(row.id, { kind: "notice_resend_requested", cause: "staff", actor, details: { webhook: webhookId } })
    const url = `${this.options.backendUrl}/hooks/fatura/${await this.ticketOf(row)}`
    await this.asking(row, (account) => account.client.resendNotice({ url, event: EVENT, webhookId }))
  }

  /** A ticket of this invoice, noted before it is given out: by another key than its first, it is another one. */
  private async ticketOf(row: InvoiceRow): Promise<string> {
    const holder = { sessionId: sessionOfReference(row), attempt: row.attempt }
    const ticket = writeTicket(this.ring, holder)
    const known = row.ticket_hashes ?? ticketsOfEveryKey(this.ring, holder).map(hashOfTicket)
    await this.ledger.update(row.id, { ticket_hashes: [...new Set([...known, hashOfTicket(ticket)])] })
    return ticket
  }

  /**
   * One `POST` of the carrier's code. Path and body are in no source, so the path has to be configured.
   * @throws StaffError
   */
  async addTrackingCode(row: InvoiceRow, code: string, actor: string): Promise<InvoiceRow> {
    await this.asking(row, (account) => account.client.addTrackingCode({ invoice: { id: row.gateway_id, invoiceId: row.invoice_id }, code }))
    await this.ledger.addEvent(row.id, { kind: "tracking_code_added", cause: "staff", actor, details: { code } })
    await this.shipments.noteSent(row.id, code)
    return this.ledger.update(row.id, { tracking_code: code })
  }

  /** Written before anything is shown: who asked, and for what. */
  async noteAccess(row: InvoiceRow, kind: "fiscal_data_shown" | "instructions_requested", actor: string): Promise<void> {
    await this.ledger.addEvent(row.id, { kind, cause: "staff", actor })
  }

  /** The payer in full; null when it was erased, or sealed with a key that is gone. */
  payerOf(row: InvoiceRow): Payer | null {
    try {
      return row.payer_sealed ? (JSON.parse(this.ring.open(row.payer_sealed, PAYER_PURPOSE, [row.id])) as Payer) : null
    } catch {
      return null
    }
  }

  /** Whether there is a code that can be paid now. */
  isPayable(row: InvoiceRow): boolean {
    const expired = row.expires_at !== null && row.expires_at <= new Date()
    const hasCode = Boolean(row.instructions?.pix || row.instructions?.boleto || row.instructions?.action_url)
    return hasCode && row.status !== null && isOpen(row.status) && !row.cancel_requested_at && !expired
  }

  /**
   * Consumers, mediations or chargebacks as the gateway sends them, since no source describes them; without
   * what is personal.
   * @param accountId the default account's when missing
   * @throws StaffError
   */
  async records(operation: UnknownRecordsOperation, accountId: string | undefined, page: number): Promise<{ account: Account; records: unknown[] }> {
    const account = await this.account(accountId)
    const { records } = await this.answered(() => account.client.records(operation, { page }))
    return { account, records: records.map(redact) }
  }

  /**
   * A page of what the gateway has, with the ledger's own row of each; counts as a look-up.
   * @throws StaffError
   */
  async gatewayInvoices(accountId: string | undefined, query: { page: number; status?: number }): Promise<{ account: Account; page: InvoicePage; known: Map<string, string> }> {
    const account = await this.account(accountId)
    const page = await this.answered(() => account.client.listInvoices(query))
    const ids = page.invoices.map(({ id }) => id)
    const rows: Pick<InvoiceRow, "id" | "gateway_id" | "invoice_id">[] = await this.db(tables.invoice)
      .where({ account_id: account.id })
      .andWhere((named) => named.whereIn("gateway_id", ids).orWhereIn("invoice_id", ids))
      .select("id", "gateway_id", "invoice_id")
    return { account, page, known: new Map(rows.flatMap((row) => [row.gateway_id, row.invoice_id].filter((id) => id !== null).map((id) => [id, row.id] as const))) }
  }

  /** @throws StaffError */
  async statement(accountId: string | undefined, query: { page: number; from: Date; to: Date }): Promise<{ account: Account; statement: StatementPage }> {
    const account = await this.account(accountId)
    return { account, statement: await this.answered(() => account.client.statement(query)) }
  }

  private async account(id: string | undefined): Promise<Account> {
    const account = id ? await this.accounts.find(id) : await this.accounts.assignedTo(null)
    if (!account) {
      throw new StaffError("account_not_found")
    }
    return account
  }

  private async webhookOf(row: InvoiceRow): Promise<string | null> {
    const notice = await this.db(tables.notice).where({ fatura_invoice_id: row.id }).whereNotNull("webhook_id").orderBy("created_at", "desc").first("webhook_id")
    return notice?.webhook_id ?? null
  }

  private async asking(row: InvoiceRow, ask: (account: Account) => Promise<unknown>): Promise<void> {
    if (!row.gateway_id && !row.invoice_id) {
      throw new StaffError("invoice_not_issued")
    }
    await this.answered(async () => ask(await this.accounts.ofInvoice(row)))
  }

  private async answered<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await ask()
    } catch (error) {
      throw error instanceof GatewayError ? inWords(error) : error
    }
  }
}

function inWords(error: GatewayError): StaffError {
  if (error.kind === "not_configured") {
    return new StaffError("path_not_configured", { option: optionOf(error.operation) })
  }
  if (error.kind === "missing_scope") {
    return new StaffError("scope_missing", { operation: error.operation, scopes: scopesToTry(error.operation).join(", ") })
  }
  if (error.kind === "paused") {
    return new StaffError("look_ups_paused")
  }
  return error.outcome === "refused" ? new StaffError("gateway_refused", { words: gatewayWords(error) }) : new StaffError("gateway_silent")
}

function optionOf(operation: Operation): string {
  return `endpoints.${operation}.path`
}
