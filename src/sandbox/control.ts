import { type ErrorRequestHandler, type Request, type RequestHandler, Router, json } from "express"
import { ASSUMPTION_TEXTS, ASSUMPTION_VALUES, changeAssumptions } from "./assumptions"
import { setDueDate } from "./due-date"
import { isDay } from "./sao-paulo"
import { invoiceMember } from "./answers/invoice-answer"
import { sendOnDemand } from "./notices-on-demand"
import type { PanelWebhook } from "./notices"
import { IDS_MODES, type IdsMode, OPTIONS_MODES, type OptionsMode, type Sandbox } from "./sandbox"
import { act, isPayable, setStatus } from "./transitions"
import type { SandboxInvoice } from "./types"

/** A control call that can't be done; its message goes to the caller. */
class ControlError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message)
  }
}

const shown = (sandbox: Sandbox, invoice: SandboxInvoice) => ({
  ...invoiceMember(invoice, sandbox.assumptions, sandbox.url),
  _sandbox: {
    payable: isPayable(invoice),
    webhook: invoice.webhook,
    document: invoice.customer.document,
    holder: invoice.card?.holder ?? null,
    kind: invoice.method,
    external_id: invoice.externalId,
    account: invoice.account,
    history: invoice.history.map(({ at, code }) => ({ at: at.toISOString(), code: code ?? null })),
    canceled_at: invoice.canceledAt?.toISOString() ?? null,
    due_cents: invoice.dueCents,
    paid_cents: invoice.paidCents,
    refunded_cents: invoice.refundedCents,
    tracking_code: invoice.trackingCode,
  },
})

const bodyOf = (req: Request): Record<string, unknown> => {
  const body: unknown = req.body ?? {}
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw new ControlError(400, "the body must be a JSON object")
  }
  return body as Record<string, unknown>
}

const named = (sandbox: Sandbox, id: unknown): SandboxInvoice => {
  const invoice = typeof id === "string" || typeof id === "number" ? sandbox.find(String(id)) : null
  if (!invoice) {
    throw new ControlError(404, "no invoice has this id")
  }
  return invoice
}

/** Tells the receiver unless `notify` is false, and waits for its answer when `wait` is true. */
const afterChange = async (sandbox: Sandbox, invoice: SandboxInvoice, body: Record<string, unknown>) => {
  sandbox.touch()
  if (body.notify !== false) {
    const { done } = sandbox.announce(invoice)
    if (body.wait === true) {
      await done
    }
  }
  return { invoice: shown(sandbox, invoice) }
}

const moveClock = (sandbox: Sandbox, { now, advance_ms }: Record<string, unknown>): void => {
  if (typeof advance_ms === "number" && Number.isFinite(advance_ms)) {
    sandbox.clock.advance(advance_ms)
  } else if (typeof now === "string" && !Number.isNaN(Date.parse(now))) {
    sandbox.clock.set(new Date(now))
  } else if (now === null) {
    sandbox.clock.reset()
  } else {
    throw new ControlError(400, "send now (ISO 8601, or null for the real time) or advance_ms (milliseconds)")
  }
  sandbox.letTimePass()
  sandbox.touch()
}

const clockOf = (sandbox: Sandbox) => ({
  now: sandbox.clock.now().toISOString(),
  offset_ms: sandbox.clock.offset,
})

const assumptionsOf = (sandbox: Sandbox) => ({
  assumptions: sandbox.assumptions,
  values: ASSUMPTION_VALUES,
  texts: ASSUMPTION_TEXTS,
})

const changeMode = (sandbox: Sandbox, body: Record<string, unknown>): void => {
  const mode = { ...sandbox.notices.mode }
  for (const [key, value] of Object.entries(body)) {
    const current = Object.hasOwn(mode, key) ? mode[key as keyof typeof mode] : undefined
    const fits = typeof value === typeof current && (typeof value !== "number" || (value >= 0 && value <= 60_000))
    if (current === undefined || !fits) {
      throw new ControlError(400, "takes second_event, before_answer (true or false), second_event_ms and retries (numbers)")
    }
    Object.assign(mode, { [key]: value })
  }
  sandbox.notices.mode = mode
  sandbox.touch()
}

const panelWebhook = ({ url, merchant_token = "" }: Record<string, unknown>): PanelWebhook => {
  if (typeof url !== "string" || !/^https?:\/\//.test(url) || typeof merchant_token !== "string") {
    throw new ControlError(400, "send url (http or https) and, where the merchant chose one, merchant_token")
  }
  return { url, merchant_token }
}

const changeOptionsMode = (sandbox: Sandbox, mode: unknown): void => {
  if (!(OPTIONS_MODES as readonly unknown[]).includes(mode)) {
    throw new ControlError(400, `mode must be one of ${OPTIONS_MODES.join(", ")}`)
  }
  sandbox.optionsMode = mode as OptionsMode
  sandbox.touch()
}

const changeIdsMode = (sandbox: Sandbox, mode: unknown): void => {
  if (!(IDS_MODES as readonly unknown[]).includes(mode)) {
    throw new ControlError(400, `mode must be one of ${IDS_MODES.join(", ")}`)
  }
  sandbox.idsMode = mode as IdsMode
  sandbox.touch()
}

/** Answers what `does` gives; what it throws is said in one line. */
const answering =
  (does: (req: Request) => unknown): RequestHandler =>
  async (req, res, next) => {
    try {
      res.json(await does(req))
    } catch (error) {
      next(error)
    }
  }

const sayError: ErrorRequestHandler = (error: unknown, _req, res, _next) => {
  const status = error instanceof ControlError ? error.status : 400
  res.status(status).json({ error: error instanceof Error ? error.message : String(error) })
}

/** The control panel's interface, below `/_sandbox`. */
export const controlRouter = (sandbox: Sandbox): Router => {
  const router = Router()
  router.use(json({ limit: "1mb" }))

  router.get("/invoices", answering((req) => {
    const { document } = req.query
    const wanted = sandbox.invoices().filter(({ customer }) => document === undefined || customer.document === document)
    return { invoices: wanted.map((one) => shown(sandbox, one)) }
  }))
  router.get("/invoices/:id", answering((req) => ({ invoice: shown(sandbox, named(sandbox, req.params.id)) })))
  router.post("/invoices/:id/status", answering((req) => {
    const body = bodyOf(req)
    const invoice = named(sandbox, req.params.id)
    setStatus(invoice, body.code, sandbox.clock.now(), typeof body.text === "string" ? body.text : undefined)
    return afterChange(sandbox, invoice, body)
  }))
  // As staff do it in the gateway's panel: nobody asked for it by the interface.
  router.post("/invoices/:id/due-date", answering((req) => {
    const body = bodyOf(req)
    const invoice = named(sandbox, req.params.id)
    if (typeof body.due_at !== "string" || !isDay(body.due_at)) {
      throw new ControlError(400, "due_at must be a day, YYYY-MM-DD")
    }
    setDueDate(invoice, body.due_at, { ...sandbox.assumptions, due_date_answer: "as_asked" }, sandbox.clock.now())
    return afterChange(sandbox, invoice, body)
  }))
  router.post("/invoices/:id/:action", answering((req) => {
    const body = bodyOf(req)
    const invoice = named(sandbox, req.params.id)
    const cents = body.amount_cents ?? undefined
    act(invoice, String(req.params.action), sandbox.clock.now(), cents as number | undefined)
    return afterChange(sandbox, invoice, body)
  }))

  router.get("/requests", answering(() => ({
    requests: sandbox.requests.requests(),
    counts: sandbox.requests.counts(),
  })))
  router.delete("/requests", answering(() => {
    sandbox.requests.clear()
    sandbox.touch()
    return { cleared: true }
  }))

  router.get("/faults", answering(() => ({ faults: sandbox.faults.list() })))
  router.post("/faults", answering((req) => {
    sandbox.touch()
    return { fault: sandbox.faults.add(req.body) }
  }))
  router.delete(["/faults", "/faults/:id"], answering((req) => {
    sandbox.faults.clear(req.params.id === undefined ? undefined : Number(req.params.id))
    sandbox.touch()
    return { faults: sandbox.faults.list() }
  }))

  router.get("/clock", answering(() => clockOf(sandbox)))
  router.post("/clock", answering((req) => {
    moveClock(sandbox, bodyOf(req))
    return clockOf(sandbox)
  }))

  router.get("/assumptions", answering(() => assumptionsOf(sandbox)))
  router.post("/assumptions", answering((req) => {
    sandbox.assumptions = changeAssumptions(sandbox.assumptions, bodyOf(req))
    sandbox.touch()
    return assumptionsOf(sandbox)
  }))

  router.get("/notices", answering(() => ({ notices: sandbox.notices.list(), mode: sandbox.notices.mode })))
  router.post("/notices", answering((req) => sendOnDemand(sandbox, bodyOf(req))))
  router.post("/notices/mode", answering((req) => {
    changeMode(sandbox, bodyOf(req))
    return { mode: sandbox.notices.mode }
  }))

  router.get("/webhooks", answering(() => ({ webhooks: sandbox.notices.panel })))
  router.post("/webhooks", answering((req) => {
    sandbox.notices.panel = [...sandbox.notices.panel, panelWebhook(bodyOf(req))]
    sandbox.touch()
    return { webhooks: sandbox.notices.panel }
  }))
  router.delete("/webhooks", answering(() => {
    sandbox.notices.panel = []
    sandbox.touch()
    return { webhooks: sandbox.notices.panel }
  }))

  router.post("/options-mode", answering((req) => {
    changeOptionsMode(sandbox, bodyOf(req).mode)
    return { mode: sandbox.optionsMode }
  }))

  router.post("/ids-mode", answering((req) => {
    changeIdsMode(sandbox, bodyOf(req).mode)
    return { mode: sandbox.idsMode }
  }))

  router.delete("/tokens", answering(() => {
    sandbox.tokens.revokeAll()
    return { revoked: true }
  }))
  router.post("/reset", answering(() => {
    sandbox.reset()
    return { reset: true }
  }))
  router.use(sayError)
  return router
}
