/** A field that the server names in an error, for example `{ path: "payer.document", message: "CPF inválido" }`. */
export type FieldError = { path: string; message: string }

export type ApiErrorKind = "network" | "timeout" | "http"

/** Every failure of a call to the store, with what a page needs to say it in words. */
export class ApiError extends Error {
  constructor(
    readonly kind: ApiErrorKind,
    message: string,
    readonly status = 0,
    readonly code = "",
    readonly fields: FieldError[] = [],
  ) {
    super(message)
    this.name = "ApiError"
  }
}

/** Reads the body of an error answer: our routes' `{ type, message, code, fields }`, core's `{ type, message, code }`. */
export function apiErrorFromBody(status: number, body: unknown): ApiError {
  const from = isObject(body) ? body : {}
  const text = (value: unknown) => (typeof value === "string" ? value : "")
  return new ApiError("http", text(from.message), status, text(from.code) || text(from.type), readFields(from.fields))
}

function readFields(value: unknown): FieldError[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((field) => {
    const known = isObject(field) && typeof field.path === "string" && typeof field.message === "string"
    return known ? [{ path: field.path as string, message: field.message as string }] : []
  })
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null
}
