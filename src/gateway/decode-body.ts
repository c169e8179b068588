import { storableText } from "../domain/storable"

const utf8 = new TextDecoder("utf-8", { fatal: true })
const utf16le = new TextDecoder("utf-16le")
const utf16be = new TextDecoder("utf-16be")
const windows1252 = new TextDecoder("windows-1252")

/**
 * Bytes to text, whatever the sender declared: UTF-8 with or without byte order mark, UTF-16 with one,
 * else Windows-1252 (which Latin-1 text is read as). Never throws.
 */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) {
    return utf16le.decode(bytes)
  }
  if (bytes[0] === 0xfe && bytes[1] === 0xff) {
    return utf16be.decode(bytes)
  }
  try {
    return utf8.decode(bytes)
  } catch {
    return windows1252.decode(bytes)
  }
}

/** Deeper than any message of the gateway; what walks through an answer must not run out of stack. */
const DEEPEST = 64
/** JSON can hold what the database can't only as an escape. */
const UNSTORABLE_ESCAPE = /\\u(?:0000|d[89a-f])/i

/**
 * The JSON value in a text, or undefined. The declared type is not looked at: PHP sends JSON as HTML. What the
 * database can't keep is replaced here, for every column; what is nested too deep is left out.
 */
export function parseJson(text: string): unknown {
  try {
    const value = JSON.parse(text) as unknown
    return UNSTORABLE_ESCAPE.test(text) || isTooDeep(value, DEEPEST) ? storable(value, DEEPEST) : value
  } catch {
    return undefined
  }
}

function isTooDeep(value: unknown, left: number): boolean {
  return typeof value === "object" && value !== null && (left === 0 || Object.values(value).some((member) => isTooDeep(member, left - 1)))
}

function storable(value: unknown, left: number): unknown {
  if (typeof value === "string") {
    return storableText(value)
  }
  if (typeof value !== "object" || value === null) {
    return value
  }
  if (left === 0) {
    return null
  }
  return Array.isArray(value)
    ? value.map((item) => storable(item, left - 1))
    : Object.fromEntries(Object.entries(value).map(([name, member]) => [storableText(name), storable(member, left - 1)]))
}

/** Whether a text is a web page, as proxies and firewalls send in place of an answer. */
export function looksLikePage(text: string): boolean {
  return /^\s*</.test(text)
}
