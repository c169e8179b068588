import { holdsNoticeToken } from "./notice-token"
import { literalsPattern, scrubText } from "./scrub-text"

export type Redactor = (value: unknown) => unknown

const REDACTED = "[redacted]"
const MAX_DEPTH = 24

/** Compared without case and punctuation, so that `access_token` and `accessToken` are one. */
const SECRET_KEYS = new Set([
  "authorization", "proxyauthorization", "cookie", "setcookie", "token", "accesstoken", "refreshtoken",
  "secret", "secretkey", "clientsecret", "password", "senha", "apikey", "merchanttoken", "servicetoken",
  "cvv", "cvc", "securitycode",
])

/** Payer's and card holder's data, in both of the gateway's languages. */
const PERSONAL_KEYS = new Set([
  "document", "documento", "cpf", "cnpj", "cpfcnpj", "name", "nome", "holder", "holdername", "email",
  "phone", "telefone", "celular", "ip", "address", "street", "number", "numero", "district", "zipcode",
  "cep", "complement", "valid", "validity", "expire", "expiry",
])

/** Digits under these keys are identifiers or payable codes that staff need, and never a document. */
const CODE_KEYS = new Set([
  "id", "invoiceid", "uuid", "tid", "nossonumero", "referencia", "referrer", "externalid", "payid",
  "refundid", "payload", "qrcode", "barcode", "line", "expiresin",
])

/**
 * A redactor that also takes out these literal values wherever they appear: the credentials of the call,
 * the payer's name.
 */
export function createRedactor(literals: readonly (string | null | undefined)[] = []): Redactor {
  const known = literalsPattern(literals)
  return (value) => walk(value, "", known, new Set(), 0)
}

/**
 * A deep copy without what may not be logged or shown: documents, tokens, authorization, card numbers,
 * notice tickets, names, e-mails, phones and addresses of the payer.
 */
export function redact(value: unknown): unknown {
  return walk(value, "", null, new Set(), 0)
}

function walk(value: unknown, key: string, literals: RegExp | null, above: Set<object>, depth: number): unknown {
  if (value === null || value === undefined || value === "" || typeof value === "boolean") {
    return value
  }
  if (SECRET_KEYS.has(key)) {
    return REDACTED
  }
  if (typeof value !== "object") {
    return leaf(value, key, literals)
  }
  if (value instanceof Date) {
    return Number.isNaN(value.getTime()) ? null : value.toISOString()
  }
  if (ArrayBuffer.isView(value)) {
    return `[${value.byteLength} bytes]`
  }
  if (above.has(value) || depth >= MAX_DEPTH) {
    return "[nested]"
  }
  above.add(value)
  const copy = Array.isArray(value)
    ? value.map((item) => walk(item, key, literals, above, depth + 1))
    : copyRecord(entriesOf(value), literals, above, depth)
  above.delete(value)
  return copy
}

function entriesOf(value: object): [string, unknown][] {
  if (value instanceof Error) {
    return [["error", value.name], ["message", value.message]]
  }
  if (value instanceof Map) {
    return [...value].map(([key, item]): [string, unknown] => [String(key), item])
  }
  if (value instanceof Set) {
    return [["values", [...value]]]
  }
  return Object.entries(value)
}

function copyRecord(entries: [string, unknown][], literals: RegExp | null, above: Set<object>, depth: number) {
  const copy = new Map<string, unknown>()
  for (const [key, item] of entries) {
    const { shown, plain } = keyOf(key)
    copy.set(shown, walk(item, plain, literals, above, depth + 1))
  }
  return Object.fromEntries(copy)
}

function leaf(value: unknown, key: string, literals: RegExp | null): unknown {
  if (PERSONAL_KEYS.has(key)) {
    return REDACTED
  }
  if (key === "webhook" && typeof value === "string" && holdsNoticeToken(value)) {
    return REDACTED
  }
  const isCode = CODE_KEYS.has(key)
  if (typeof value === "string") {
    return scrubText(value, literals, { keepDigits: isCode })
  }
  if (typeof value === "number" || typeof value === "bigint") {
    const text = String(value)
    return scrubText(text, literals, { keepDigits: isCode }) === text ? toPlain(value) : REDACTED
  }
  return `[${typeof value}]`
}

/** JSON, into which kept answers go, has no bigint. */
function toPlain(value: number | bigint): number | string {
  return typeof value === "bigint" ? value.toString() : value
}

type Key = { shown: string; plain: string }

/** The names of the gateway's members come again and again. */
const keys = new Map<string, Key>()
const MOST_KEYS = 1_000
const LONGEST_KEY = 64

function keyOf(key: string): Key {
  const known = keys.get(key)
  if (known) {
    return known
  }
  const made = { shown: scrubText(key, null), plain: key.slice(0, LONGEST_KEY).toLowerCase().replace(/[^a-z0-9]/g, "") }
  if (key.length <= LONGEST_KEY && keys.size < MOST_KEYS) {
    keys.set(key, made)
  }
  return made
}
