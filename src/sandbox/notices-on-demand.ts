import { randomBytes } from "node:crypto"
import { companyOf } from "./accounts"
import type { NoticeEvent } from "./answers/notice-body"
import { encodeToken, noticeHeaders } from "./notices"
import type { NoticeAnswer } from "./post-notice"
import type { Sandbox } from "./sandbox"
import { statusOf } from "./status-texts"
import type { SandboxInvoice } from "./types"

type Lines = [name: string, value: string][]

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Replaces or adds headers by name; null takes a header out, an array sends it as several lines. */
const withHeaders = (lines: Lines, changes: unknown): Lines => {
  if (changes === undefined) {
    return lines
  }
  if (!isObject(changes)) {
    throw new Error("headers must be an object")
  }
  const names = new Set(Object.keys(changes).map((name) => name.toLowerCase()))
  const added = Object.entries(changes).flatMap(([name, value]): Lines => {
    const values = Array.isArray(value) ? value : value === null ? [] : [value]
    return values.map((one) => [name, String(one)])
  })
  return [...lines.filter(([name]) => !names.has(name.toLowerCase())), ...added]
}

/** The second `Webhook` line: a token that validates, one that does not, or none; before it the merchant's own part. */
const withToken = (sandbox: Sandbox, lines: Lines, { token, merchant_token = "" }: Record<string, unknown>): Lines => {
  if (token === "none") {
    return lines.slice(0, -1)
  }
  if (token !== undefined && token !== "valid" && token !== "wrong") {
    throw new Error("token must be valid, none or wrong")
  }
  if (typeof merchant_token !== "string") {
    throw new Error("merchant_token must be a text")
  }
  const service = token === "wrong" ? randomBytes(16).toString("hex") : sandbox.notices.newToken(true)
  return [...lines.slice(0, -1), ["Webhook", encodeToken(service, merchant_token)]]
}

const bodyText = (given: unknown, built: () => unknown): string =>
  typeof given === "string" ? given : JSON.stringify(given === undefined ? built() : given)

const countOf = (value: unknown): number => {
  const times = value ?? 1
  if (!Number.isInteger(times) || (times as number) < 1 || (times as number) > 1000) {
    throw new Error("times must be a whole number from 1 to 1000")
  }
  return times as number
}

const findInvoice = (sandbox: Sandbox, id: unknown): SandboxInvoice => {
  const invoice = sandbox.find(String(id))
  if (!invoice) {
    throw new Error("no invoice has this invoice_id")
  }
  return invoice
}

/** How the notice says that the invoice stands: as it is, unless another code or refunded total is asked for. */
const pretended = (invoice: SandboxInvoice, request: Record<string, unknown>): SandboxInvoice => ({
  ...invoice,
  status: Object.hasOwn(request, "code") ? statusOf(request.code) : invoice.status,
  refundedCents: typeof request.refunded_cents === "number" ? request.refunded_cents : invoice.refundedCents,
  paidCents: typeof request.amount_cents === "number" ? request.amount_cents : invoice.paidCents,
})

/**
 * Sends notices as told, true or not, one after the other.
 * @throws Error saying which member of the request is wrong
 */
export const sendOnDemand = async (
  sandbox: Sandbox,
  request: Record<string, unknown>,
): Promise<{ sends: NoticeAnswer[] }> => {
  const invoice = pretended(findInvoice(sandbox, request.invoice_id), request)
  const event = request.event ?? "invoice.update"
  const url = request.url ?? invoice.webhook
  if (typeof event !== "string" || typeof url !== "string") {
    throw new Error("event must be a text, and an address is needed: url, or payment.webhook of the invoice")
  }
  const times = countOf(request.times)
  const built = () => sandbox.noticeOf(invoice, event as NoticeEvent)
  const outgoing = {
    invoiceId: invoice.id,
    event,
    code: invoice.status.code,
    url,
    body: bodyText(request.body, built),
    headers: withHeaders(
      withToken(sandbox, noticeHeaders(companyOf(invoice.account), invoice.webhookId, ""), request),
      request.headers,
    ),
  }
  const sends: NoticeAnswer[] = []
  for (let count = 0; count < times; count += 1) {
    sends.push(await sandbox.notices.sendNow(outgoing))
  }
  return { sends }
}
