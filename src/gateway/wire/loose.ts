import { z } from "zod"
import { cents, toCents, type Cents } from "../../domain/money"
import { parseGatewayTime } from "../../domain/dates"
import { isStorableAmount } from "../../domain/storable"

/** Longer than any text that a message has for us; the longest is an access token. */
const LONGEST_TEXT = 8_000
/** Ids stand in indexes, which have no room for more than a few thousand bytes. */
const ID = /^[\x21-\x7e]{1,200}$/

/**
 * Building blocks of the tolerant schemas: a number for a text and the reverse, missing and surplus
 * members, `[]` for an empty object (PHP). None of them ever fails: what cannot be read is null.
 */
const anything = z.unknown().optional()

export const loose = {
  text: anything.transform(asText),
  /** What names something: visible ASCII, up to 200 characters. Anything else is no id, rather than a part of one. */
  id: anything.transform(asId),
  integer: anything.transform(asInteger),
  number: anything.transform(asNumber),
  /** A decimal amount of reais, read into cents; one beyond R$ 21,474,836.47 can't be used. */
  reais: anything.transform((value) => usable(asReais(value))),
  /** A whole number of cents; the same holds. */
  cents: anything.transform((value) => usable(asCents(value))),
  /** As `reais` without its limit, for what is only shown. */
  shownReais: anything.transform(asReais),
  time: anything.transform(asTime),
  /** `YYYY-MM-DD`, from a date or from the beginning of a time. */
  day: anything.transform(asDay),
  httpsUrl: anything.transform(asHttpsUrl),
  flag: anything.transform(asFlag),
  raw: anything,
  texts: anything.transform(asTexts),
  records: anything.transform(asRecords),
}

/** An object of which every member is loose; anything else counts as an empty object. */
export function part<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.preprocess((value) => asRecord(value) ?? {}, z.object(shape))
}

export function asRecord(value: unknown): Record<string, unknown> | null {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null
}

export function asText(value: unknown): string | null {
  if (typeof value === "number") {
    return Number.isFinite(value) ? String(value) : null
  }
  return typeof value === "string" && value.length <= LONGEST_TEXT ? value.trim() || null : null
}

export function asId(value: unknown): string | null {
  const text = asText(value)
  return text !== null && ID.test(text) ? text : null
}

export function asInteger(value: unknown): number | null {
  const text = asText(value)
  if (text === null || !/^-?\d+(\.0+)?$/.test(text)) {
    return null
  }
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : null
}

function asNumber(value: unknown): number | null {
  const text = asText(value)
  return text !== null && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : null
}

function usable(amount: Cents | null): Cents | null {
  return amount !== null && isStorableAmount(amount) ? amount : null
}

/** "15.90", 15.9, and with a decimal comma "15,90" or "1.015,90". */
function asReais(value: unknown): Cents | null {
  const text = asText(value)
  if (text === null) {
    return null
  }
  const withPoint = /^-?(\d+|\d{1,3}(\.\d{3})+),\d{1,2}$/.test(text)
    ? text.replace(/\./g, "").replace(",", ".")
    : text
  if (!/^-?\d+(\.\d+)?$/.test(withPoint)) {
    return null
  }
  try {
    return toCents(withPoint)
  } catch {
    return null
  }
}

/** A fraction is no number of cents: its unit is in doubt, so it proves nothing. */
function asCents(value: unknown): Cents | null {
  const text = asText(value)
  return text !== null && /^-?\d+$/.test(text) && Number.isSafeInteger(Number(text)) ? cents(Number(text)) : null
}

function asTime(value: unknown): Date | null {
  const text = typeof value === "string" ? value.trim() : ""
  return text === "" ? null : parseGatewayTime(text)
}

function asDay(value: unknown): string | null {
  const day = typeof value === "string" ? /^\s*(\d{4}-\d{2}-\d{2})(?!\d)/.exec(value)?.[1] : undefined
  return day !== undefined && !Number.isNaN(Date.parse(day)) ? day : null
}

/** Shown to shoppers as a link, so nothing but https. */
function asHttpsUrl(value: unknown): string | null {
  const text = typeof value === "string" ? value.trim() : ""
  if (!URL.canParse(text)) {
    return null
  }
  const url = new URL(text)
  return url.protocol === "https:" && !url.username && !url.password ? url.href : null
}

function asFlag(value: unknown): boolean | null {
  if (typeof value === "boolean") {
    return value
  }
  if (Array.isArray(value)) {
    return value.length > 0 ? true : null
  }
  const text = asText(value)?.toLowerCase()
  if (text === undefined) {
    return null
  }
  // Any other text in `error` is the error itself, as is a list with something in it.
  return !["false", "0", "no", "null"].includes(text)
}

/** A list, or a text with commas or spaces between the items. */
function asTexts(value: unknown): string[] {
  const items = Array.isArray(value) ? (value as unknown[]) : (asText(value)?.split(/[\s,]+/) ?? [])
  return items.map(asText).filter((item): item is string => item !== null)
}

/** A list of objects; one object alone is a list of one. */
function asRecords(value: unknown): Record<string, unknown>[] | null {
  if (Array.isArray(value)) {
    return (value as unknown[]).map(asRecord).filter((item): item is Record<string, unknown> => item !== null)
  }
  const single = asRecord(value)
  return single === null ? null : Object.keys(single).length === 0 ? [] : [single]
}
