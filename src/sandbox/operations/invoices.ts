import { invoiceNotFound, json, refused } from "../answers/envelope"
import { cancelAnswer, dueDateAnswer, faturaCreateAnswer, refundAnswer } from "../answers/fatura-answer"
import { invoiceAnswer } from "../answers/invoice-answer"
import { listAnswer } from "../answers/list-answer"
import { qrSvg } from "../qr"
import type { Sandbox } from "../sandbox"
import type { Assumptions } from "../assumptions"
import { setDueDate } from "../due-date"
import { beginRefund, noteRefund, refund, refundableCents, setStatus } from "../transitions"
import type { Access, Answer, GatewayRequest, SandboxInvoice } from "../types"
import { readCreateRequest } from "../validation/create"
import { Refusal } from "../validation/fields"
import { readCancelRequest, readDueDateRequest, readRefundRequest } from "../validation/operations"

const contextOf = (sandbox: Sandbox) => ({
  assumptions: sandbox.assumptions,
  url: sandbox.url,
  now: sandbox.clock.now(),
})

/** POST /invoices (spec 4.3). */
export const create = async (sandbox: Sandbox, request: GatewayRequest, access: Access): Promise<Answer> => {
  const invoice = await sandbox.issue(readCreateRequest(request.body, sandbox.clock.now()), access.account)
  const context = contextOf(sandbox)
  return json(
    sandbox.assumptions.shape === "fatura"
      ? faturaCreateAnswer(invoice, context)
      : invoiceAnswer(invoice, context.assumptions, context.url, context.now),
  )
}

/** PATCH /invoices: a new due date, for PIX and boleto in state 1 or 15 (spec 4.4). */
export const changeDueDate = (sandbox: Sandbox, request: GatewayRequest, access: Access): Answer => {
  const now = sandbox.clock.now()
  const { id, dueOn } = readDueDateRequest(request.body, now)
  const invoice = sandbox.find(id, access.account)
  if (!invoice) {
    return invoiceNotFound()
  }
  const { code } = invoice.status
  if (invoice.method === "card" || (code !== 1 && code !== 15)) {
    throw new Refusal("Vencimento so pode ser alterado em PIX ou boleto aguardando pagamento ou vencido")
  }
  if (setDueDate(invoice, dueOn, sandbox.assumptions, now)) {
    void sandbox.announce(invoice).done
  }
  sandbox.touch()
  return json(dueDateAnswer(invoice, contextOf(sandbox)))
}

/** DELETE /invoices (observation: Cancel (A)). Whether it takes a paid or a cancelled invoice is a switch. */
export const cancel = (sandbox: Sandbox, request: GatewayRequest, access: Access): Answer => {
  const invoice = sandbox.find(readCancelRequest(request.body).id, access.account)
  if (!invoice) {
    return invoiceNotFound()
  }
  const { cancel_of_canceled_succeeds, cancel_of_paid_succeeds } = sandbox.assumptions
  const { code } = invoice.status
  if (code === 6 && !cancel_of_canceled_succeeds) {
    throw new Refusal("Fatura ja cancelada")
  }
  if (invoice.paidCents > 0 && code !== 6 && !(code === 5 && cancel_of_paid_succeeds)) {
    throw new Refusal("Fatura paga nao pode ser cancelada")
  }
  if (code !== 6) {
    setStatus(invoice, 6, sandbox.clock.now())
    void sandbox.announce(invoice).done
  }
  return json(cancelAnswer(invoice, contextOf(sandbox)))
}

const REFUNDS: Record<Assumptions["refund_result"], (invoice: SandboxInvoice, amountCents: number, now: Date) => void> = {
  done: refund,
  pending: beginRefund,
  unseen: noteRefund,
}

/** PUT /invoices: a refund in integer cents (observation: Refund (D)); unit, body, effect and answer are switches. */
export const giveBack = (sandbox: Sandbox, request: GatewayRequest, access: Access): Answer => {
  const { assumptions } = sandbox
  const { id, amountCents } = readRefundRequest(request.body, assumptions)
  const invoice = sandbox.find(id, access.account)
  if (!invoice) {
    return invoiceNotFound()
  }
  const { code } = invoice.status
  if (code !== 5 && code !== 8) {
    throw new Refusal("Fatura nao pode ser estornada nesta situacao")
  }
  if (amountCents > refundableCents(invoice)) {
    throw new Refusal("Valor do estorno maior que o disponivel")
  }
  const before = invoice.status
  REFUNDS[assumptions.refund_result](invoice, amountCents, sandbox.clock.now())
  if (invoice.status !== before) {
    void sandbox.announce(invoice).done
  }
  return json(refundAnswer(invoice, before, contextOf(sandbox)))
}

/** GET /invoices: `p`, `id` and `status` only (observation: List (A)). */
export const list = (sandbox: Sandbox, request: GatewayRequest, access: Access): Answer => {
  const { p = "1", id, status, ...others } = request.query
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) {
    throw new Refusal(`Parametro desconhecido: ${unknown}`)
  }
  if (!/^[1-9]\d{0,8}$/.test(p)) {
    throw new Refusal("Parametro p deve ser o numero da pagina, a partir de 1")
  }
  if (status !== undefined && !/^\d{1,3}$/.test(status)) {
    throw new Refusal("Parametro status deve ser um codigo")
  }
  const named = id === undefined ? null : sandbox.find(id, access.account)
  if (id !== undefined && !named) {
    return invoiceNotFound()
  }
  const invoices = sandbox
    .invoices()
    .filter((one) => one.account === access.account)
    .filter((one) => !named || one === named)
    .filter((one) => status === undefined || String(one.status.code) === status)
  return json(listAnswer(invoices, Number(p), sandbox.assumptions))
}

/** GET /invoices/qrcode/{id}, without authentication (observation, graded D); the answer is assumed to be an SVG. */
export const qrImage = async (sandbox: Sandbox, request: GatewayRequest): Promise<Answer> => {
  const invoice = sandbox.find(request.path.slice("/invoices/qrcode/".length))
  return invoice?.pixPayload
    ? { status: 200, type: "svg", body: await qrSvg(invoice.pixPayload) }
    : invoiceNotFound()
}

type TrackingBody = { payment?: { id?: unknown; invoice_id?: unknown; tracking_code?: unknown }; tracking?: { code?: unknown } }

/** POST /invoices/tracking: path and shape are invented, since no source shows them; two forms are taken. */
export const addTrackingCode = (sandbox: Sandbox, request: GatewayRequest, access: Access): Answer => {
  const body = request.body as TrackingBody | null
  const invoice = sandbox.find(String(body?.payment?.invoice_id ?? body?.payment?.id), access.account)
  const code = body?.payment?.tracking_code ?? body?.tracking?.code
  if (!invoice) {
    return invoiceNotFound()
  }
  if (typeof code !== "string" || code === "") {
    return refused(sandbox.clock.now(), "Campo obrigatorio: codigo de rastreio")
  }
  invoice.trackingCode = code
  sandbox.touch()
  return json({ success: true, error: false })
}
