import { DateTime } from "luxon"

const ZONE = "America/Sao_Paulo"

/** The gateway writes its times in São Paulo local time without offset (observation: Codes and units (B)). */
export const localTime = (at: Date): string =>
  DateTime.fromJSDate(at, { zone: ZONE }).toFormat("yyyy-MM-dd HH:mm:ss")

/** The São Paulo calendar day of an instant, `YYYY-MM-DD`. */
export const localDay = (at: Date): string =>
  DateTime.fromJSDate(at, { zone: ZONE }).toFormat("yyyy-MM-dd")

/** An instant with the São Paulo offset, as `produtos[].created_at` has it: `2026-11-20T14:03:10-03:00`. */
export const localTimeWithOffset = (at: Date): string =>
  DateTime.fromJSDate(at, { zone: ZONE }).toFormat("yyyy-MM-dd'T'HH:mm:ssZZ")

/** Whether a text is a day that exists, written `YYYY-MM-DD`. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && DateTime.fromISO(text, { zone: "utc" }).isValid

/** The day after a `YYYY-MM-DD`. */
export const nextDay = (day: string): string =>
  DateTime.fromISO(day, { zone: "utc" }).plus({ days: 1 }).toFormat("yyyy-MM-dd")

/** Whole days from one `YYYY-MM-DD` to another. */
export const daysBetween = (from: string, to: string): number =>
  Math.round(
    DateTime.fromISO(to, { zone: "utc" }).diff(DateTime.fromISO(from, { zone: "utc" }), "days").days,
  )

/** Reads a São Paulo local time, `YYYY-MM-DD HH:MM:SS`; null when it is not one. */
export const readLocalTime = (text: string): Date | null => {
  const read = DateTime.fromFormat(text, "yyyy-MM-dd HH:mm:ss", { zone: ZONE })
  return read.isValid ? read.toJSDate() : null
}
