import type { z } from "zod"
import { DOCUMENTED, DEFAULT_PAYMENT_TYPES, type Message } from "../../../src/gateway"
import { readMessage, readVerdict } from "../../../src/gateway/wire/envelope"
import { readAccessToken } from "../../../src/gateway/wire/read-account"
import { readDetails } from "../../../src/gateway/wire/read-details"
import { holdsInvoice, readInvoice } from "../../../src/gateway/wire/read-invoice"
import { readInvoicePage } from "../../../src/gateway/wire/read-list"
import { readResent } from "../../../src/gateway/wire/read-resent"
import { readNoticeMessage } from "../../../src/gateway/notice"
import { readStatement } from "../../../src/gateway/records"
import { schemaOf } from "./gateway"

type Shape = { type?: string | string[]; properties?: Record<string, Shape>; items?: Shape; anyOf?: Shape[]; enum?: unknown[] }
type Members = { [name: string]: Members }
type Reader = [file: string, read: (json: never) => unknown]

/** The two flags, and the words of a refusal. */
const ENVELOPE: Reader = ["wire/envelope.ts", (json) => [readVerdict(json), readMessage(json)]]
const INVOICE: Reader[] = [
  ENVELOPE,
  ["wire/read-invoice.ts", (json: Members) => [json, without(json, "invoice")].map((one) => holdsInvoice(one))],
  ["wire/read-details.ts", ({ invoice, fatura }: Members) => [invoice, fatura].map((one) => one && readDetails(one))],
  // The Portuguese shape is read where the other one is missing.
  ["wire/read-invoice.ts", (json: Members) => [json, without(json, "invoice")].map((one) => readInvoice(one, null))],
]

const READERS: Record<Message, Reader[]> = {
  auth: [ENVELOPE, ["wire/read-account.ts", (json) => readAccessToken(json, new Date(0))]],
  status: [],
  create_invoice: INVOICE,
  update_due_date: INVOICE,
  cancel_invoice: INVOICE,
  refund_invoice: INVOICE,
  list_invoices: [ENVELOPE, ["wire/read-list.ts", (json) => readInvoicePage(json, { page: 1, types: DEFAULT_PAYMENT_TYPES })]],
  validate_notice: [ENVELOPE],
  resend_notice: [ENVELOPE, ["wire/read-resent.ts", (json) => readResent(json, null)]],
  add_tracking_code: [ENVELOPE],
  list_consumers: [],
  list_mediations: [],
  list_chargebacks: [],
  list_statement: [ENVELOPE, ["records.ts", (json) => readStatement(json, 0)]],
  notice: [["notice.ts", readNoticeMessage]],
}

/**
 * The file that reads each field of a message: its readers are given one in which every documented field stands,
 * and which remembers what is looked at.
 */
export function fieldsRead(message: Message): Map<string, string> {
  const found = new Map<string, string>()
  for (const [file, read] of READERS[message]) {
    const looked = (field: string) => void (found.has(field) || found.set(field, file))
    read(remembering(filled(schemaOf(DOCUMENTED[message] as z.ZodType) as Shape), "", looked) as never)
  }
  return found
}

/** A value that fits a schema, with every member. */
function filled(shape: Shape): unknown {
  const forms = shape.anyOf ?? [shape]
  const form = forms.find(({ properties, items }) => properties ?? items) ?? forms[0]!
  if (form.properties) {
    return Object.fromEntries(Object.entries(form.properties).map(([name, member]) => [name, filled(member)]))
  }
  if (form.items) {
    return [filled(form.items)]
  }
  return form.enum?.[0] ?? (form.type === "boolean" ? true : "1")
}

function remembering(value: unknown, path: string, looked: (field: string) => void): unknown {
  if (typeof value !== "object" || value === null) {
    return value
  }
  return new Proxy(value, {
    get(target, name) {
      const member = Reflect.get(target, name) as unknown
      if (typeof name !== "string" || !Object.hasOwn(target, name) || name === "length") {
        return member
      }
      const field = Array.isArray(target) ? `${path}[]` : path === "" ? name : `${path}.${name}`
      if (!Array.isArray(target)) {
        looked(field)
      }
      return remembering(member, field, looked)
    },
  })
}

function without(members: Members, name: string): Members {
  return new Proxy(members, { get: (target, member) => (member === name ? undefined : Reflect.get(target, member)) }) as Members
}
