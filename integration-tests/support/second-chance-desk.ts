import { gatewayInvoiceOf } from "./books"
import { placeOrder, readOrder, type CartRequest, type PlacedOrder } from "./buyer"
import type { RawAnswer } from "./http"
import { OrderDesk } from "./order-desk"
import { cpf } from "./people"

export const PIX = "pp_pix_fatura"
export const BOLETO = "pp_boleto_fatura"
export const CARD = "pp_card_fatura"
export const RENEWALS_PER_ORDER = 3
export const ENGLISH = { "accept-language": "en" }

export type WaitingOrder = PlacedOrder & { invoiceId: string; document: string }

/** A shop and its gateway for a suite about new codes for orders that wait, and what such suites have in common. */
export class SecondChanceDesk extends OrderDesk {
  constructor() {
    super({
      env: { FATURA_CREATE_TIMEOUT_MS: "3000" },
      pluginOptions: { renewalsPerOrder: RENEWALS_PER_ORDER, methods: { card: { attemptsPerCart: 2, attemptsPerAddress: 1_000, minInstallmentAmount: 10 } } },
    })
  }

  async waitingOrder(providerId = PIX, request: CartRequest = {}): Promise<WaitingOrder> {
    const document = cpf()
    const order = await placeOrder(this.store, { ...request, providerId, data: { payer: { document } } })
    const { invoice_id: invoiceId } = await gatewayInvoiceOf(this.gateway, order.sessionId)
    await this.gateway.forgetRequests()
    return { ...order, invoiceId, document }
  }

  /** The shopper asks for a new code or another method on the order's page. */
  renew({ orderId }: Pick<PlacedOrder, "orderId">, body: Record<string, unknown> = {}, more: { token?: string; headers?: Record<string, string> } = {}): Promise<RawAnswer> {
    return this.payLater(orderId, body, more)
  }

  /** Gateway ids of the invoices of the test that can still be paid. */
  async payableIds(): Promise<string[]> {
    return (await this.payable()).map(({ invoice_id }) => invoice_id)
  }

  /** What the gateway was asked since it was told to forget, one after the other. */
  async callsInOrder(): Promise<string[]> {
    return (await this.gateway.requests()).map(({ method, path }) => `${method} ${path}`)
  }

  async sessionsOf({ orderId }: PlacedOrder): Promise<string[][]> {
    return (await readOrder(this.store, orderId)).payment_collections.map(({ payment_sessions }) => payment_sessions.map(({ id }) => id))
  }
}

export const codeOf = (answer: RawAnswer): unknown => (answer.body as { code?: unknown }).code
