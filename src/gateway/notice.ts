import { decodeText, parseJson } from "./decode-body"
import { readMethod, type PaymentMethod } from "./methods"
import { asId, asRecord, asText, loose, part } from "./wire/loose"
import { readStatusCode } from "./wire/read-list"

/** A notification (webhook) about one invoice. Amounts in cents. It claims; only verification proves. */
export type Notice = {
  eventName: string | null
  eventAt: Date | null
  invoiceId: string
  reference: string | null
  statusCode: number | null
  statusText: string | null
  amountCents: number | null
  refundedCents: number | null
  paidAt: Date | null
  /** `YYYY-MM-DD`, which staff may have extended in the gateway's panel. */
  dueOn: string | null
  method: PaymentMethod | null
  payId: string | null
  boletoBarcode: string | null
}

export type NoticeReading =
  | { kind: "notice"; notice: Notice }
  | { kind: "unreadable"; why: string; invoiceId?: string }

/** Observation: Notifications (B for the newer form, D for the older one with `refund` and integer ids). */
const wireEvent = part({ type: loose.text, date: loose.time })
const wireNotice = part({
  id: loose.id,
  invoice_id: loose.id,
  external_id: loose.id,
  referrer: loose.id,
  status: loose.raw,
  prices: part({ total: loose.reais, refound: loose.reais, refund: loose.reais }),
  type: loose.raw,
  payment: part({
    payDate: loose.time,
    date: loose.time,
    due: loose.day,
    payId: loose.id,
    details: part({ barcode: loose.text }),
  }),
})

/**
 * Reads a notification's body as tolerantly as can be: strict parsing has lost payments
 * (observation: Notifications (B)). The event's name is not judged. Never throws.
 */
export function readNotice(body: Buffer, contentType: string | null = null): NoticeReading {
  const text = decodeText(body)
  if (text.trim() === "") {
    return { kind: "unreadable", why: "empty body" }
  }
  const root = findMessage(text, contentType)
  if (root === null) {
    return { kind: "unreadable", why: "neither a JSON object nor a form with one" }
  }
  return readNoticeMessage(root)
}

/** The same for the JSON object in it. */
export function readNoticeMessage(root: Record<string, unknown>): NoticeReading {
  const container = root["invoices"] ?? root["invoice"] ?? root["fatura"]
  const invoice = asSingleRecord(typeof container === "string" ? parseJson(container) : container)
  if (invoice === null) {
    return withHint("no single invoice in it", asId(root["invoice_id"]) ?? asId(root["id"]))
  }
  return readInvoicePart(invoice, root["event"])
}

function readInvoicePart(invoice: Record<string, unknown>, eventPart: unknown): NoticeReading {
  const wire = wireNotice.parse(invoice)
  const event = wireEvent.parse(typeof eventPart === "string" ? { type: eventPart } : eventPart)
  const invoiceId = wire.id ?? wire.invoice_id
  if (invoiceId === null) {
    return { kind: "unreadable", why: "the invoice has no id" }
  }
  const notice: Notice = {
    eventName: event.type,
    eventAt: event.date,
    invoiceId,
    reference: wire.external_id ?? wire.referrer,
    statusCode: readStatusCode(wire.status),
    statusText: asText(asRecord(wire.status)?.["text"]),
    amountCents: wire.prices.total,
    refundedCents: wire.prices.refound ?? wire.prices.refund,
    paidAt: wire.payment.payDate ?? wire.payment.date,
    dueOn: wire.payment.due,
    method: readMethod(asRecord(wire.type)?.["id"] ?? wire.type),
    payId: wire.payment.payId,
    boletoBarcode: wire.payment.details.barcode,
  }
  return { kind: "notice", notice }
}

const MOST_FIELDS = 20

/** JSON, JSON inside a JSON text, or a form of which one field (whatever its name) is JSON. */
function findMessage(text: string, contentType: string | null): Record<string, unknown> | null {
  const json = parseJson(text)
  const direct = asSingleRecord(typeof json === "string" ? parseJson(json) : json)
  if (direct !== null) {
    return direct
  }
  const isForm = /form-urlencoded/i.test(contentType ?? "") || /^[\w.[\]%+-]+=/.test(text.trim())
  if (!isForm) {
    return null
  }
  // Only what may be JSON is tried: to fail at each of thousands of fields takes long.
  const fields = [...new URLSearchParams(text.trim()).entries()].filter(([, value]) => /^\s*[[{]/.test(value)).slice(0, MOST_FIELDS)
  const parsed = fields.map(([name, value]) => [name, asSingleRecord(parseJson(value))] as const)
  const named = Object.fromEntries(parsed.filter(([, record]) => record !== null))
  const whole = Object.values(named).find((record) => record && ("invoices" in record || "invoice" in record))
  return whole ?? (Object.keys(named).length > 0 ? named : null)
}

function asSingleRecord(value: unknown): Record<string, unknown> | null {
  return Array.isArray(value) && value.length === 1 ? asRecord(value[0]) : asRecord(value)
}

function withHint(why: string, invoiceId: string | null): NoticeReading {
  return invoiceId === null ? { kind: "unreadable", why } : { kind: "unreadable", why, invoiceId }
}
