import path from "node:path"
import { startNode, type Child } from "../../demo/lib/child"
import { paths } from "../../demo/lib/paths"
import { logFolder } from "./environment"
import { httpClient, type HttpClient } from "./http"

/** Commands of the control panel that change how an invoice stands. */
export type SandboxAction =
  | "process" | "authorize" | "pay" | "schedule" | "deny" | "fail" | "overdue" | "expire" | "cancel"
  | "refund" | "refund-pending" | "refund-fail" | "dispute" | "dispute-won"

/** An invoice as the stand-in gateway keeps it; money in its own section is integer cents. */
export type SandboxInvoice = {
  id: string
  invoice_id: string
  referrer: string | null
  pix: { payload: string | null }
  products: { description: string; quantity: number; price_cents: number }[]
  status: { code: unknown }
  _sandbox: {
    payable: boolean
    webhook: string
    document: string | null
    kind: "pix" | "boleto" | "card"
    history: { at: string; code: unknown }[]
    canceled_at: string | null
    due_cents: number
    paid_cents: number
    refunded_cents: number
  }
}

export type SandboxRequest = {
  at: string
  method: string
  path: string
  query: Record<string, string>
  body: unknown
  status: number | null
  ms: number | null
  fault: string | null
}

export type NoticeAnswer = { at: string; status: number | null; ms: number; error: string | null }
export type SentNotice = { id: number; invoice_id: string; event: string; code: unknown; url: string; answers: NoticeAnswer[] }

/** A notice to be sent as told; see the control panel's `POST /_sandbox/notices`. */
export type NoticeRequest = {
  invoice_id: string
  event?: string
  code?: unknown
  amount_cents?: number
  refunded_cents?: number
  times?: number
  headers?: Record<string, string | string[] | null>
  body?: unknown
  token?: "valid" | "none" | "wrong"
  url?: string
}

export type FaultRequest = {
  match: { method?: string; path?: string; notice?: boolean }
  kind: string
  times?: number
  ms?: number
  commit?: boolean
}

export type OptionsMode = "normal" | "200-without-success" | "html" | "down" | "404"

export type Sandbox = {
  url: string
  invoices(): Promise<SandboxInvoice[]>
  invoice(id: string): Promise<SandboxInvoice>
  /** The invoices issued for a payment session, oldest first. */
  invoicesOf(sessionId: string): Promise<SandboxInvoice[]>
  /** The only invoice of a session. @throws when there is none, or more than one */
  invoiceOf(sessionId: string): Promise<SandboxInvoice>
  /** Changes an invoice; `notify: false` tells the store nothing, `wait: true` answers after the notice. */
  act(id: string, action: SandboxAction, options?: { amount_cents?: number; notify?: boolean; wait?: boolean }): Promise<SandboxInvoice>
  requests(): Promise<SandboxRequest[]>
  /** How often each call was made since the process began, as `{ "POST /invoices": 1 }`. */
  counts(): Promise<Record<string, number>>
  fault(fault: FaultRequest): Promise<number>
  clearFaults(): Promise<void>
  assume(change: Record<string, unknown>): Promise<void>
  /** Every switch with the values that it can take; the first is the default. */
  assumptionValues(): Promise<Record<string, unknown[]>>
  notice(request: NoticeRequest): Promise<NoticeAnswer[]>
  notices(invoiceId?: string): Promise<SentNotice[]>
  noticeMode(mode: Partial<{ second_event: boolean; second_event_ms: number; before_answer: boolean; retries: number }>): Promise<void>
  optionsMode(mode: OptionsMode): Promise<void>
  /** Ends the process: from then on nobody listens at its address. */
  stop(): Promise<void>
  /** Starts again at the same address, knowing nothing of before. */
  start(): Promise<void>
}

const startLimitMs = 15_000

/** The stand-in gateway in a process of its own, from the built plugin. `stop()` it after the suite. */
export async function startSandbox(): Promise<Sandbox> {
  let { child, url } = await launch(0)
  const api: HttpClient = httpClient(`${url}/_sandbox`)
  const invoices = async () => (await api.get<{ invoices: SandboxInvoice[] }>("/invoices")).invoices
  const invoicesOf = async (sessionId: string) => (await invoices()).filter(({ referrer }) => referrer?.startsWith(`${sessionId}-`))
  return {
    url,
    invoices,
    invoicesOf,
    invoiceOf: async (sessionId) => only(await invoicesOf(sessionId), `invoice of session ${sessionId}`),
    invoice: async (id) => (await api.get<{ invoice: SandboxInvoice }>(`/invoices/${id}`)).invoice,
    act: async (id, action, options) => (await api.post<{ invoice: SandboxInvoice }>(`/invoices/${id}/${action}`, options)).invoice,
    requests: async () => (await api.get<{ requests: SandboxRequest[] }>("/requests")).requests,
    counts: async () => (await api.get<{ counts: Record<string, number> }>("/requests")).counts,
    fault: async (fault) => (await api.post<{ fault: { id: number } }>("/faults", fault)).fault.id,
    clearFaults: async () => void (await api.delete("/faults")),
    assume: async (change) => void (await api.post("/assumptions", change)),
    assumptionValues: async () => (await api.get<{ values: Record<string, unknown[]> }>("/assumptions")).values,
    notice: async (request) => (await api.post<{ sends: NoticeAnswer[] }>("/notices", request)).sends,
    notices: async (invoiceId) => {
      const { notices } = await api.get<{ notices: SentNotice[] }>("/notices")
      return invoiceId === undefined ? notices : notices.filter((notice) => notice.invoice_id === invoiceId)
    },
    noticeMode: async (mode) => void (await api.post("/notices/mode", mode)),
    optionsMode: async (mode) => void (await api.post("/options-mode", { mode })),
    stop: () => child.stop(),
    start: async () => {
      ;({ child } = await launch(Number(new URL(url).port)))
    },
  }
}

async function launch(port: number): Promise<{ child: Child; url: string }> {
  const child = startNode([path.join(paths.lib, "sandbox-process.js"), String(port)], {
    name: "The sandbox gateway",
    cwd: paths.root,
    logFile: path.join(logFolder, `sandbox-${process.env.JEST_WORKER_ID ?? "0"}-${process.pid}.log`),
  })
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the sandbox did not start; log: ${child.logFile}`)), startLimitMs)
    child.process.once("message", (message: { url: string }) => {
      clearTimeout(timer)
      resolve(message.url)
    })
    void child.exited.then(() => reject(new Error(`the sandbox ended while starting; log: ${child.logFile}`)))
  })
  return { child, url }
}

/** The one element of a list. @throws when there is another number of them */
export function only<T>(list: readonly T[], what: string): T {
  const [first, ...rest] = list
  if (first === undefined || rest.length > 0) throw new Error(`expected one ${what}, found ${list.length}`)
  return first
}
