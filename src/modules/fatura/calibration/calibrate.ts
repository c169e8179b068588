import { randomBytes } from "node:crypto"
import { DateTime } from "luxon"
import { SAO_PAULO } from "../../../domain/dates"
import { cents } from "../../../domain/money"
import { type CallReport, GatewayClient, GatewayError, type GatewayInvoice, type GatewayOptions, type InvoiceIdName, type NewInvoice, type PaymentMethod } from "../../../gateway"
import { PROBE_AMOUNTS, readAmounts } from "./amounts"

/** What was found out; null where the gateway did not tell. */
export type Facts = ReturnType<typeof readAmounts> & {
  /** Which identifier each operation takes; `either` where both are equal or both are known. */
  cancel_takes: InvoiceIdName | "either" | null
  refund_takes: InvoiceIdName | "either" | null
  list_takes: InvoiceIdName | "either" | null
  pix_code: number | null
  boleto_code: number | null
  /** A card's code can't be found out without a card. */
  card_code: null
  page_size: number | null
  list_filters_by_id: boolean | null
  list_filters_by_status: boolean | null
  /** HTTP status to a token that nobody was given. */
  options_status_of_wrong_token: number | null
  create_shape: "invoice" | "fatura" | null
  br_code_has_amount: boolean | null
}

export type Calibration = {
  /** ISO 8601 */
  calibrated_at: string
  account: string
  facts: Facts
  /** For the plugin's options; only what was found out. */
  settings: { endpoints?: NonNullable<GatewayOptions["endpoints"]>; paymentTypes?: Partial<Record<PaymentMethod, number>> }
  /** Invoices that could not be cancelled again. */
  left_open: string[]
}

type MakeClient = (overrides: Pick<GatewayOptions, "paymentTypes" | "endpoints" | "onCall">) => GatewayClient

/** Payment codes that are tried, in this order after the configured one (observation: Codes and units). */
const CODES = [3, 2, 1, 4, 5]
const FAR_DUE_DAYS = 10

/**
 * Finds out on a SANDBOX account what the specification leaves open: issues small invoices, looks at the answers,
 * and cancels them.
 * @throws Error when the account is not SANDBOX, before anything is issued
 */
export class Calibrator {
  private readonly issued: GatewayInvoice[] = []
  private lastStatus: number | null = null

  constructor(
    private readonly makeClient: MakeClient,
    private readonly account: {
      name: string
      document: string
      notifyUrl: string
      paymentTypes: Record<PaymentMethod, number>
      /** As the kept access token tells; asked for where it is missing. */
      environment?: "PRODUCTION" | "SANDBOX" | null
    },
    private readonly now: () => Date = () => new Date()
  ) {}

  async run(): Promise<Calibration> {
    const client = this.client()
    const environment = this.account.environment === undefined ? (await client.auth()).account.environment : this.account.environment
    if (environment !== "SANDBOX") {
      throw new Error(`Calibration issues invoices, so it runs on SANDBOX accounts only; the gateway says that "${this.account.name}" is ${environment ?? "of an unknown environment"}.`)
    }
    try {
      return await this.findOut(client)
    } catch (error) {
      // Whatever went wrong, what was issued must not stay open.
      await this.cancelAll(client)
      throw error
    }
  }

  private async findOut(client: GatewayClient): Promise<Calibration> {
    const codes = await this.findCodes()
    const probe = await this.issue("pix", codes.pix ?? this.account.paymentTypes.pix, PROBE_AMOUNTS)
    const facts: Facts = {
      ...(probe ? readAmounts(probe) : readAmounts(NOTHING)),
      refund_takes: probe && (await this.takes(probe, (ids) => client.refundInvoice({ invoice: ids, amountCents: 1 }))),
      list_takes: probe && (await this.listTakes(client, probe)),
      pix_code: codes.pix,
      boleto_code: codes.boleto,
      card_code: null,
      ...(await this.list(client)),
      options_status_of_wrong_token: await this.wrongToken(client),
      create_shape: probe && shapeOf(probe),
      br_code_has_amount: probe?.pix?.payload ? /54\d{2}\d+\.\d{2}/.test(probe.pix.payload) : null,
      cancel_takes: null,
    }
    const { left, takes } = await this.cancelAll(client)
    facts.cancel_takes = takes
    return { calibrated_at: this.now().toISOString(), account: this.account.name, facts, settings: settingsOf(facts), left_open: left }
  }

  private client(paymentTypes?: Partial<Record<PaymentMethod, number>>): GatewayClient {
    return this.makeClient({ paymentTypes, onCall: ({ httpStatus }: CallReport) => void (this.lastStatus = httpStatus) })
  }

  /** Issues with one code after the other until PIX and boleto are known by what they are answered with. */
  private async findCodes(): Promise<{ pix: number | null; boleto: number | null }> {
    const { pix, boleto } = this.account.paymentTypes
    const found: { pix: number | null; boleto: number | null } = { pix: null, boleto: null }
    for (const code of new Set([pix, boleto, ...CODES])) {
      const invoice = found.pix !== null && found.boleto !== null ? null : await this.issue("pix", code, { lines: [{ id: "1", title: "Calibragem", quantity: 1, amount: cents(2_000) }] })
      if (invoice?.pix?.payload) {
        found.pix ??= code
      } else if (invoice?.boleto?.barcode ?? invoice?.boleto?.line) {
        found.boleto ??= code
      }
    }
    return found
  }

  private async issue(method: PaymentMethod, code: number, amounts: Pick<NewInvoice, "lines" | "discount" | "shipping">): Promise<GatewayInvoice | null> {
    const reference = `calibration-${randomBytes(6).toString("hex")}`
    try {
      const invoice = await this.client({ [method]: code }).createInvoice({
        reference,
        method,
        dueOn: DateTime.fromJSDate(this.now(), { zone: SAO_PAULO }).plus({ days: FAR_DUE_DAYS }).toFormat("yyyy-MM-dd"),
        installments: 1,
        payer: { name: "Teste de Calibragem", document: this.account.document, email: "calibragem@example.com", phone: null, ip: null, address: ADDRESS },
        notifyUrl: this.account.notifyUrl,
        orderUrl: null,
        storeUrl: null,
        productType: null,
        ...amounts,
      })
      this.issued.push(invoice)
      return invoice
    } catch (error) {
      return nothingIfRefused(error)
    }
  }

  /** Tries `invoice_id`, then `id`: an unknown one is a 404, and any other answer shows that it was recognised. */
  private async takes(invoice: GatewayInvoice, call: (ids: { id: string; invoiceId: string }) => Promise<unknown>): Promise<InvoiceIdName | "either" | null> {
    const { id, invoiceId } = invoice
    if (id === null || invoiceId === null || id === invoiceId) {
      return id === null && invoiceId === null ? null : "either"
    }
    const byInvoiceId = await this.recognised(() => call({ id: invoiceId, invoiceId }))
    const byId = await this.recognised(() => call({ id, invoiceId: id }))
    return byInvoiceId && byId ? "either" : byInvoiceId ? "invoice_id" : byId ? "id" : null
  }

  private async recognised(call: () => Promise<unknown>): Promise<boolean> {
    try {
      return (await call()) !== false
    } catch (error) {
      if (error instanceof GatewayError && error.kind === "not_found") {
        return false
      }
      return nothingIfRefused(error) === null
    }
  }

  private async listTakes(client: GatewayClient, invoice: GatewayInvoice): Promise<Facts["list_takes"]> {
    return this.takes(invoice, async ({ id }) => (await client.listInvoices({ id })).invoices.length === 1)
  }

  /** Page size, and whether the filters do anything. */
  private async list(client: GatewayClient): Promise<Pick<Facts, "page_size" | "list_filters_by_id" | "list_filters_by_status">> {
    const page = await client.listInvoices({ page: 1 }).catch(nothingIfRefused)
    const one = this.issued.at(-1)
    const byId = one && (await client.listInvoices({ id: one }).catch(nothingIfRefused))
    const canceled = await client.listInvoices({ status: 6 }).catch(nothingIfRefused)
    const several = (page?.invoices.length ?? 0) > 1
    return {
      page_size: page?.perPage ?? null,
      list_filters_by_id: byId && several ? byId.invoices.length === 1 : null,
      list_filters_by_status: canceled && several ? canceled.invoices.every(({ statusCode }) => statusCode === 6) : null,
    }
  }

  private async wrongToken(client: GatewayClient): Promise<number | null> {
    await client.validateNotice(randomBytes(16).toString("hex")).catch(() => null)
    return this.lastStatus
  }

  /** The last one issued is cancelled by each of its names in turn; the others by what was then found to work. */
  private async cancelAll(client: GatewayClient): Promise<{ left: string[]; takes: Facts["cancel_takes"] }> {
    const left: string[] = []
    let takes: Facts["cancel_takes"] = null
    for (const invoice of [...this.issued].reverse()) {
      const by = await this.cancel(client, invoice, takes)
      if (by === null) {
        left.push(invoice.invoiceId ?? invoice.id ?? "?")
      }
      takes ??= by
    }
    return { left, takes }
  }

  private async cancel(client: GatewayClient, invoice: GatewayInvoice, known: Facts["cancel_takes"]): Promise<Facts["cancel_takes"]> {
    const { id, invoiceId } = invoice
    const names: [InvoiceIdName, string | null][] = [["invoice_id", invoiceId], ["id", id]]
    for (const [name, value] of names.filter(([name]) => known === null || known === "either" || known === name)) {
      const canceled = value !== null && (await client.cancelInvoice({ invoice: { id: value, invoiceId: value } }).then(() => true, () => false))
      if (canceled) {
        return id === invoiceId ? "either" : name
      }
    }
    return null
  }
}

/** A refusal is an answer; what leaves the outcome open, or lacks credentials, ends the calibration. */
function nothingIfRefused(error: unknown): null {
  if (error instanceof GatewayError && (error.kind === "refused" || error.kind === "not_found" || error.kind === "paused" || error.kind === "missing_scope")) {
    return null
  }
  throw error
}

function shapeOf({ raw }: GatewayInvoice): Facts["create_shape"] {
  const answer = raw as { invoice?: unknown; fatura?: unknown } | null
  return answer?.invoice ? "invoice" : answer?.fatura ? "fatura" : null
}

function settingsOf(facts: Facts): Calibration["settings"] {
  const taken = { cancel_invoice: facts.cancel_takes, refund_invoice: facts.refund_takes, list_invoices: facts.list_takes }
  const endpoints = Object.fromEntries(Object.entries(taken).flatMap(([operation, invoiceId]) => (invoiceId === "id" || invoiceId === "invoice_id" ? [[operation, { invoiceId }]] : [])))
  const paymentTypes = { ...(facts.pix_code !== null && { pix: facts.pix_code }), ...(facts.boleto_code !== null && { boleto: facts.boleto_code }) }
  return { ...(Object.keys(endpoints).length && { endpoints }), ...(Object.keys(paymentTypes).length && { paymentTypes }) }
}

const NOTHING = { pix: null, boleto: null, grossCents: null, discountCents: null } as GatewayInvoice
const ADDRESS: NewInvoice["payer"]["address"] = { street: "Rua Augusta", number: "1500", district: "Consolação", city: "São Paulo", state: "SP", zipcode: "01304001", country: "BRA" }
