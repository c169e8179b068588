import { own } from "./own"

/** A field at fault, for example `{ path: "payer.document", message: "CPF inválido" }`. */
export type FieldFault = { path: string; message: string }

/** `network`: no connection; `timeout`: no answer in time; `http`: the store answered with a refusal or an error. */
export type FaultKind = "network" | "timeout" | "http"

/** Every failure of a call to the store. `message` of kind `http` is written for the shopper where `code` is the plugin's. */
export class FaturaError extends Error {
  constructor(
    readonly kind: FaultKind,
    message: string,
    /** HTTP status, 0 without an answer. */
    readonly status = 0,
    /** Stable, for example `missing_document`, `card_denied`, `outcome_unknown`; empty where none was told. */
    readonly code = "",
    readonly fields: FieldFault[] = [],
  ) {
    super(message)
    this.name = "FaturaError"
  }
}

/**
 * Medusa's answer while another request holds the cart, or what the cart needs: it says "conflict" in one sentence for
 * all of them. Nothing was done, and the same call may be made again.
 */
export function isBusy(error: unknown): error is FaturaError {
  return error instanceof FaturaError && error.status === 409 && error.code === "invalid_state_error"
}

/** Reads an error body: the plugin's `{ type, message, code, fields }` and core's `{ type, message, code }`. */
export function errorFromBody(status: number, body: unknown): FaturaError {
  const from = isObject(body) ? body : {}
  const text = (value: unknown) => (typeof value === "string" ? value : "")
  return new FaturaError("http", text(from.message), status, text(from.code) || text(from.type), readFields(from.fields))
}

function readFields(value: unknown): FieldFault[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((field) => {
    const known = isObject(field) && typeof field.path === "string" && typeof field.message === "string"
    return known ? [{ path: field.path as string, message: field.message as string }] : []
  })
}

/** The field of a complaint that came without one: the SDK, and old servers, hand on the code alone. */
const PATH_OF_CODE: Record<string, string | undefined> = {
  missing_document: "payer.document",
  invalid_document: "payer.document",
  missing_name: "payer.name",
  missing_email: "email",
  missing_card: "card",
  card_expired: "card.expires",
  installments_not_available: "card.installments",
}

/** The fields that a failure complains about: named by the server, or known by the code. */
export function fieldFaultsOf(error: unknown): FieldFault[] {
  if (!(error instanceof FaturaError)) return []
  const path = own(PATH_OF_CODE, error.code)
  return error.fields.length > 0 || !path ? error.fields : [{ path, message: error.message }]
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null
}
