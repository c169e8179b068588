import { randomBytes } from "node:crypto"
import { setTimeout as pause } from "node:timers/promises"
import type { NoticeEvent } from "./answers/notice-body"
import type { Faults } from "./faults"
import { type NoticeAnswer, postNotice } from "./post-notice"
import type { SandboxInvoice } from "./types"

export type NoticeMode = {
  /** Whether `webhook.update` follows each `invoice.update`, as observed. */
  second_event: boolean
  /** Milliseconds between the two. */
  second_event_ms: number
  /** Whether create sends its notice before it answers. */
  before_answer: boolean
  /** How often a notice is sent again to a receiver that does not answer 2xx. */
  retries: number
}

export type SentNotice = {
  id: number
  at: string
  invoice_id: string
  event: string
  code: unknown
  url: string
  fault: string | null
  answers: NoticeAnswer[]
}

export type Outgoing = {
  invoiceId: string
  event: string
  code: unknown
  url: string
  body: string
  headers: [name: string, value: string][]
}

const MOST_KEPT = 5_000
const RETRY_PAUSES_MS = [200, 400, 800]

export const defaultMode = (): NoticeMode => ({
  second_event: false,
  second_event_ms: 2000,
  before_answer: false,
  retries: 3,
})

/** Header lines of a notice, in the order of the wire sample: `Webhook` comes twice, its id and then the token. */
export const noticeHeaders = (userId: number, webhookId: string, token: string): [string, string][] => [
  ["Content-Type", "application/json"],
  ["UserId", String(userId)],
  ["Webhook", webhookId],
  ["Gateway", "GW"],
  ["Powered", "GW"],
  ["Webhook", token],
]

/** base64 of `<merchant token>:<service token>`; the merchant's is empty for an address given per invoice (spec 6). */
export const encodeToken = (serviceToken: string, merchantToken = ""): string =>
  Buffer.from(`${merchantToken}:${serviceToken}`).toString("base64")

/** A webhook registered in the panel: it hears of every invoice, with the token that the merchant chose for it. */
export type PanelWebhook = { url: string; merchant_token: string }

/** Sends notices, in order for each invoice, with retries and the faults in force, and remembers what came of them. */
export class Notices {
  mode = defaultMode()
  panel: PanelWebhook[] = []
  private sent: SentNotice[] = []
  private lastId = 0
  private validTokens = new Set<string>()
  private queues = new Map<string, Promise<unknown>>()
  private held: (() => void)[] = []
  private ended = new AbortController()

  constructor(
    private readonly faults: Faults,
    private readonly now: () => Date,
    private readonly delayMs: number,
    private readonly write: (invoice: SandboxInvoice, event: NoticeEvent) => unknown,
    private readonly changed: () => void,
  ) {}

  /** A new service token; it is valid for OPTIONS /webhooks when `valid`. */
  newToken(valid: boolean): string {
    const token = randomBytes(16).toString("hex")
    if (valid) {
      this.validTokens.add(token)
    }
    return token
  }

  isValid(serviceToken: string): boolean {
    return this.validTokens.has(serviceToken)
  }

  list(): SentNotice[] {
    return this.sent
  }

  /** Forgets all and drops what is still on its way. */
  reset(): void {
    this.close()
    this.ended = new AbortController()
    this.mode = defaultMode()
    this.panel = []
    this.sent = []
    this.validTokens.clear()
    this.queues.clear()
    this.held = []
  }

  close(): void {
    this.ended.abort()
  }

  /**
   * Tells the receiver of the invoice, and those registered in the panel, how it stands at this moment. `first`
   * settles after the first try, `done` after retries and the second event.
   */
  announce(invoice: SandboxInvoice, userId: number): { first: Promise<void>; done: Promise<void> } {
    const own = invoice.webhook ? [{ url: invoice.webhook, merchant_token: "" }] : []
    const told = [...own, ...this.panel].map((receiver) => this.tell(invoice, userId, receiver))
    const all = (which: "first" | "done") => Promise.all(told.map((one) => one[which])).then(() => undefined)
    return { first: all("first"), done: all("done") }
  }

  private tell(invoice: SandboxInvoice, userId: number, receiver: PanelWebhook) {
    const main = this.dispatch(invoice, "invoice.update", userId, receiver, this.delayMs)
    if (!this.mode.second_event) {
      return main
    }
    const second = this.dispatch(invoice, "webhook.update", userId, receiver, this.mode.second_event_ms)
    return { first: main.first, done: Promise.all([main.done, second.done]).then(() => undefined) }
  }

  /** Sends one notice now and once, past queue and faults: what a test asks for. */
  async sendNow(outgoing: Outgoing): Promise<NoticeAnswer> {
    return this.attempt(this.remember(outgoing, null), outgoing, Buffer.from(outgoing.body))
  }

  private dispatch(invoice: SandboxInvoice, event: NoticeEvent, userId: number, receiver: PanelWebhook, delayMs: number) {
    const text = JSON.stringify(this.write(invoice, event))
    const fault = this.faults.forNotice(text)
    const forged = fault?.kind === "forged-token"
    const outgoing: Outgoing = {
      invoiceId: invoice.id,
      event,
      code: invoice.status.code,
      url: receiver.url,
      body: text,
      headers: noticeHeaders(userId, invoice.webhookId, encodeToken(this.newToken(!forged), receiver.merchant_token)),
    }
    const notice = this.remember(outgoing, fault?.kind ?? null)
    if (fault?.kind === "lose") {
      return { first: Promise.resolve(), done: Promise.resolve() }
    }
    const sent = fault?.kind === "corrupt" ? text.slice(0, Math.floor(text.length * 0.6)) : text
    const body = Buffer.from(sent)
    const signal = this.ended.signal
    const before = this.queues.get(invoice.id) ?? Promise.resolve()
    const held = fault?.kind === "reorder" ? this.hold(fault.ms, signal) : null
    const first = (held ?? before)
      .then(() => pause(delayMs + (fault?.kind === "delay" ? fault.ms : 0), undefined, { signal }))
      .then(() => this.attempt(notice, outgoing, body))
    if (!held) {
      const settled = first.then(
        () => this.release(),
        () => undefined,
      )
      this.queues.set(invoice.id, settled)
    }
    const done = first
      .then((answer) => this.retry(answer, notice, outgoing, body, signal))
      .then(() => (fault?.kind === "double" ? this.attempt(notice, outgoing, body) : undefined))
    const ignoreEnd = (): void => undefined
    return { first: first.then(ignoreEnd, ignoreEnd), done: done.then(ignoreEnd, ignoreEnd) }
  }

  /** Waits for the next notice to have gone out, but no longer than `ms`, so that nothing is lost. */
  private hold(ms: number, signal: AbortSignal): Promise<void> {
    return Promise.race([
      new Promise<void>((resolve) => this.held.push(resolve)),
      pause(ms, undefined, { signal }),
    ])
  }

  private release(): void {
    for (const letGo of this.held.splice(0)) {
      letGo()
    }
  }

  private async retry(
    answer: NoticeAnswer,
    notice: SentNotice,
    outgoing: Outgoing,
    body: Buffer,
    signal: AbortSignal,
  ): Promise<void> {
    const { retries } = this.mode
    let last = answer
    for (let count = 0; count < retries && !isTaken(last); count += 1) {
      await pause(RETRY_PAUSES_MS[count] ?? 800, undefined, { signal })
      last = await this.attempt(notice, outgoing, body)
    }
  }

  private async attempt(notice: SentNotice, outgoing: Outgoing, body: Buffer): Promise<NoticeAnswer> {
    const answer = await postNotice(outgoing.url, outgoing.headers, body, this.ended.signal)
    notice.answers.push(answer)
    this.changed()
    return answer
  }

  private remember(outgoing: Outgoing, fault: string | null): SentNotice {
    this.lastId += 1
    const notice: SentNotice = {
      id: this.lastId,
      at: this.now().toISOString(),
      invoice_id: outgoing.invoiceId,
      event: outgoing.event,
      code: outgoing.code,
      url: outgoing.url,
      fault,
      answers: [],
    }
    this.sent.push(notice)
    if (this.sent.length > MOST_KEPT) {
      this.sent.splice(0, this.sent.length - MOST_KEPT)
    }
    return notice
  }
}

const isTaken = ({ status }: NoticeAnswer): boolean => status !== null && status >= 200 && status < 300
