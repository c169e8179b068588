import { z } from "zod"
import { decodeText, parseJson } from "./decode-body"
import { DOCUMENTED, type Message } from "./documented"

/**
 * How a message differs from what is documented. Never a value, except the version of the interface:
 * - `unknown_member`: a member that no source shows; `found` is its type
 * - `changed_type`: a member of another type; `found` is the type that it has now
 * - `api_version`: `api.version` as told; every message of an operation has its own (spec 9)
 */
export type Drift = { kind: "unknown_member" | "changed_type" | "api_version"; path: string; found: string }

type Shape = {
  type?: string | string[]
  properties?: Record<string, Shape>
  items?: Shape
  anyOf?: Shape[]
  enum?: unknown[]
  additionalProperties?: unknown
}

/** What is told of one message; a gateway that changed everything is noticed by the first of it as well. */
const MOST = 25
const MOST_ITEMS = 20
const DEEPEST = 8

const shapes = new Map<Message, Shape>()

/** The differences of one message, at most 25. Never throws, whatever the value. */
export function driftOf(name: Message, json: unknown): Drift[] {
  const found = new Map<string, Drift>()
  if (isRecord(json)) {
    compare(shapeOf(name), json, "", 0, (drift) => {
      if (found.size < MOST) {
        found.set(`${drift.kind} ${drift.path}`, drift)
      }
    })
    const version = versionOf(json)
    if (version !== null) {
      found.set("version", { kind: "api_version", path: "api.version", found: version })
    }
  }
  return [...found.values()]
}

/** The same for the bytes of a notice. */
export function driftOfNotice(body: Buffer): Drift[] {
  return driftOf("notice", parseJson(decodeText(body)))
}

function shapeOf(name: Message): Shape {
  const known = shapes.get(name)
  if (known) {
    return known
  }
  const made = z.toJSONSchema(DOCUMENTED[name], { io: "input" }) as Shape
  shapes.set(name, made)
  return made
}

function compare(shape: Shape, value: unknown, path: string, depth: number, tell: (drift: Drift) => void): void {
  // That something is missing or null is no drift: no source says which members are sure to come.
  if (value === null || value === undefined || depth > DEEPEST) {
    return
  }
  const fitting = formsOf(shape).filter((form) => fits(form, value))
  if (!fitting.length) {
    tell({ kind: "changed_type", path, found: typeOf(value) })
    return
  }
  if (Array.isArray(value)) {
    const items = fitting.find(({ items: of }) => of)?.items
    if (items) {
      value.slice(0, MOST_ITEMS).forEach((item) => compare(items, item, `${path}[]`, depth + 1, tell))
    }
    return
  }
  const members = fitting.find(({ properties }) => properties)
  if (isRecord(value) && members?.properties) {
    for (const [name, member] of Object.entries(value).slice(0, 200)) {
      const inner = Object.hasOwn(members.properties, name) ? members.properties[name] : undefined
      const at = path === "" ? nameOf(name) : `${path}.${nameOf(name)}`
      if (inner) {
        compare(inner, member, at, depth + 1, tell)
      } else if (members.additionalProperties === undefined) {
        tell({ kind: "unknown_member", path: at, found: typeOf(member) })
      }
    }
  }
}

function formsOf(shape: Shape): Shape[] {
  return shape.anyOf ? shape.anyOf.flatMap(formsOf) : [shape]
}

/** PHP writes an empty object as an empty list. */
function fits(form: Shape, value: unknown): boolean {
  if (form.type === undefined && form.enum === undefined) {
    return true
  }
  const types = [form.type ?? "string"].flat()
  const type = typeOf(value)
  const emptyObject = type === "array" && (value as unknown[]).length === 0 && types.includes("object")
  return emptyObject || types.includes(type) || (type === "integer" && types.includes("number"))
}

function typeOf(value: unknown): string {
  if (value === null) {
    return "null"
  }
  if (Array.isArray(value)) {
    return "array"
  }
  return typeof value === "number" && Number.isInteger(value) ? "integer" : typeof value
}

/** A member's name can be data too, as where a list is keyed by a document: only what looks like a name is told. */
function nameOf(name: string): string {
  return /^[A-Za-z_][A-Za-z_-]{0,30}\d{0,2}$/.test(name) ? name : "*"
}

function versionOf(json: Record<string, unknown>): string | null {
  const { api } = json
  const version = isRecord(api) ? api.version : undefined
  const text = typeof version === "number" ? String(version) : version
  return typeof text === "string" && /^\d[\w.-]{0,15}$/.test(text) ? text : null
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
