import { AbstractPaymentProvider, MedusaError } from "@medusajs/framework/utils"
import type {
  AuthorizePaymentInput,
  AuthorizePaymentOutput,
  CancelPaymentInput,
  CancelPaymentOutput,
  CapturePaymentInput,
  CapturePaymentOutput,
  DeletePaymentInput,
  DeletePaymentOutput,
  GetPaymentStatusInput,
  GetPaymentStatusOutput,
  InitiatePaymentInput,
  InitiatePaymentOutput,
  ProviderWebhookPayload,
  RefundPaymentInput,
  RefundPaymentOutput,
  RetrievePaymentInput,
  RetrievePaymentOutput,
  UpdatePaymentInput,
  UpdatePaymentOutput,
  WebhookActionResult,
} from "@medusajs/framework/types"
import { toCents } from "../../domain/money"
import type { PaymentMethod } from "../../modules/fatura/ledger/row"
import { newReference, referenceIn, type Subject } from "../../modules/fatura/sessions/references"
import { faturaModule } from "./fatura-module"
import { paymentStatus } from "./payment-status"
import { publicData } from "./public-data"

type Data = Record<string, unknown> | undefined

/**
 * Medusa's payment lifecycle, handed over to the module. A method differs by its identifier alone.
 * The session's `data` is public and can be forged, so nothing in it is believed but a reference that
 * Medusa's own rows confirm; ids come from Medusa's context, facts from the ledger.
 */
export abstract class FaturaPaymentProvider extends AbstractPaymentProvider {
  protected abstract readonly method: PaymentMethod
  private readonly cradle: Record<string, unknown>

  constructor(cradle: Record<string, unknown>, config: Record<string, unknown> = {}) {
    super(cradle, config)
    this.cradle = cradle
  }

  protected get fatura() {
    return faturaModule(this.cradle)
  }

  /** Issues nothing: a session is deleted at every change of the total. */
  async initiatePayment(input: InitiatePaymentInput): Promise<InitiatePaymentOutput> {
    const sessionId = sessionOf(input.context)
    await this.fatura.prepareSession({
      sessionId,
      method: this.method,
      amount: toCents(input.amount as never),
      currency: input.currency_code,
      draftId: input.data?.draft,
    })
    // Never the one that came: it would be the storefront's.
    return { id: sessionId, data: publicData(input.data, { ref: newReference(sessionId), session_id: sessionId, invoice_id: null }) }
  }

  /** Has the invoice issued, or tells how the issued one stands. */
  async authorizePayment(input: AuthorizePaymentInput): Promise<AuthorizePaymentOutput> {
    const sessionId = sessionOf(input.context)
    const invoice = await this.fatura.issuing.issue(sessionId, this.method)
    return { status: paymentStatus(invoice), data: this.data(sessionId, input.data, invoice.invoice_id) }
  }

  /** The gateway captures by itself, so a capture only confirms what the gateway said: that it came, and how much. */
  async capturePayment(input: CapturePaymentInput): Promise<CapturePaymentOutput> {
    await this.fatura.refuseCaptureOfMore(await this.requiredSession("capture", input), input.context?.idempotency_key)
    return { data: input.data }
  }

  async refundPayment(input: RefundPaymentInput): Promise<RefundPaymentOutput> {
    const refundId = requiredKey(input.context)
    await this.fatura.refundSession(await this.requiredSession("refund", input), refundId, input.amount as never)
    return { data: input.data }
  }

  /**
   * With the payment's id as key, staff or Medusa want it cancelled. Without one it is Medusa's recovery
   * from a race that another process won, and the payment is good: it is only looked at again.
   */
  async cancelPayment(input: CancelPaymentInput): Promise<CancelPaymentOutput> {
    if (input.context?.idempotency_key) {
      await this.fatura.refuseCancel(input.context.idempotency_key)
      await this.fatura.requestCancelOfSession(await this.requiredSession("payment", input), "order_canceled")
      return { data: input.data }
    }
    const sessionId = await this.fatura.references.sessionOfData(input.data)
    if (sessionId) {
      await this.fatura.checkSoon(sessionId)
    }
    return { data: input.data }
  }

  /** Can run inside Medusa's transaction, so it only marks; never throws for a cart. Medusa tells no id here. */
  async deletePayment(input: DeletePaymentInput): Promise<DeletePaymentOutput> {
    const sessionId = await this.fatura.references.sessionOfData(input.data)
    if (sessionId) {
      await this.fatura.refuseDeleteOfSettled(sessionId)
      await this.fatura.requestCancelOfSession(sessionId, "session_deleted")
    }
    return { data: input.data }
  }

  async getPaymentStatus(input: GetPaymentStatusInput): Promise<GetPaymentStatusOutput> {
    const invoice = await this.fatura.newestInvoice(await this.referredSession(input.data))
    return { status: invoice ? paymentStatus(invoice) : "pending", data: input.data }
  }

  async retrievePayment(input: RetrievePaymentInput): Promise<RetrievePaymentOutput> {
    return { data: input.data }
  }

  /** Nothing is issued before authorisation, which reads the amount afresh. */
  async updatePayment(input: UpdatePaymentInput): Promise<UpdatePaymentOutput> {
    return { data: this.data(await this.referredSession(input.data), input.data) }
  }

  /** Notices come through the plugin's own doors, which store before they answer. */
  async getWebhookActionAndData(_payload: ProviderWebhookPayload["payload"]): Promise<WebhookActionResult> {
    return { action: "not_supported" }
  }

  private data(sessionId: string, given: Data, invoiceId: string | null = null): Record<string, unknown> {
    return publicData(given, { ref: referenceIn(given, sessionId), session_id: sessionId, invoice_id: invoiceId })
  }

  private async requiredSession(subject: Subject, { context, data }: { context?: Context; data?: Data }): Promise<string> {
    return found(await this.fatura.references.sessionOf(subject, context?.idempotency_key, data))
  }

  private async referredSession(data: Data): Promise<string> {
    return found(await this.fatura.references.sessionOfData(data))
  }
}

type Context = { idempotency_key?: string } | undefined

/** A call that can't be told which payment it means must not look as if it had been done. */
function found(sessionId: string | null): string {
  if (!sessionId) {
    throw new MedusaError(MedusaError.Types.NOT_FOUND, "Fatura: which invoice this payment belongs to can't be told, so nothing was done")
  }
  return sessionId
}

/** Medusa gives the session's id as idempotency key; the one in `data` can be forged. */
function sessionOf(context: Context): string {
  return requiredKey(context)
}

function requiredKey(context: Context): string {
  if (!context?.idempotency_key) {
    throw new MedusaError(MedusaError.Types.INVALID_ARGUMENT, "Medusa gave no idempotency key for the payment")
  }
  return context.idempotency_key
}
