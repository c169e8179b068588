import { cents } from "../domain/money"
import { Caller, unfit } from "./caller"
import { createRequest, type CreateBody } from "./create-request"
import { errorOf, type Answered } from "./exchange"
import { gatewayTime } from "./gateway-time"
import type { GatewayInvoice, InvoiceIds, InvoicePage, NewInvoice } from "./invoice"
import { LookUps, repeatedly } from "./look-ups"
import { DEFAULT_PAYMENT_TYPES, type PaymentTypes } from "./methods"
import type { Operation } from "./operations"
import type { CachedToken, GatewayOptions, LookUpPurpose } from "./options"
import { readStatement, type StatementPage } from "./records"
import { asRecord } from "./wire/loose"
import { holdsInvoice, readInvoice } from "./wire/read-invoice"
import { readResent, type Resent } from "./wire/read-resent"
import { readInvoicePage } from "./wire/read-list"

const CANCELED_CODE = 6

/** The three lists whose records no source describes. */
export type UnknownRecordsOperation = "list_consumers" | "list_mediations" | "list_chargebacks"

/**
 * The gateway's interface for one account. Keep one client per account and process: access tokens in
 * flight, connections and the breaker are shared by its callers. Every method throws nothing but
 * GatewayError, whose `outcome` says whether the call may have had its effect.
 */
export class GatewayClient {
  private readonly caller: Caller
  private readonly lookUps: LookUps
  private readonly paymentTypes: PaymentTypes

  constructor(options: GatewayOptions) {
    this.caller = new Caller(options)
    this.lookUps = new LookUps(options.lookUps)
    this.paymentTypes = { ...DEFAULT_PAYMENT_TYPES, ...options.paymentTypes }
  }

  /** Asks for an access token with the account's profile (spec 4.1). Never cached here. */
  auth(): Promise<CachedToken> {
    return this.caller.auth()
  }

  /**
   * Whether the access token in force is still valid (spec 4.2). The answer's body is not known: 2xx is
   * read as valid, 401 as not (observation: Authentication (E)).
   */
  async status(): Promise<{ valid: boolean }> {
    const answered = await this.caller.once("status")
    if (answered.fault && answered.fault.kind !== "credentials") {
      throw errorOf(answered, answered.fault)
    }
    return { valid: answered.fault === null }
  }

  /**
   * Issues an invoice (spec 4.3). Never repeated. Outcome `unknown` when the answer was lost, late, a page
   * or without a readable invoice; `refused` when the gateway said no; `not_sent` when there was no connection.
   */
  async createInvoice(request: NewInvoice, opts: { timeoutMs?: number } = {}): Promise<GatewayInvoice> {
    const answered = await this.caller.accepted("create_invoice", {
      body: this.bodyOf(request),
      limitMs: opts.timeoutMs,
      personal: personalValues(request),
    })
    if (!holdsInvoice(answered.json)) {
      const reason = "a yes without an invoice"
      throw errorOf(answered, { kind: "bad_answer", outcome: "unknown", reason })
    }
    return readInvoice(answered.json, answered.raw())
  }

  /**
   * Changes the due date of an unpaid PIX or boleto invoice in status 1 or 15 (spec 4.4).
   * @param r `dueOn` is a São Paulo day, `YYYY-MM-DD`
   */
  async updateDueDate(r: { invoice: InvoiceIds; dueOn: string }): Promise<GatewayInvoice> {
    if (!/^\d{4}-\d{2}-\d{2}$/.test(r.dueOn)) {
      throw unfit("update_due_date", "the due date must be YYYY-MM-DD")
    }
    const invoiceId = this.caller.invoiceId("update_due_date", r.invoice)
    return this.write("update_due_date", { payment: { invoice_id: invoiceId, due_at: r.dueOn } })
  }

  /**
   * Cancels an invoice (observation: Cancel (A)). Confirmed by code 6, or by the text `canceled` where the
   * answer has no code; a yes with neither leaves the outcome unknown. A 404 is of kind `not_found`.
   */
  async cancelInvoice(r: { invoice: InvoiceIds }): Promise<{ canceled: true; invoice: GatewayInvoice | null }> {
    const id = this.caller.invoiceId("cancel_invoice", r.invoice)
    const answered = await this.caller.accepted("cancel_invoice", { body: { payment: { id } } })
    const invoice = readInvoice(answered.json, answered.raw())
    const byText = invoice.statusCode === null && invoice.statusText?.toLowerCase() === "canceled"
    if (invoice.statusCode !== CANCELED_CODE && !byText) {
      const reason = "a yes that does not say that the invoice is canceled"
      throw errorOf(answered, { kind: "bad_answer", outcome: "unknown", reason })
    }
    return { canceled: true, invoice: holdsInvoice(answered.json) ? invoice : null }
  }

  /**
   * Refunds a paid invoice in full or in part (observation: Refund (D)). Never repeated. A yes proves that the
   * refund was taken, not what went back: that is what `refunds` and status of the answer may show.
   * @param r `amountCents` is always sent, in the configured unit: whether it may be left out is unknown
   */
  async refundInvoice(r: { invoice: InvoiceIds; amountCents: number }): Promise<GatewayInvoice> {
    if (!Number.isSafeInteger(r.amountCents) || r.amountCents <= 0) {
      throw unfit("refund_invoice", "the amount must be a positive whole number of cents")
    }
    const id = this.caller.invoiceId("refund_invoice", r.invoice)
    const amount = this.caller.amount("refund_invoice", cents(r.amountCents))
    return this.write("refund_invoice", this.caller.configuredBody("refund_invoice", { invoice: id, amount }) ?? { payment: { id, amount } })
  }

  /**
   * Looks up invoices (observation: List (A)), through the gate. Repeated on 5xx and connection errors.
   * @param q `page` counts from 1; `id` finds one invoice; `status` is the gateway's code
   * @param purpose which share of the budget it is counted against
   */
  async listInvoices(q: { page?: number; id?: string | InvoiceIds; status?: number } = {}, purpose: LookUpPurpose = "decision"): Promise<InvoicePage> {
    const id = typeof q.id === "object" ? this.caller.invoiceId("list_invoices", q.id) : q.id
    const answered = await this.lookUp("list_invoices", { p: q.page, id, status: q.status }, purpose)
    const page = readInvoicePage(answered.json, { page: q.page ?? 1, types: this.paymentTypes })
    return page ?? noList(answered)
  }

  /**
   * Asks whether a notice's token is genuine (spec 4.5). Valid is only 200 with JSON `success === true`;
   * 404 and any other 200 are invalid. Anything else throws: ask again later, unless the answer `refusesToTell`.
   */
  async validateNotice(serviceToken: string): Promise<"valid" | "invalid"> {
    const send = () => this.caller.send("validate_notice", { body: { token: serviceToken }, personal: [serviceToken] })
    const answered = await repeatedly(send)
    if (answered.status === 200) {
      return asRecord(answered.json)?.["success"] === true ? "valid" : "invalid"
    }
    if (answered.status === 404) {
      return "invalid"
    }
    const unexpected = { kind: "bad_answer", outcome: "unknown", reason: "neither 200 nor 404" } as const
    throw errorOf(answered, answered.fault ?? unexpected)
  }

  /**
   * Has a webhook sent again, for tests (spec 4.6). In production the gateway puts who does this on its
   * block list (spec 8), so nothing is sent unless the account is known to be SANDBOX.
   */
  async resendNotice(r: { url: string; event: string; webhookId: string }): Promise<Resent> {
    const environment = (await this.caller.knownProfile())?.environment
    if (environment !== "SANDBOX") {
      const why = environment === "PRODUCTION" ? "this account is in PRODUCTION" : "it is not known whether this account is in PRODUCTION"
      throw unfit("resend_notice", `${why}, where the gateway puts on its block list whoever asks for notices again`)
    }
    const body = { url: r.url, events: r.event, webhook: r.webhookId }
    const { json, raw } = await this.caller.accepted("resend_notice", { body })
    return readResent(json, raw())
  }

  /**
   * Adds a tracking code. Neither path nor body is known, so the path has to be configured, and the body is
   * the configured one, else a guess after the other writes: `{"payment":{"id","tracking_code"}}`.
   */
  async addTrackingCode(r: { invoice: InvoiceIds; code: string }): Promise<{ raw: unknown }> {
    const id = this.caller.invoiceId("add_tracking_code", r.invoice)
    const configured = this.caller.configuredBody("add_tracking_code", { invoice: id, code: r.code })
    const body = configured ?? { payment: { id, tracking_code: r.code } }
    return { raw: (await this.caller.accepted("add_tracking_code", { body })).raw() }
  }

  /**
   * Movements of the balance (observation: Statement (A)), through the gate.
   * @param q `page` counts from 0
   */
  async statement(q: { page?: number; from: Date; to: Date }): Promise<StatementPage> {
    const page = q.page ?? 0
    const query = { page, start_at: gatewayTime(q.from), end_at: gatewayTime(q.to) }
    const answered = await this.lookUp("list_statement", query)
    return readStatement(answered.json, page) ?? noList(answered)
  }

  /**
   * Consumers (path: observation (C)), mediations or chargebacks (path to be configured), through the gate.
   * Their records are in no source, so they come as sent: they hold personal data.
   */
  async records(
    operation: UnknownRecordsOperation,
    q: { page?: number } = {}
  ): Promise<{ records: Record<string, unknown>[] }> {
    const answered = await this.lookUp(operation, { p: q.page })
    const lists = Object.values(asRecord(answered.json) ?? {}).filter((member) => Array.isArray(member))
    const records = (lists[0] ?? noList(answered)) as unknown[]
    return { records: records.map(asRecord).filter((record) => record !== null) }
  }

  private bodyOf(request: NewInvoice): CreateBody {
    try {
      return createRequest(request, this.paymentTypes)
    } catch (error) {
      throw unfit("create_invoice", error instanceof RangeError ? error.message : "the invoice is incomplete")
    }
  }

  private async write(operation: Operation, body: unknown): Promise<GatewayInvoice> {
    const answered = await this.caller.accepted(operation, { body })
    return readInvoice(answered.json, answered.raw())
  }

  private async lookUp(operation: Operation, query: Record<string, string | number | undefined>, purpose: LookUpPurpose = "decision"): Promise<Answered> {
    this.caller.assertConfigured(operation)
    return this.lookUps.run(operation, purpose, () => this.caller.send(operation, { query }))
  }
}

function noList(answered: Answered): never {
  throw errorOf(answered, { kind: "bad_answer", outcome: "unknown", reason: "the answer has no list" })
}

/** What the gateway may echo in its words; the notice address ends in the attempt's ticket. */
function personalValues({ payer, card, notifyUrl }: NewInvoice): (string | null | undefined)[] {
  const ticket = /[^/?#]{12,}(?=[?#]|$)/.exec(notifyUrl)?.[0]
  const { name, document, email, phone, address } = payer
  return [name, document, email, phone, address?.street, card?.token, card?.holderName, ticket]
}
