/**
 * The specification's field tables of what is sent, written out: name, type, required, and format where it
 * tells one. A field that is not in its table must not be sent.
 */
export type Field = {
  type: "string" | "integer" | "number" | "object" | "array"
  required?: true
  format?: RegExp
}
export type FieldTable = Record<string, Field>

const NOT_EMPTY = /\S/
const URL_FORMAT = /^https?:\/\/\S+$/
const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/
const TWO_PLACES = /^\d+\.\d{2}$/

/** Spec 4.3. What "required" depends on is in {@link whenPhysical} and its like below. */
export const CREATE: FieldTable = {
  client: { type: "object", required: true },
  "client.name": { type: "string", required: true, format: NOT_EMPTY },
  "client.document": { type: "string", format: /^(\d{11}|[0-9A-Z]{12}\d{2})$/ },
  "client.email": { type: "string", format: /^[^\s@]+@[^\s@]+$/ },
  "client.phone": { type: "string", format: /^\d+$/ },
  "client.address": { type: "object" },
  "client.address.street": { type: "string", format: NOT_EMPTY },
  "client.address.number": { type: "string", format: NOT_EMPTY },
  "client.address.district": { type: "string", format: NOT_EMPTY },
  "client.address.city": { type: "string", format: NOT_EMPTY },
  "client.address.state": { type: "string", format: /^[A-Z]{2}$/ },
  "client.address.zipcode": { type: "string", format: /^\d+$/ },
  "client.address.country": { type: "string", format: /^[A-Z]{3}$/ },
  "client.ip": { type: "string", format: /^[0-9a-fA-F.:]+$/ },
  ecommerce: { type: "object" },
  "ecommerce.store_id": { type: "integer" },
  "ecommerce.checkout": { type: "integer" },
  payment: { type: "object", required: true },
  "payment.product_type": { type: "integer" },
  "payment.id": { type: "string", required: true, format: NOT_EMPTY },
  "payment.type": { type: "integer", required: true },
  "payment.due_at": { type: "string", required: true, format: DAY },
  "payment.referrer": { type: "string", required: true, format: NOT_EMPTY },
  "payment.installments": { type: "string", required: true, format: /^([1-9]|1[0-2])$/ },
  "payment.order_url": { type: "string", format: URL_FORMAT },
  "payment.store_url": { type: "string", format: URL_FORMAT },
  "payment.webhook": { type: "string", required: true, format: URL_FORMAT },
  "payment.discount": { type: "string", required: true, format: TWO_PLACES },
  "payment.products": { type: "array", required: true },
  "payment.products[].id": { type: "string", required: true, format: NOT_EMPTY },
  "payment.products[].image": { type: "string", format: URL_FORMAT },
  "payment.products[].title": { type: "string", required: true, format: NOT_EMPTY },
  "payment.products[].qnt": { type: "integer", required: true },
  "payment.products[].discount": { type: "number", required: true },
  "payment.products[].amount": { type: "string", required: true, format: TWO_PLACES },
  "payment.card": { type: "object" },
  "payment.card.saved": { type: "integer" },
  "payment.card.tokenize": { type: "integer" },
  "payment.card.token": { type: "string", format: NOT_EMPTY },
  "payment.card.valid": { type: "string", format: /^(0[1-9]|1[0-2])\/\d{2}$/ },
  "payment.card.holder": { type: "object" },
  "payment.card.holder.name": { type: "string", format: NOT_EMPTY },
  shipping: { type: "object", required: true },
  "shipping.amount": { type: "number", required: true },
}

/** National payments carry a document, physical products an address, global ones an e-mail (spec 4.3). */
const ADDRESS = ["street", "number", "district", "city", "state", "zipcode", "country"].map((name) => `client.address.${name}`)
const CARD = ["saved", "tokenize", "token", "valid", "holder", "holder.name"].map((name) => `payment.card.${name}`)
export const NATIONAL_PHYSICAL = ["client.document", "client.address", ...ADDRESS, "payment.product_type"]
export const GLOBAL = ["client.email"]
export const BY_CARD = ["payment.card", ...CARD]

/** Spec 4.4. */
export const DUE_DATE: FieldTable = {
  payment: { type: "object", required: true },
  "payment.invoice_id": { type: "string", required: true, format: NOT_EMPTY },
  "payment.due_at": { type: "string", required: true, format: DAY },
}

/** Spec 4.5. */
export const VALIDATE: FieldTable = { token: { type: "string", required: true, format: /^[^:]+$/ } }

/** Spec 4.6. */
export const RESEND: FieldTable = {
  url: { type: "string", required: true, format: URL_FORMAT },
  events: { type: "string", required: true, format: /^invoice\.update$/ },
  webhook: { type: "string", required: true, format: NOT_EMPTY },
}

/** Observation: Cancel (A). */
export const CANCEL: FieldTable = {
  payment: { type: "object", required: true },
  "payment.id": { type: "string", required: true, format: NOT_EMPTY },
}

/** Observation: Refund (D): integer cents, always sent. */
export const REFUND: FieldTable = { ...CANCEL, "payment.amount": { type: "integer", required: true } }

/** Nothing in any source; this is the guess that the option can replace. */
export const TRACKING: FieldTable = { ...CANCEL, "payment.tracking_code": { type: "string", required: true, format: NOT_EMPTY } }

/** Query parameters (observations: List (A), Statement (A)). */
export const LIST_QUERY: FieldTable = {
  p: { type: "string", format: /^[1-9]\d*$/ },
  id: { type: "string", format: NOT_EMPTY },
  status: { type: "string", format: /^\d{1,2}$/ },
}
const LOCAL_TIME = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/
export const STATEMENT_QUERY: FieldTable = {
  page: { type: "string", required: true, format: /^\d+$/ },
  start_at: { type: "string", required: true, format: LOCAL_TIME },
  end_at: { type: "string", required: true, format: LOCAL_TIME },
}
export const PAGE_QUERY: FieldTable = { p: { type: "string", format: /^[1-9]\d*$/ } }

/** What a request has wrong by its table; `alsoRequired` are the fields that this kind of request needs beside. */
export function faultsOf(table: FieldTable, body: unknown, alsoRequired: readonly string[] = []): string[] {
  const seen = new Set<string>()
  const faults: string[] = []
  const visit = (value: unknown, path: string): void => {
    if (path !== "" && !path.endsWith("[]")) {
      seen.add(path)
      faults.push(...faultsOfField(table[path], value, path))
    }
    if (Array.isArray(value)) {
      value.forEach((item) => visit(item, `${path}[]`))
    } else if (typeof value === "object" && value !== null) {
      for (const [name, member] of Object.entries(value)) {
        visit(member, path === "" ? name : `${path}.${name}`)
      }
    }
  }
  visit(body, "")
  const required = [...Object.keys(table).filter((path) => table[path]!.required), ...alsoRequired]
  return [...faults, ...required.filter((path) => !seen.has(path)).map((path) => `${path}: is missing`)]
}

function faultsOfField(field: Field | undefined, value: unknown, path: string): string[] {
  if (!field) {
    return [`${path}: is not in the table`]
  }
  if (!TYPES[field.type](value)) {
    return [`${path}: is no ${field.type}`]
  }
  return field.format && !field.format.test(String(value)) ? [`${path}: "${String(value)}" has another format`] : []
}

const TYPES: Record<Field["type"], (value: unknown) => boolean> = {
  string: (value) => typeof value === "string",
  integer: (value) => Number.isInteger(value),
  number: (value) => typeof value === "number" && Number.isFinite(value),
  object: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  array: (value) => Array.isArray(value) && value.length > 0,
}
