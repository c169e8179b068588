import { OPERATIONS, type Operation } from "./operations"

/** Which of an invoice's two identifiers an operation takes. */
export type InvoiceIdName = "id" | "invoice_id"

/** A merchant's correction of one endpoint, for installations that differ. */
export type EndpointOverride = {
  method?: string
  /** Starts with a slash, relative to the base address, without query. */
  path?: string
  invoiceId?: InvoiceIdName
  /**
   * JSON for the two operations whose body is not specified: `add_tracking_code` (no source shows it), with
   * `{invoice}` and `{code}` in its texts, and `refund_invoice` (one client alone, D), with `{invoice}` and `{amount}`.
   */
  body?: Record<string, unknown>
  /** For `refund_invoice`: what the amount is sent in. */
  unit?: AmountUnit
}

/** Whole cents (`1500`), a number of reais (`15`), or their text with two places (`"15.00"`). */
export const AMOUNT_UNITS = ["cents", "reais", "reais_text"] as const
export type AmountUnit = (typeof AMOUNT_UNITS)[number]

/** What a configured body must name. */
const IN_BODY: Partial<Record<Operation, string[]>> = { add_tracking_code: [], refund_invoice: ["invoice", "amount"] }

export type EndpointOverrides = Partial<Record<Operation, EndpointOverride>>

/** `path: null` means that no source tells it: the merchant has to configure it. */
export type Endpoint = { method: string; path: string | null; invoiceId: InvoiceIdName; body?: Record<string, unknown>; unit?: AmountUnit }

/**
 * Methods and paths: specification 4.1 to 4.6; cancel, list, statement by observation (A), refund's path
 * and body by one client (D), consumers' path (C). Which identifier cancel, refund and list take is not
 * shown anywhere (E), hence configurable.
 */
const DEFAULTS: Record<Operation, Endpoint> = {
  auth: { method: "GET", path: "/auth", invoiceId: "invoice_id" },
  status: { method: "GET", path: "/status", invoiceId: "invoice_id" },
  create_invoice: { method: "POST", path: "/invoices", invoiceId: "invoice_id" },
  update_due_date: { method: "PATCH", path: "/invoices", invoiceId: "invoice_id" },
  cancel_invoice: { method: "DELETE", path: "/invoices", invoiceId: "invoice_id" },
  refund_invoice: { method: "PUT", path: "/invoices", invoiceId: "invoice_id" },
  list_invoices: { method: "GET", path: "/invoices", invoiceId: "invoice_id" },
  validate_notice: { method: "OPTIONS", path: "/webhooks", invoiceId: "invoice_id" },
  resend_notice: { method: "COPY", path: "/webhooks", invoiceId: "invoice_id" },
  add_tracking_code: { method: "POST", path: null, invoiceId: "invoice_id" },
  list_consumers: { method: "GET", path: "/costumers", invoiceId: "invoice_id" },
  list_mediations: { method: "GET", path: null, invoiceId: "invoice_id" },
  list_chargebacks: { method: "GET", path: null, invoiceId: "invoice_id" },
  list_statement: { method: "GET", path: "/baas/statement", invoiceId: "invoice_id" },
}

/**
 * The endpoints in force.
 * @throws RangeError naming the operation when an override is not a plain method or path. A path could
 * otherwise lead the access token to another host.
 */
export function endpointsWith(overrides: EndpointOverrides = {}): Record<Operation, Endpoint> {
  const endpoints = { ...DEFAULTS }
  for (const operation of OPERATIONS) {
    const override = overrides[operation]
    if (!override) {
      continue
    }
    const method = (override.method ?? DEFAULTS[operation].method).toUpperCase()
    const path = override.path ?? DEFAULTS[operation].path
    if (!/^[A-Z]{3,20}$/.test(method)) {
      throw new RangeError(`endpoints.${operation}.method must be an HTTP method`)
    }
    if (path !== null && !/^\/(?!\/)[\w\-./~]*$/.test(path)) {
      throw new RangeError(`endpoints.${operation}.path must be a path that starts with one slash`)
    }
    refuseBody(operation, override)
    const invoiceId = override.invoiceId ?? DEFAULTS[operation].invoiceId
    endpoints[operation] = { method, path, invoiceId, ...(override.body && { body: override.body }), ...(override.unit && { unit: override.unit }) }
  }
  return endpoints
}

/** @throws RangeError for a body or unit of an operation that is specified, or a body that leaves out what must be told */
function refuseBody(operation: Operation, { body, unit }: EndpointOverride): void {
  if (unit !== undefined && operation !== "refund_invoice") {
    throw new RangeError(`endpoints.${operation}.unit can't be set: only the amount of refund_invoice has one`)
  }
  if (body === undefined) {
    return
  }
  const names = IN_BODY[operation]
  if (!names) {
    throw new RangeError(`endpoints.${operation}.body can't be changed: only those of add_tracking_code and refund_invoice are not specified`)
  }
  const left = names.find((name) => !JSON.stringify(body).includes(`{${name}}`))
  if (left) {
    throw new RangeError(`endpoints.${operation}.body must have "{${left}}" in one of its texts`)
  }
}
