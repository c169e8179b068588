import { isOpen } from "../../../domain/invoice-status"
import { Cents, toReais } from "../../../domain/money"
import { isStorableAmount } from "../../../domain/storable"
import { issuerOf } from "../../../gateway"
import type { AccountRegistry } from "../accounts/account-registry"
import type { Canceling } from "../canceling/cancel"
import type { KeyRing } from "../crypto/key-ring"
import { type Database, pause, type Transaction } from "../database"
import type { Draft, Drafts } from "../drafts/drafts"
import { holdsMoney } from "../ledger/holds-money"
import type { Ledger } from "../ledger/ledger"
import type { InvoiceRow, PaymentMethod } from "../ledger/row"
import type { FaturaOptions } from "../options/schema"
import type { Payers } from "../payers/payers"
import type { Settings } from "../settings/settings"
import { ShopperError } from "../texts/shopper-error"
import type { Attempts } from "./attempts"
import { POLICIES } from "../methods/policy"
import { cardOf } from "./card"
import { newInvoice } from "./new-invoice"
import { payerOf } from "./payer"
import { Purchase, isOrderCanceled, readPurchase } from "./purchase"
import type { ResolveAttempt } from "./resolve-attempt"
import type { SendAttempt } from "./send-attempt"

/** All of it must answer well before the cart's lock of two minutes ends. */
const TIME_LIMIT_MS = 45_000
const WAIT_FOR_OTHER_MS = 200
/** Shoppers whose address can't be told count as one, with the room of so many: a few bad cards must not block all of them. */
const ADDRESSES_IN_ONE = 20

type Query = Parameters<typeof readPurchase>[0]

type Parts = {
  db: Database
  ledger: Ledger
  attempts: Attempts
  sender: SendAttempt
  resolver: ResolveAttempt
  canceling: Canceling
  drafts: Drafts
  payers: Payers
  accounts: AccountRegistry
  ring: KeyRing
  settings: Settings
  query: () => Query
}

/** What decides whether a method can take a payment. */
type Payment = { amount: Cents; currency: string; salesChannelId: string | null }

/** Has the one invoice of a payment session issued, however often and from wherever it is asked for. */
export class Issuing {
  constructor(private readonly parts: Parts) {}

  /**
   * The invoice of the session: the one that it has, or a new one. At most one invoice of a purchase can
   * take money at a time, so an earlier one is cancelled first, with a definite answer.
   * @returns the attempt, issued or with an unknown outcome
   * @throws ShopperError
   */
  async issue(sessionId: string, method: PaymentMethod): Promise<InvoiceRow> {
    const paid = await this.paidAlready(sessionId)
    if (paid) {
      return paid
    }
    const purchase = await readPurchase(this.parts.query(), sessionId)
    if (purchase.orderCanceled) {
      throw new ShopperError("conflict", "order_canceled")
    }
    await this.checkAvailable(method, purchase, { fresh: true })
    const deadline = performance.now() + TIME_LIMIT_MS
    for (;;) {
      const existing = await this.existing(purchase)
      const row = existing === "none" ? await this.issueNew(purchase, method) : existing
      if (row) {
        return row
      }
      if (performance.now() > deadline) {
        throw new ShopperError("denied", "outcome_unknown")
      }
      await pause(WAIT_FOR_OTHER_MS)
    }
  }

  /** When the ledger knows of the money, neither cart nor order need to be read. */
  private async paidAlready(sessionId: string): Promise<InvoiceRow | null> {
    const paid = (await this.parts.ledger.ofSession(sessionId)).find(holdsMoney)
    if (paid?.order_id && (await isOrderCanceled(this.parts.query(), paid.order_id))) {
      throw new ShopperError("conflict", "order_canceled")
    }
    return paid ?? null
  }

  /** What the purchase has already: an answer, "none", or null when it must be looked at again. */
  private async existing(purchase: Purchase): Promise<InvoiceRow | "none" | null> {
    const rows = await this.parts.ledger.rivalsOf(purchase.collectionId, purchase.key)
    const paid = rows.find(holdsMoney)
    if (paid) {
      if (paid.session_id !== purchase.sessionId) {
        throw new ShopperError("conflict", "already_covered")
      }
      return paid
    }
    const live = rows.find((row) => row.is_live)
    if (!live) {
      return "none"
    }
    if (live.state === "issuing" && !this.parts.resolver.isStale(live)) {
      return null
    }
    if (live.state === "issuing" || live.state === "unknown") {
      return this.settleUnknown(live, purchase)
    }
    return this.reuseOrReplace(live, purchase)
  }

  private async settleUnknown(live: InvoiceRow, purchase: Purchase): Promise<InvoiceRow | null> {
    const resolution = await this.parts.resolver.resolve(live).catch(() => "open" as const)
    if (resolution !== "open") {
      return null
    }
    if (live.session_id !== purchase.sessionId) {
      throw new ShopperError("denied", "outcome_unknown")
    }
    return (await this.parts.ledger.find(live.id))!
  }

  private async reuseOrReplace(live: InvoiceRow, purchase: Purchase): Promise<InvoiceRow | null> {
    const fits = live.session_id === purchase.sessionId && live.amount_cents === purchase.amount
    if (fits && !live.cancel_requested_at && live.status && isOpen(live.status)) {
      return purchase.orderId && live.order_id !== purchase.orderId ? this.parts.ledger.update(live.id, { order_id: purchase.orderId }) : live
    }
    if (live.status === "refunded") {
      // The money of a completion that failed late went back, captured or not: the purchase is as unpaid as before.
      await this.parts.ledger.update(live.id, { is_live: false })
      return null
    }
    if (isHeld(live)) {
      throw new ShopperError("conflict", "already_covered")
    }
    const result = await this.parts.canceling.cancel(live.id, "replaced")
    if (result === "unresolved") {
      throw new ShopperError("denied", "outcome_unknown")
    }
    return null
  }

  private async issueNew(purchase: Purchase, method: PaymentMethod): Promise<InvoiceRow | null> {
    const { accounts, attempts, drafts, payers, ring, sender, settings } = this.parts
    const account = await accounts.forSalesChannel(purchase.salesChannelId, { fresh: true })
    const options = await settings.current({ accountId: account.id })
    const draft = await drafts.ofSession(purchase.sessionId)
    const now = new Date()
    const payer = payerOf(purchase, draft, method, options)
    const card = method === "card" ? cardOf(draft, purchase.amount, options, now) : null
    // Seen before the gateway is asked for a token; what counts is the look under the attempt's lock.
    await this.refuseTooMany(purchase, method, payer.ip, "denied")
    await accounts.refuseSandboxInProduction(account)
    const terms = POLICIES[method].terms(now, options)
    // Where it can't be told now, the call that follows says why.
    const token = await account.tokens.kept(() => account.client.auth()).catch(() => null)
    const issuer = token && issuerOf(token.account)
    const guard = (trx: Transaction) => this.refuseTooMany(purchase, method, payer.ip, "denied", trx)
    const row = await attempts.claim({ purchase, payer, method, accountId: account.id, issuer, terms, installments: card?.installments ?? 1, guard })
    if (!row) {
      return null
    }
    const request = newInvoice({ purchase, payer, card, method, reference: row.reference, attempt: row.attempt, terms, options: { ...options, ...account.gatewayOptions }, ring })
    if (card) {
      // A card token is used once and kept no longer than that.
      await drafts.forgetCard(purchase.sessionId)
    }
    const issued = await sender.send(row, account, request)
    const { document, name, phone } = payer
    if (draft.payer?.save && purchase.accountId && document) {
      // Of no weight beside the order.
      await payers.save(purchase.accountId, { document: document.value, name, phone }).catch(() => undefined)
    }
    return issued
  }

  /**
   * What can be told before anything is given up for a new invoice: whether the method takes this payment,
   * and whether the card may be tried.
   * @throws ShopperError
   */
  async refuseUnfit(method: PaymentMethod, payment: Payment & { cartId: string | null }, draft: Draft): Promise<void> {
    const options = await this.checkAvailable(method, payment)
    if (method === "card") {
      cardOf(draft, payment.amount, options, new Date())
      await this.refuseCardTesting(payment.cartId, draft.ip ?? null)
    }
  }

  /**
   * Too many cards that were tried, or too many purchases whose codes nobody pays.
   * @param purchase what is bought, by whom; of one that has an attempt already only cards are counted
   * @param reason `too_many` where an answer of our own tells it; within Medusa's completion a denial, or its text is lost
   * @throws ShopperError
   */
  async refuseTooMany(purchase: Pick<Purchase, "key" | "cartId" | "email" | "accountId">, method: PaymentMethod, ip: string | null, reason: "denied" | "too_many", trx?: Transaction): Promise<void> {
    if (method === "card") {
      return this.refuseCardTesting(purchase.cartId, ip, trx)
    }
    const { limiter } = this.parts.attempts
    const limits = (await this.parts.settings.current()).methods[method]
    await limiter.refuse(trx ?? this.parts.db, { purchaseKey: purchase.key, method, asker: limiter.askerOf(purchase, ip), limits, reason })
  }

  private async refuseCardTesting(cartId: string | null, ip: string | null, trx?: Transaction): Promise<void> {
    const { attemptsPerCart, attemptsPerAddress } = (await this.parts.settings.current()).methods.card
    const failed = await this.parts.attempts.failedCardAttempts(cartId, ip, trx)
    if (failed.ofCart >= attemptsPerCart || failed.ofAddress >= attemptsPerAddress * (ip === null ? ADDRESSES_IN_ONE : 1)) {
      throw new ShopperError("denied", "too_many_card_attempts")
    }
  }

  /**
   * The options that hold for the account that would take the payment.
   * @throws ShopperError when the method can't take it
   */
  async checkAvailable(method: PaymentMethod, purchase: Payment, { fresh = false } = {}): Promise<FaturaOptions> {
    if (purchase.currency !== "brl") {
      throw new ShopperError("field", "currency_not_supported")
    }
    const account = await this.parts.accounts.forSalesChannel(purchase.salesChannelId, { fresh })
    const options = await this.parts.settings.current({ accountId: account.id, fresh })
    const { enabled, minAmount, maxAmount } = options.methods[method]
    if (!enabled) {
      throw new ShopperError("conflict", "method_unavailable")
    }
    const reais = toReais(purchase.amount)
    if (reais < minAmount || (maxAmount !== undefined && reais > maxAmount) || !isStorableAmount(purchase.amount)) {
      throw new ShopperError("field", "amount_out_of_limits")
    }
    return options
  }
}

/** A card's amount is held and may be captured any moment; only who asked for its end ends it. */
function isHeld(row: InvoiceRow): boolean {
  return row.status === "authorized" && !row.cancel_requested_at
}
