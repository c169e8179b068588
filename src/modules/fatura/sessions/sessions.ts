import { MedusaError } from "@medusajs/framework/utils"
import { isOpen } from "../../../domain/invoice-status"
import type { Cents } from "../../../domain/money"
import type { Drafts } from "../drafts/drafts"
import type { Issuing } from "../issuing/issue"
import { holdsMoney } from "../ledger/holds-money"
import { requestCancel } from "../ledger/apply-change"
import type { Ledger } from "../ledger/ledger"
import type { CancelReason, InvoiceRow, PaymentMethod } from "../ledger/row"
import { purchaseKey } from "../issuing/purchase"
import type { Outbox } from "../outbox/outbox"
import { ShopperError } from "../texts/shopper-error"
import { isForMoneyThatCame } from "./adoption"
import { type CollectionPayment, holdsCapture, isCovered } from "./covered"

type Query = { graph(input: { entity: string; fields: string[]; filters?: Record<string, unknown> }): Promise<{ data: unknown[] }> }

type Collection = { id: string; status: string; payments?: CollectionPayment[]; cart?: Buying | null; order?: Buying | null }
type Buying = { id: string; sales_channel_id: string | null }

const COLLECTION_FIELDS = [
  "id", "status", "payments.id", "payments.canceled_at", "payments.captures.amount", "payments.refunds.amount",
  "cart.id", "cart.sales_channel_id", "order.id", "order.sales_channel_id",
]

/** What Medusa's payment sessions mean to the ledger. */
export class Sessions {
  constructor(
    private readonly ledger: Ledger,
    private readonly outbox: Outbox,
    private readonly drafts: Drafts,
    private readonly issuing: Issuing,
    private readonly query: () => Query
  ) {}

  /**
   * A session was made: binds what the shopper typed to it and refuses what can't be paid. Calls nobody.
   * @throws ShopperError
   */
  async prepare(input: { sessionId: string; method: PaymentMethod; amount: Cents; currency: string; draftId: unknown }): Promise<void> {
    if (isForMoneyThatCame()) {
      return
    }
    const collection = await this.collectionOfSession(input.sessionId)
    const salesChannelId = collection?.cart?.sales_channel_id ?? collection?.order?.sales_channel_id ?? null
    await this.issuing.checkAvailable(input.method, { amount: input.amount, currency: input.currency.toLowerCase(), salesChannelId })
    if (collection) {
      await this.refuse(collection)
    }
    if (typeof input.draftId === "string") {
      await this.drafts.bind(input.draftId, input.sessionId)
    }
  }

  /**
   * @throws ShopperError when the purchase is paid or a card holds its amount, its order is cancelled, or an
   *   attempt could still take money unseen: in this payment collection or in another one of the same purchase
   */
  async refuseCovered(collectionId: string): Promise<void> {
    const { data } = await this.query().graph({ entity: "payment_collection", fields: COLLECTION_FIELDS, filters: { id: collectionId } })
    if (data[0]) {
      await this.refuse(data[0] as Collection)
    }
  }

  private async refuse(collection: Collection): Promise<void> {
    if (collection.status === "canceled") {
      throw new ShopperError("conflict", "order_canceled")
    }
    const key = await purchaseKey(this.query(), { cartId: collection.cart?.id, orderId: collection.order?.id })
    const rows = await this.ledger.rivalsOf(collection.id, key)
    if (isCovered(collection) || rows.some(covers)) {
      throw new ShopperError("conflict", "already_covered")
    }
    if (rows.some((row) => row.is_live && ["issuing", "unknown"].includes(row.state))) {
      throw new ShopperError("conflict", "outcome_unknown")
    }
  }

  /** Whether a code of an order's purchase could still be paid, in this payment collection or in another one. */
  async hasLive(collectionId: string, orderId: string): Promise<boolean> {
    const rows = await this.ledger.rivalsOf(collectionId, await purchaseKey(this.query(), { orderId }))
    return rows.some((row) => row.is_live)
  }

  /** @throws ShopperError when money came for an order, so that nobody pays twice */
  async refusePaidOrder(orderId: string): Promise<void> {
    if ((await this.ledger.ofOrder(orderId)).some(holdsMoney)) {
      throw new ShopperError("conflict", "already_covered")
    }
  }

  /**
   * The invoice of a session that money arrived for, or null. Two of one session can be paid, when one was taken over
   * from another: Medusa's payment is of the one that was captured.
   */
  async paidInvoice(sessionId: string): Promise<InvoiceRow | null> {
    const rows = await this.ledger.ofSession(sessionId)
    return rows.find((row) => row.captured_cents > 0) ?? rows.find(holdsMoney) ?? null
  }

  async newestInvoice(sessionId: string): Promise<InvoiceRow | null> {
    return (await this.paidInvoice(sessionId)) ?? (await this.ledger.ofSession(sessionId))[0] ?? null
  }

  /** Marks whatever could still take money for a session; the outbox has it cancelled. Safe to repeat. */
  async requestCancel(sessionId: string, reason: CancelReason, actor?: string): Promise<InvoiceRow[]> {
    const rows = (await this.ledger.ofSession(sessionId)).filter((row) => row.is_live && (!row.status || isOpen(row.status)))
    for (const row of rows) {
      await requestCancel(this.ledger, this.outbox, row, reason, actor)
    }
    return rows
  }

  /** Has the invoices of a session looked at with the next round of checks. */
  async checkSoon(sessionId: string): Promise<void> {
    for (const row of await this.ledger.ofSession(sessionId)) {
      await this.ledger.update(row.id, { next_check_at: new Date() })
    }
  }

  /**
   * @throws MedusaError only when Medusa has a payment for the session: of an order, or of a cart with money that did
   *   not go back. After a completion that failed late, that payment is what the order can still be made with.
   */
  async refuseDeleteOfSettled(sessionId: string): Promise<void> {
    const rows = await this.ledger.ofSession(sessionId)
    if (!rows.some(({ paid_at }) => paid_at !== null)) {
      return
    }
    const collection = await this.collectionOfSession(sessionId)
    const isKept = collection?.order ? rows.some(({ settled_at }) => settled_at !== null) : holdsCapture(collection?.payments)
    if (isKept) {
      throw new MedusaError(MedusaError.Types.NOT_ALLOWED, "This payment session is paid and can't be replaced")
    }
  }

  private async collectionOfSession(sessionId: string): Promise<Collection | null> {
    const { data } = await this.query().graph({ entity: "payment_session", fields: COLLECTION_FIELDS.map((field) => `payment_collection.${field}`), filters: { id: sessionId } })
    return (data[0] as { payment_collection?: Collection } | undefined)?.payment_collection ?? null
  }
}

/** The money came, or a card holds it and nobody has asked for its end. */
function covers(row: InvoiceRow): boolean {
  return holdsMoney(row) || (row.status === "authorized" && row.is_live && !row.cancel_requested_at)
}
