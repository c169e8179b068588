import { container as applicationContainer } from "@medusajs/framework"
import { ContainerRegistrationKeys, MedusaService, Modules } from "@medusajs/framework/utils"
import type { IEventBusModuleService, IPaymentModuleService, Logger } from "@medusajs/framework/types"
import { wordsOfError } from "../../domain/words-of-error"
import { Cents } from "../../domain/money"
import * as models from "./models"
import { AccountRegistry } from "./accounts/account-registry"
import { offeredForCheckout } from "./accounts/offered-for-checkout"
import { Canceling } from "./canceling/cancel"
import { KeyRing } from "./crypto/key-ring"
import type { Database } from "./database"
import { withoutValuesInErrors } from "./errors-without-values"
import { Discounts } from "./discounts/discounts"
import { type Draft, Drafts } from "./drafts/drafts"
import { NoticeReader, type Taken } from "./inbox/read-and-take"
import { reopenNotice } from "./inbox/reopen-notice"
import { Watch } from "./health/watch"
import { NoticeLimits } from "./inbox/limits"
import { NoticeRoom } from "./inbox/room"
import { type ArrivedNotice, type NoticeRow, Notices } from "./inbox/notices"
import { Attempts } from "./issuing/attempts"
import { draftForRenewal } from "./issuing/draft-for-renewal"
import { Issuing } from "./issuing/issue"
import { ResolveAttempt } from "./issuing/resolve-attempt"
import { SendAttempt } from "./issuing/send-attempt"
import { ChangeTaker } from "./ledger/apply-change"
import { DueDates } from "./ledger/change-due-date"
import { Emails } from "./emails/emails"
import { Payers } from "./payers/payers"
import { InvoiceNews } from "./live/invoice-news"
import { invoiceOfTicket } from "./ledger/invoice-of-ticket"
import { Ledger } from "./ledger/ledger"
import { InvoiceList } from "./ledger/list-invoices"
import type { CancelReason, InvoiceRow, PaymentMethod } from "./ledger/row"
import { LookUps } from "./ledger/look-up"
import { readOptions } from "./options/read-options"
import type { FixedOptions } from "./options/schema"
import { Outbox } from "./outbox/outbox"
import { type ProblemMoneyOf, moneyOfProblems } from "./problems/problem-money"
import { type ProblemRow, Problems } from "./problems/problems"
import { CheckEnded } from "./reconciliation/check-ended"
import { ConfirmPayments } from "./reconciliation/confirm-payments"
import { CheckOpen } from "./reconciliation/check-open"
import { SettledInvoices } from "./reconciliation/settled"
import { Sweep } from "./reconciliation/sweep"
import { Turns } from "./recovery/turns"
import { Refunds } from "./refunds/refunds"
import { RefundRows } from "./refunds/refund-rows"
import { refundableAmount } from "./refunds/refundable-amount"
import { claimGatewayRefund, readMedusaRefund } from "./refunds/claim"
import { refuseRefundOfBusyOrder } from "./refunds/order-guard"
import { type CheckoutOptions, type OrderPrices, checkoutOptions } from "./view/checkout-options"
import { FeeReport } from "./reports/fee-report"
import { ErasePayers } from "./retention/erase-payers"
import { InvoiceDesk } from "./view/invoice-desk"
import { InvoiceDetail } from "./view/invoice-detail"
import { Shipments } from "./shipments/shipments"
import { SessionReferences } from "./sessions/references"
import { refuseCancel } from "./sessions/refuse-cancel"
import { refuseCapture } from "./sessions/refuse-capture"
import { Sessions } from "./sessions/sessions"
import { Revision } from "./settings/revision"
import { Settings } from "./settings/settings"
import { StaffDesk } from "./settings/staff-desk"
import { StaffError } from "./texts/staff-error"

const LOOK_UP_PAUSE_MS = 60_000
/** Refunds and disputes of an archived account can still come for this long. */
const CREDENTIALS_KEPT_DAYS = 180

type InjectedDependencies = { logger: Logger; __pg_connection__: Database; event_bus?: IEventBusModuleService; configModule?: { projectConfig?: { redisUrl?: string } } }

/**
 * The heart of the plugin: accounts, invoice ledger, notice inbox, outbox and problems. It is the only
 * place that calls the gateway. Doors (routes, subscribers, jobs) and the payment providers hand over to
 * it; what its news mean to Medusa's payments and orders is decided in the workflows.
 */
export class FaturaModuleService extends MedusaService(models) {
  /** What only the installation decides; what staff can change is asked for in `settings`. */
  readonly options: FixedOptions
  readonly settings: Settings
  readonly staffDesk: StaffDesk
  readonly ledger: Ledger
  readonly outbox: Outbox
  readonly problems: Problems
  readonly turns: Turns
  readonly drafts: Drafts
  readonly accounts: AccountRegistry
  readonly changes: ChangeTaker
  readonly issuing: Issuing
  readonly resolver: ResolveAttempt
  readonly canceling: Canceling
  readonly refunds: Refunds
  readonly refundRows: RefundRows
  readonly lookUps: LookUps
  readonly checkOpen: CheckOpen
  readonly settledInvoices: SettledInvoices
  readonly confirmPayments: ConfirmPayments
  readonly dueDates: DueDates
  readonly watch: Watch
  readonly sessions: Sessions
  /** Which session Medusa calls a provider about. */
  readonly references: SessionReferences
  readonly emails: Emails
  readonly discounts: Discounts
  readonly payers: Payers
  readonly news: InvoiceNews
  readonly invoiceList: InvoiceList
  readonly invoiceDesk: InvoiceDesk
  readonly invoiceDetail: InvoiceDetail
  readonly feeReport: FeeReport
  readonly shipments: Shipments
  readonly erasePayers: ErasePayers
  readonly noticeLimits: NoticeLimits
  private readonly ring: KeyRing
  private readonly logger: Logger
  readonly notices: Notices
  private readonly noticeRoom: NoticeRoom
  private readonly reader: NoticeReader
  /** Read by Medusa's module loader. */
  protected readonly __hooks: { onApplicationStart: () => Promise<void>; onApplicationShutdown: () => Promise<void> }

  constructor(injected: InjectedDependencies, options: Record<string, unknown> = {}) {
    super(injected)
    const [logger, db] = [injected.logger, withoutValuesInErrors(injected.__pg_connection__)]
    this.logger = logger
    const given = readOptions(options)
    this.options = given
    this.ring = new KeyRing(given.encryptionKey)
    const revision = new Revision(db)
    this.settings = new Settings(db, revision, given)
    this.ledger = new Ledger(db)
    this.outbox = new Outbox(db)
    this.problems = new Problems(db, (problem) => this.announceProblem(injected, problem))
    this.turns = new Turns(db)
    this.drafts = new Drafts(db, this.ring)
    this.emails = new Emails(db, given.emails)
    this.discounts = new Discounts(db, given)
    this.payers = new Payers(db, this.ring)
    this.accounts = new AccountRegistry(db, this.options, this.ring, this.problems, revision)
    this.staffDesk = new StaffDesk({ db, ring: this.ring, options: given, revision, settings: this.settings, registry: this.accounts, problems: this.problems, logger })
    this.changes = new ChangeTaker(this.ledger, this.outbox, this.problems, this.settings, this.emails)
    this.lookUps = new LookUps(this.ledger, this.accounts, this.changes, this.problems)
    this.canceling = new Canceling(this.ledger, this.outbox, this.accounts, this.changes, this.lookUps, this.problems, logger)
    this.resolver = new ResolveAttempt(this.ledger, this.accounts, this.changes, this.canceling, this.problems, this.options, this.settings)
    this.issuing = new Issuing({
      db,
      ledger: this.ledger,
      attempts: new Attempts(db, this.ring),
      sender: new SendAttempt(this.ledger, this.outbox, this.emails, this.problems, logger),
      resolver: this.resolver,
      canceling: this.canceling,
      drafts: this.drafts,
      payers: this.payers,
      accounts: this.accounts,
      ring: this.ring,
      settings: this.settings,
      query,
    })
    this.sessions = new Sessions(this.ledger, this.outbox, this.drafts, this.issuing, query)
    this.references = new SessionReferences(() => applicationContainer.resolve(Modules.PAYMENT), logger)
    this.refundRows = new RefundRows(db)
    this.refunds = new Refunds(this.refundRows, this.ledger, this.accounts, this.changes, this.lookUps, this.outbox, this.problems, logger)
    const sweep = new Sweep(db, this.ledger, this.accounts, this.changes, this.canceling, this.lookUps)
    const ended = new CheckEnded(db, this.ledger, this.changes, this.canceling, this.lookUps)
    this.checkOpen = new CheckOpen(db, this.ledger, this.accounts, ended, sweep, this.lookUps, this.resolver, this.problems, logger)
    this.settledInvoices = new SettledInvoices(db, this.ledger, this.accounts, this.changes, this.lookUps, logger, this.options.reconciliation.lookUpsPerMinute)
    this.confirmPayments = new ConfirmPayments(db, this.ledger, this.lookUps, this.problems, this.turns, logger)
    this.watch = new Watch(db, this.ring, this.options, this.problems)
    this.dueDates = new DueDates(this.ledger, this.outbox, this.problems, this.accounts, this.changes, this.settings)
    this.news = new InvoiceNews(db, (message) => logger.warn(message))
    this.invoiceList = new InvoiceList(db)
    this.shipments = new Shipments(db, this.ledger, this.outbox, this.accounts, given)
    this.invoiceDesk = new InvoiceDesk(db, this.ledger, this.accounts, this.shipments, this.ring, given)
    this.invoiceDetail = new InvoiceDetail(db, this.invoiceDesk)
    this.feeReport = new FeeReport(db)
    this.erasePayers = new ErasePayers(db, given.payerDataDays)
    this.noticeLimits = new NoticeLimits(redisUrlOf(injected))
    this.notices = new Notices(db, this.ring)
    this.noticeRoom = new NoticeRoom(db, this.notices)
    this.reader = new NoticeReader(this.notices, this.ledger, this.accounts, this.changes, this.lookUps, this.problems, this.noticeLimits, this.options, logger)
    this.__hooks = {
      onApplicationStart: async () => {
        await this.staffDesk.tellOfKey()
        await this.watch.atStart().catch((error) => logger.warn(`Fatura: the encryption key could not be checked (${wordsOfError(error)})`))
      },
      onApplicationShutdown: async () => {
        await Promise.all([this.noticeLimits.close(), this.news.close()])
      },
    }
  }

  /** The ledger's attempt that a notice address was made for; null for a false one. */
  async invoiceOfTicket(ticket: string): Promise<{ id: string; unproven: boolean } | null> {
    return invoiceOfTicket(this.ring, this.ledger, ticket)
  }

  /** What a checkout needs to offer the methods for an amount. */
  async checkoutOptions(input: { amount: Cents; currency: string; salesChannelId: string | null; inRegion: string[] | null; prices?: OrderPrices | null }): Promise<CheckoutOptions> {
    const { account, profile } = await offeredForCheckout(this.accounts, input.salesChannelId)
    const options = await this.settings.current({ accountId: account?.id })
    const usable = profile && this.accounts.isForbidden(profile) ? null : account
    return checkoutOptions({ ...input, account: usable, profile, options, discounts: await this.discounts.given() })
  }

  /** The money that problems are about. */
  async moneyOf(problems: Pick<ProblemRow, "fatura_invoice_id">[]): Promise<ProblemMoneyOf> {
    return moneyOfProblems(this.ledger, this.refundRows, problems)
  }

  /** Commits a notice to the inbox. @returns null when there was no room, and the gateway will be asked instead */
  async storeNotice(arrived: ArrivedNotice): Promise<NoticeRow | null> {
    return this.noticeRoom.store(arrived)
  }

  /** @throws StaffError when there is no such notice, or nothing to try */
  async reopenNotice(id: string, actor: string): Promise<NoticeRow> {
    return reopenNotice(this.notices, this.ledger, id, actor)
  }

  /** Forgets what was done long ago, drafts that nothing came of, and who paid where nobody needs to know any more. */
  async forget(days: number): Promise<void> {
    await this.drafts.prune()
    await this.outbox.prune(days)
    await this.turns.prune()
    await this.emails.prune(days)
    await this.notices.prune(days)
    await this.accounts.drifts.prune(CREDENTIALS_KEPT_DAYS)
    await this.staffDesk.forgetArchived(CREDENTIALS_KEPT_DAYS)
    await this.staffDesk.sensitive.forget()
    await this.payers.prune(this.options.savedPayerDays)
    await this.erasePayers.run()
  }

  /** The next notice that is due and that no other process works on. */
  async claimNotice(): Promise<NoticeRow | null> {
    return this.notices.claim()
  }

  /** Verifies a claimed notice and takes it into the ledger. Never throws. */
  async takeNotice(row: NoticeRow): Promise<Taken> {
    return this.reader.take(row)
  }

  /** A payment session was made: what was typed is bound to it, and what can't be paid is refused. */
  async prepareSession(input: { sessionId: string; method: PaymentMethod; amount: Cents; currency: string; draftId: unknown }): Promise<void> {
    return this.sessions.prepare(input)
  }

  /** The invoice of a session that money arrived for, or null. */
  async paidInvoice(sessionId: string): Promise<InvoiceRow | null> {
    return this.sessions.paidInvoice(sessionId)
  }

  async newestInvoice(sessionId: string): Promise<InvoiceRow | null> {
    return this.sessions.newestInvoice(sessionId)
  }

  /** @throws MedusaError when Medusa already has a payment for the session */
  async refuseDeleteOfSettled(sessionId: string): Promise<void> {
    return this.sessions.refuseDeleteOfSettled(sessionId)
  }

  /** Whether a shopper's "I have paid" may ask the gateway: once a minute and invoice, and only while it is open. */
  async mayLookUp(row: InvoiceRow): Promise<boolean> {
    const asked = row.looked_up_at && Date.now() - row.looked_up_at.getTime() < LOOK_UP_PAUSE_MS
    return !asked && row.state === "issued" && row.settled_at === null
  }

  /** Whether an order is so old that the process which placed it must have died. */
  async isForgotten(orderId: string): Promise<boolean> {
    const { data } = await query().graph({ entity: "order", fields: ["id", "created_at"], filters: { id: orderId } })
    const placedAt = (data[0] as { created_at?: string | Date } | undefined)?.created_at
    return placedAt !== undefined && Date.now() - new Date(placedAt).getTime() > this.options.reconciliation.healAfterSeconds * 1_000
  }

  async checkSoon(sessionId: string): Promise<void> {
    return this.sessions.checkSoon(sessionId)
  }

  /**
   * Marks whatever could still take money for a session, and has the gateway told outside of the
   * caller's transaction. What does not succeed at once stays in the outbox.
   */
  async requestCancelOfSession(sessionId: string, reason: CancelReason, actor?: string): Promise<void> {
    const rows = await this.sessions.requestCancel(sessionId, reason, actor)
    setImmediate(() => {
      for (const row of rows) {
        this.canceling.cancel(row.id, reason, actor).catch((error) => this.logger.warn(`Fatura: cancel of ${row.id} stays in the outbox (${wordsOfError(error)})`))
      }
    })
  }

  /** `fatura.problem.raised`, for a store that mails its staff. A missing event bus loses nothing: the row stands. */
  private async announceProblem(injected: InjectedDependencies, { id, kind, fatura_invoice_id, order_id }: ProblemRow): Promise<void> {
    try {
      await injected.event_bus?.emit({ name: "fatura.problem.raised", data: { id, kind, invoice_id: fatura_invoice_id, order_id } })
    } catch (error) {
      this.logger.warn(`Fatura: the event of problem ${id} was not sent (${wordsOfError(error)})`)
    }
  }

  /** What is known of the payer of an earlier attempt completes what the shopper typed for a new one. */
  draftForRenewal(typed: Draft, previous: InvoiceRow | null): Draft {
    return draftForRenewal(this.ring, typed, previous)
  }

  async refuseCancel(paymentId: string): Promise<void> {
    return refuseCancel(query(), applicationContainer.resolve(Modules.PAYMENT), paymentId)
  }

  async refuseCaptureOfMore(sessionId: string, captureId: string | undefined): Promise<void> {
    return refuseCapture(this, applicationContainer.resolve(Modules.PAYMENT), sessionId, captureId)
  }

  /**
   * Refunds part or all of what was paid in a session.
   * @param refundId Medusa's refund
   * @param asked as Medusa has it, in decimal reais
   * @throws StaffError; nothing is then booked
   */
  async refundSession(sessionId: string, refundId: string, asked: Parameters<typeof refundableAmount>[2]): Promise<void> {
    const payments: IPaymentModuleService = applicationContainer.resolve(Modules.PAYMENT)
    const refund = await readMedusaRefund(payments, refundId)
    if (await claimGatewayRefund(this.refundRows, refund)) {
      return
    }
    const amount = await refundableAmount(payments, refund?.payment_id ?? null, asked, refundId)
    const paid = await this.sessions.paidInvoice(sessionId)
    if (!paid) {
      throw new StaffError("refund_of_nothing")
    }
    if (paid.order_id) {
      await refuseRefundOfBusyOrder(query(), paid.order_id)
    }
    await this.refunds.refund(paid.id, refundId, amount, refund ? Math.max(0, Date.now() - new Date(refund.created_at).getTime()) : 0)
  }
}

/** The store's Redis, where it has one. */
function redisUrlOf({ configModule }: InjectedDependencies): string | undefined {
  return configModule?.projectConfig?.redisUrl
}

/** A module's own container has no `query`; the application's has, once it is loaded. */
function query() {
  return applicationContainer.resolve(ContainerRegistrationKeys.QUERY)
}

export default FaturaModuleService
