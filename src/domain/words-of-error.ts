/**
 * Errors whose message we wrote: nothing of a shopper stands in it. By name and not by class, since Medusa hands
 * what a step of a workflow throws over as plain data.
 */
const OWN = new Set([
  "GatewayError", "AccountUnusableError", "OtherMerchantError", "SealError", "InvoiceBusyError", "OrderBusyError", "BookingWaits", "BodyTooLargeError",
  "UnexpectedStateError",
])

const LONGEST = 500
/** What names something in a program. A name of a person, an address or a document never has this form by itself. */
const IDENTIFIER = /^[A-Za-z_][\w.-]{0,60}$/
/** PostgreSQL's codes of five characters (SQLSTATE). */
const SQLSTATE = /^[0-9A-Z]{5}$/
/** What MikroORM and knex call what went wrong between them and PostgreSQL. */
const DRIVER_NAME = /^(?:DriverException|ConnectionException|ServerException|KnexTimeoutError)$/
/** As both put it when no word came from PostgreSQL: the whole statement, with its values, before the driver's words. */
const STATEMENT = /^\s*(?:select|insert|update|delete|with|values|begin|commit|rollback|savepoint|release|set|lock|notify|listen|call|create|alter|drop|truncate|explain)\b(?=[^]*["'$;])[^]* - /i
/** The driver's own words for a connection that is no more. */
const CONNECTION_LOST = /^(?:connection terminated|client (?:was closed|has encountered a connection error))/i
const PLACE = /([\w.-]{1,60}\.[cm]?[jt]sx?):(\d{1,6})/

/** What is found is not what it must be; what is done about it is tried again. The message is for logs: ids and amounts, nothing personal. */
export class UnexpectedStateError extends Error {
  constructor(message: string) {
    super(message)
    this.name = "UnexpectedStateError"
  }
}

/**
 * What may be logged and stored about any failure. Medusa's database layer puts a statement with its values into an
 * error's message, PostgreSQL a value that it refuses, and Medusa an e-mail that exists twice: so of an error that is not ours only its name, its code
 * and the place in the code are told.
 */
export function wordsOfError(error: unknown): string {
  const { name, message, type, code } = membersOf(error)
  if (typeof name === "string" && OWN.has(name) && typeof message === "string") {
    return message.slice(0, LONGEST)
  }
  if (isDatabaseError(error)) {
    const sqlState = typeof code === "string" && SQLSTATE.test(code) ? code : undefined
    const kind = sqlState ?? identifierOf(code) ?? (typeof name === "string" && DRIVER_NAME.test(name) ? name : undefined)
    return `database error ${kind ?? (isConnectionLost(message) ? "(connection lost)" : (placeOf(error) ?? "(no code)"))}`
  }
  const kind = [type, name].find((word) => typeof word === "string" && IDENTIFIER.test(word) && word !== "Error")
  const parts = [kind, identifierOf(code)].filter((part) => part !== undefined)
  return [parts.join(" ") || "unexpected error", placeOf(error)].filter(Boolean).join(" ")
}

/**
 * Whether it comes from the database or the way to it, whatever it was wrapped into since. PostgreSQL's own refusals
 * have its code; where the connection broke there is none, and nothing but the form of the message tells.
 */
export function isDatabaseError(error: unknown): boolean {
  const { code, name, message, severity, routine, sqlState } = membersOf(error)
  if (typeof code === "string" && SQLSTATE.test(code) && [severity, routine, sqlState].some((sign) => sign !== undefined)) {
    return true
  }
  return (typeof name === "string" && DRIVER_NAME.test(name)) || (typeof message === "string" && (STATEMENT.test(message) || CONNECTION_LOST.test(message)))
}

/** Behind the statement, if there is one. */
function isConnectionLost(message: unknown): boolean {
  return typeof message === "string" && CONNECTION_LOST.test(message.slice(message.lastIndexOf(" - ") + 1).replace(/^- /, ""))
}

function membersOf(error: unknown): Record<string, unknown> {
  return typeof error === "object" && error !== null ? (error as Record<string, unknown>) : {}
}

function identifierOf(code: unknown): string | undefined {
  return typeof code === "number" ? String(code) : typeof code === "string" && IDENTIFIER.test(code) ? code : undefined
}

/** File and line of where it was thrown; the lines before that hold the message. */
function placeOf(error: unknown): string | undefined {
  const { stack, message } = membersOf(error)
  if (typeof stack !== "string") {
    return undefined
  }
  const after = typeof message === "string" && stack.includes(message) ? stack.indexOf(message) + message.length : 0
  const place = /\n\s+at ([^\n]{1,300})/.exec(stack.slice(after, after + 2_000))?.[1]
  const [, file, line] = PLACE.exec(place ?? "") ?? []
  return file ? `at ${file}:${line}` : undefined
}
