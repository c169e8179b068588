import { z } from "zod"

/** Where a field is known from: the specification, or an observation with its grade. */
export type Source = `spec ${string}` | `observation: ${string}`

/** Grades D and E of the observations, and what no source shows, are not confirmed. */
const UNCONFIRMED = /\((?:D|E|D, ambiguous)\)$|^observation: assumed/

/** A message of which every member may be missing: no source says which ones are sure to come. */
export function message<Shape extends z.ZodRawShape>(shape: Shape, source: Source) {
  return from(z.object(shape).partial(), source)
}

/** Says where a field is known from; what is not confirmed is marked `x-assumed`. */
export function from<Schema extends z.ZodType>(schema: Schema, source: Source): Schema {
  return schema.meta({ "x-source": source, ...(UNCONFIRMED.test(source) && { "x-assumed": true }) })
}

/** A field that no source shows in full. */
export function assumed<Schema extends z.ZodType>(schema: Schema, why: string): Schema {
  return schema.meta({ "x-source": `observation: assumed, ${why}`, "x-assumed": true })
}

export const text = z.string()
export const integer = z.int()
export const number = z.number()
/** The samples have a number where the specification has a text, and the reverse. */
export const textOrInteger = z.union([z.string(), z.int()])
/** `YYYY-MM-DD HH:MM:SS`, São Paulo local time without offset. */
export const localTime = z.string().meta({ example: "2026-11-20 14:03:10" })
export const day = z.string().meta({ example: "2026-11-21" })
/** A value that is null in every source. */
export const unseen = z.null()
