import fc from "fast-check"

/** One change of a message: a member dropped, set to null or to another type, a text changed, or a member added. */
type Change = { at: number; how: "drop" | "null" | "type" | "value" | "add" | "swap"; seed: number }

const VALUES: readonly unknown[] = [null, "", [], {}, true, false, 0, -1, 5, 1e308, 0.1, "NaN", "0000-00-00", "5", " ", "\u0000", "<b>", "ção", { code: 5 }, [[[]]], [{ id: 1 }], "9".repeat(400)]
const NAMES: readonly string[] = ["status", "code", "id", "invoice", "fatura", "error", "success", "message", "__proto__", "constructor", "pages", "new_member"]

const change: fc.Arbitrary<Change> = fc.record({
  at: fc.nat(400),
  how: fc.constantFrom("drop", "null", "type", "value", "add", "swap"),
  seed: fc.nat(10_000),
})

const ENCODINGS = ["utf8", "utf8-bom", "latin1", "utf16le", "utf16be", "cut", "text-in-json", "list-of-one", "spaces"] as const
type Encoding = (typeof ENCODINGS)[number]

export type Mutation = { changes: Change[]; encoding: Encoding }

/** Half of them come in plain UTF-8, as the gateway sends them. */
export const mutation: fc.Arbitrary<Mutation> = fc.record({
  changes: fc.array(change, { minLength: 1, maxLength: 4 }),
  encoding: fc.oneof({ weight: 9, arbitrary: fc.constant<Encoding>("utf8") }, { weight: 9, arbitrary: fc.constantFrom(...ENCODINGS) }),
})

type Container = Record<string, unknown> | unknown[]
type Place = { holder: Container; key: string | number }

/** Every member of a JSON value, outermost first. */
function places(value: unknown, found: Place[] = []): Place[] {
  if (typeof value === "object" && value !== null) {
    const holder = value as Container
    for (const key of Array.isArray(holder) ? holder.keys() : Object.keys(holder)) {
      found.push({ holder, key })
      places((holder as Record<string | number, unknown>)[key], found)
    }
  }
  return found
}

/** A changed copy of a message. */
export function mutated(text: string, changes: readonly Change[]): unknown {
  const copy: unknown = JSON.parse(text)
  for (const { at, how, seed } of changes) {
    const all = places(copy)
    const place = all[at % Math.max(1, all.length)]
    if (place) {
      HOW[how](place.holder as Record<string | number, unknown>, place.key, seed, all)
    }
  }
  return copy
}

const HOW: Record<Change["how"], (holder: Record<string | number, unknown>, key: string | number, seed: number, all: Place[]) => void> = {
  drop: (holder, key) => {
    delete holder[key]
  },
  null: (holder, key) => {
    holder[key] = null
  },
  type: (holder, key) => {
    const old = holder[key]
    holder[key] = typeof old === "number" ? String(old) : typeof old === "string" ? Number(old) || [old] : typeof old === "boolean" ? Number(old) : String(old)
  },
  value: (holder, key, seed) => {
    define(holder, key, valueOf(seed))
  },
  add: (holder, _key, seed) => {
    define(holder, NAMES[seed % NAMES.length]!, valueOf(seed >> 4))
  },
  swap: (holder, key, seed, all) => {
    const other = all[seed % all.length]!
    define(holder, key, structuredClone((other.holder as Record<string | number, unknown>)[other.key]))
  },
}

/** A fresh one: later changes may change it too. */
function valueOf(seed: number): unknown {
  const value = VALUES[seed % VALUES.length]
  return typeof value === "object" && value !== null ? structuredClone(value) : value
}

/** As JSON would make it: `__proto__` is a member like any other there. */
function define(holder: object, name: string | number, value: unknown): void {
  Object.defineProperty(holder, name, { value, enumerable: true, configurable: true, writable: true })
}

const ENCODE: Record<Encoding, (text: string) => Buffer> = {
  utf8: (text) => Buffer.from(text, "utf8"),
  "utf8-bom": (text) => Buffer.from(`\uFEFF${text}`, "utf8"),
  latin1: (text) => Buffer.from(text, "latin1"),
  utf16le: (text) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")]),
  utf16be: (text) => Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(text, "utf16le").swap16()]),
  cut: (text) => Buffer.from(text.slice(0, Math.floor(text.length * 0.7)), "utf8"),
  "text-in-json": (text) => Buffer.from(JSON.stringify(text), "utf8"),
  "list-of-one": (text) => Buffer.from(`[${text}]`, "utf8"),
  spaces: (text) => Buffer.from(`\r\n  ${text}\n\n`, "utf8"),
}

/** The bytes on the wire. */
export function bytesOf(message: unknown, encoding: Encoding): Buffer {
  return ENCODE[encoding](typeof message === "string" ? message : JSON.stringify(message))
}

/** Changes of a text that is no JSON: cut, doubled, with other characters in it. */
export function mutatedText(text: string, changes: readonly Change[]): string {
  return changes.reduce((words, { at, how, seed }) => {
    const place = at % Math.max(1, words.length)
    const rest = words.slice(place + (how === "drop" ? 1 + (seed % 40) : 1))
    const put = { drop: "", null: "\u0000", type: "{", value: JSON.stringify(VALUES[seed % VALUES.length]), add: NAMES[seed % NAMES.length]!, swap: words.slice(0, seed % 30) }[how]
    return `${words.slice(0, place)}${put}${rest}`
  }, text)
}
