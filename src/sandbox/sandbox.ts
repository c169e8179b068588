import { setTimeout as pause } from "node:timers/promises"
import { AccessTokens, companyOf } from "./accounts"
import { type NoticeEvent, legacyNoticeBody, noticeBody } from "./answers/notice-body"
import { type Assumptions, defaultAssumptions } from "./assumptions"
import { Clock } from "./clock"
import { Faults } from "./faults"
import { issueInvoice } from "./issue"
import { Notices } from "./notices"
import { RequestLog } from "./request-log"
import { localDay } from "./sao-paulo"
import { setStatus } from "./transitions"
import type { SandboxInvoice } from "./types"
import type { CreateRequest } from "./validation/create"

/** How OPTIONS /webhooks answers. */
export const OPTIONS_MODES = ["normal", "200-without-success", "html", "down", "404", "400", "403", "405"] as const
export type OptionsMode = (typeof OPTIONS_MODES)[number]

/** Which of its two ids an invoice is found by. */
export const IDS_MODES = ["either", "id", "invoice_id"] as const
export type IdsMode = (typeof IDS_MODES)[number]

const FIRST_CUSTOMER = 138_000

/** A receiver that waits for the answer to create before it answers the notice does not hold up create for longer. */
const LONGEST_WAIT_MS = 3000

/** All that the stand-in knows, in memory. */
export class Sandbox {
  readonly clock: Clock
  readonly faults = new Faults()
  readonly requests = new RequestLog()
  readonly tokens = new AccessTokens()
  readonly notices: Notices
  assumptions: Assumptions = defaultAssumptions()
  optionsMode: OptionsMode = "normal"
  idsMode: IdsMode = "either"
  /** Its own address, known once it listens. */
  url = ""
  /** Grows with every change, so that a page can ask whether anything is new. */
  version = 1
  private kept = new Map<string, SandboxInvoice>()
  private customers = new Map<string, number>()
  private lastId = 0

  constructor(base: () => Date, noticeDelayMs: number) {
    this.clock = new Clock(base)
    this.notices = new Notices(
      this.faults,
      () => this.clock.now(),
      noticeDelayMs,
      (invoice, event) => this.noticeOf(invoice, event),
      () => this.touch(),
    )
  }

  touch(): void {
    this.version += 1
  }

  /** Every invoice, newest last. */
  invoices(): SandboxInvoice[] {
    return [...this.kept.values()]
  }

  /** An invoice by either of its ids, or by the one that the mode names; within one account when that is given. */
  find(id: string, account?: string): SandboxInvoice | null {
    const mode = account === undefined ? "either" : this.idsMode
    const byId = mode === "invoice_id" ? undefined : this.kept.get(id)
    const found = byId ?? (mode === "id" ? undefined : this.invoices().find((invoice) => invoice.invoiceId === id))
    return found && (account === undefined || found.account === account) ? found : null
  }

  /**
   * Issues an invoice and brings a card to its outcome.
   * @throws Refusal when the request can't be taken
   */
  async issue(request: CreateRequest, account: string): Promise<SandboxInvoice> {
    const now = this.clock.now()
    const { invoice, outcome } = issueInvoice(request, this.assumptions, {
      account,
      id: this.newId(),
      webhookId: `wh_${this.kept.size + 77}`,
      customerId: this.customerId(account, request),
      now,
    })
    this.kept.set(invoice.id, invoice)
    if (outcome) {
      setStatus(invoice, outcome.code, now)
    }
    this.touch()
    if (this.notices.mode.before_answer) {
      await Promise.race([this.announce(invoice).first, pause(LONGEST_WAIT_MS, undefined, { ref: false })])
    } else if (outcome) {
      void this.announce(invoice).done
    }
    return invoice
  }

  /** The body of a notice about an invoice as it stands, in the form that is assumed. */
  noticeOf(invoice: SandboxInvoice, event: NoticeEvent) {
    const write = this.assumptions.notice_form === "legacy" ? legacyNoticeBody : noticeBody
    return write(invoice, event, this.clock.now())
  }

  announce(invoice: SandboxInvoice): { first: Promise<void>; done: Promise<void> } {
    this.touch()
    return this.notices.announce(invoice, companyOf(invoice.account))
  }

  /** Lets time do its work: an unpaid PIX or boleto is overdue on the day after its due date. */
  letTimePass(): void {
    if (!this.assumptions.overdue_by_clock) {
      return
    }
    const now = this.clock.now()
    const today = localDay(now)
    for (const invoice of this.kept.values()) {
      const waits = invoice.status.code === 1 || invoice.status.code === 3
      if (waits && invoice.method !== "card" && invoice.dueOn < today) {
        setStatus(invoice, 15, now)
        void this.announce(invoice).done
      }
    }
  }

  /** As new, except for the access tokens given out. */
  reset(): void {
    this.notices.reset()
    this.kept.clear()
    this.customers.clear()
    this.faults.clear()
    this.requests.clear()
    this.clock.reset()
    this.assumptions = defaultAssumptions()
    this.optionsMode = "normal"
    this.idsMode = "either"
    this.touch()
  }

  /**
   * Ids follow the creation time (observation: Codes and units): microseconds of the machine's own clock, whatever
   * the clock of this gateway shows. A store outlives this process and keeps the ids of all before it, so none may
   * come twice, however many invoices were issued in a burst before a restart.
   */
  private newId(): string {
    this.lastId = Math.max(this.lastId + 1, Date.now() * 1000)
    return String(this.lastId)
  }

  private customerId(account: string, { client }: CreateRequest): number {
    const key = `${account}:${client.document ?? client.email ?? client.name}`
    const id = this.customers.get(key) ?? FIRST_CUSTOMER + this.customers.size
    this.customers.set(key, id)
    return id
  }
}
