import { startSandbox, type SandboxOptions } from "../../src/sandbox"
import { httpClient, type HttpClient } from "./http"
import { only } from "./only"

export type GatewayAction =
  | "process" | "authorize" | "pay" | "schedule" | "deny" | "fail" | "overdue" | "expire" | "cancel"
  | "refund" | "refund-pending" | "refund-fail" | "dispute" | "dispute-won"

/** An invoice in the gateway's own shape, with what only the stand-in knows under `_sandbox`. */
export type GatewayInvoice = {
  id: string
  invoice_id: string
  referrer: string | null
  pix: { payload: string | null }
  status: { code: unknown }
  _sandbox: {
    payable: boolean
    webhook: string | null
    document: string | null
    holder: string | null
    kind: "pix" | "boleto" | "card"
    external_id: string | null
    account: string
    history: { at: string; code: unknown }[]
    canceled_at: string | null
    due_cents: number
    paid_cents: number
    refunded_cents: number
    tracking_code: string | null
  }
} & Record<string, unknown>

export type GatewayRequest = {
  at: string
  method: string
  path: string
  query: Record<string, string>
  body: unknown
  status: number | null
  ms: number | null
  fault: string | null
}

export type SentNotice = { status: number | null; ms: number } & Record<string, unknown>

/** A notice that the gateway sent by itself, with what the receiver answered to each try. */
export type AnnouncedNotice = { invoice_id: string; event: string; code: unknown; url: string; answers: { at: string; status: number | null }[] }

/** Told with a change: `notify: false` sends no notice, `wait: true` answers after the receiver did. */
export type ChangeOptions = { amount_cents?: number; notify?: boolean; wait?: boolean }

/** The stand-in gateway of one suite, and everything that can be done to it. */
export type Gateway = GatewayControl & {
  close(): Promise<void>
  /** Listens again at the same address after `close`, and knows nothing of before. */
  reopen(): Promise<void>
}

/** What can be done to a stand-in gateway, wherever it runs. */
export type GatewayControl = {
  url: string
  /** The control interface below `/_sandbox`, for what has no function here. */
  control: HttpClient
  invoices(): Promise<GatewayInvoice[]>
  /** The newest invoice. @throws when there is none */
  lastInvoice(): Promise<GatewayInvoice>
  invoice(id: string): Promise<GatewayInvoice>
  /** The invoices issued for a payment session, oldest first. */
  invoicesOf(sessionId: string): Promise<GatewayInvoice[]>
  /** The only invoice of a payment session. @throws when there is none, or more than one */
  invoiceOf(sessionId: string): Promise<GatewayInvoice>
  act(invoiceId: string, action: GatewayAction, options?: ChangeOptions): Promise<GatewayInvoice>
  /** Any status code, also one that nobody knows. */
  setStatus(invoiceId: string, code: unknown, options?: ChangeOptions & { text?: string }): Promise<GatewayInvoice>
  /** A new due date from the gateway's panel. */
  setDueDate(invoiceId: string, dueAt: string, options?: ChangeOptions): Promise<GatewayInvoice>
  requests(): Promise<GatewayRequest[]>
  /** Calls since the start or the last `forgetRequests`, as `{ "POST /invoices": 1 }`. */
  counts(): Promise<Record<string, number>>
  forgetRequests(): Promise<void>
  fault(fault: { match?: { method?: string; path?: string; notice?: boolean }; kind: string; times?: number; probability?: number; seed?: number; ms?: number; commit?: boolean }): Promise<void>
  clearFaults(): Promise<void>
  advanceClock(ms: number): Promise<void>
  assume(assumptions: Record<string, unknown>): Promise<void>
  /** Every switch with the values that it can take, the default first. */
  assumptionValues(): Promise<Record<string, unknown[]>>
  sendNotice(notice: {
    invoice_id: string
    event?: string
    code?: unknown
    times?: number
    headers?: Record<string, string | string[] | null>
    body?: unknown
    token?: "valid" | "none" | "wrong"
    /** The merchant's own part of the token, before the gateway's. */
    merchant_token?: string
    url?: string
    refunded_cents?: number
    amount_cents?: number
  }): Promise<SentNotice[]>
  /** The notices sent about an invoice, with retries as answers. */
  noticesOf(invoiceId: string): Promise<AnnouncedNotice[]>
  noticesMode(mode: { second_event?: boolean; second_event_ms?: number; before_answer?: boolean; retries?: number }): Promise<void>
  optionsMode(mode: "normal" | "200-without-success" | "html" | "down" | "404" | "400" | "403" | "405"): Promise<void>
  /** A webhook registered in the gateway's panel, with the token that the merchant chose for it. */
  panelWebhook(webhook: { url: string; merchant_token?: string }): Promise<void>
  /** All access tokens become invalid: the next call is answered 401. */
  revokeTokens(): Promise<void>
  /** Invoices, requests, faults, clock and switches as at the start. */
  reset(): Promise<void>
}

/** Starts the stand-in gateway in this process, on any free port. */
export async function startGateway(options: SandboxOptions = {}): Promise<Gateway> {
  let sandbox = await startSandbox({ port: 0, ...options })
  return {
    ...gatewayAt(sandbox.url),
    close: () => sandbox.close(),
    reopen: async () => {
      sandbox = await startSandbox({ ...options, port: sandbox.port })
    },
  }
}

/** The controls of a stand-in gateway that is running at an address. */
export function gatewayAt(url: string): GatewayControl {
  const control = httpClient(`${url}/_sandbox`)
  const invoices = async () => (await control.get<{ invoices: GatewayInvoice[] }>("/invoices")).invoices
  const invoicesOf = async (sessionId: string) => (await invoices()).filter(({ referrer }) => referrer?.startsWith(`${sessionId}-`))
  const change = async (path: string, body: object) => (await control.post<{ invoice: GatewayInvoice }>(path, body)).invoice
  return {
    url,
    control,
    invoices,
    lastInvoice: async () => {
      const last = (await invoices()).at(-1)
      if (!last) throw new Error("the gateway has no invoice")
      return last
    },
    invoice: async (id) => (await control.get<{ invoice: GatewayInvoice }>(`/invoices/${id}`)).invoice,
    invoicesOf,
    invoiceOf: async (sessionId) => only(await invoicesOf(sessionId), `invoice of session ${sessionId}`),
    act: (id, action, body = {}) => change(`/invoices/${id}/${action}`, body),
    setStatus: (id, code, body = {}) => change(`/invoices/${id}/status`, { code, ...body }),
    setDueDate: (id, due_at, body = {}) => change(`/invoices/${id}/due-date`, { due_at, ...body }),
    requests: async () => (await control.get<{ requests: GatewayRequest[] }>("/requests")).requests,
    counts: async () => (await control.get<{ counts: Record<string, number> }>("/requests")).counts,
    forgetRequests: async () => void (await control.delete("/requests")),
    fault: async (fault) => void (await control.post("/faults", fault)),
    clearFaults: async () => void (await control.delete("/faults")),
    advanceClock: async (advance_ms) => void (await control.post("/clock", { advance_ms })),
    assume: async (assumptions) => void (await control.post("/assumptions", assumptions)),
    assumptionValues: async () => (await control.get<{ values: Record<string, unknown[]> }>("/assumptions")).values,
    sendNotice: async (notice) => (await control.post<{ sends: SentNotice[] }>("/notices", notice)).sends,
    noticesOf: async (invoiceId) =>
      (await control.get<{ notices: AnnouncedNotice[] }>("/notices")).notices.filter((notice) => notice.invoice_id === invoiceId),
    noticesMode: async (mode) => void (await control.post("/notices/mode", mode)),
    optionsMode: async (mode) => void (await control.post("/options-mode", { mode })),
    panelWebhook: async (webhook) => void (await control.post("/webhooks", webhook)),
    revokeTokens: async () => void (await control.delete("/tokens")),
    reset: async () => void (await control.post("/reset")),
  }
}
