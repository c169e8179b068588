import Holidays from "date-holidays"
import { DateTime } from "luxon"

/**
 * The gateway's times are São Paulo local time without an offset (observation: Codes and units (B)),
 * and its due dates are São Paulo days. Nothing here depends on the time zone of the process.
 * A "day" is a text YYYY-MM-DD.
 */
export const SAO_PAULO = "America/Sao_Paulo"

/** The São Paulo day of an instant. Throws RangeError for an invalid Date. */
export function gatewayDate(at: Date): string {
  return dayOf(DateTime.fromJSDate(at, { zone: SAO_PAULO }))
}

const GATEWAY_TIME =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?))?\s*(Z|[+-]\d{2}:?\d{2})?$/i

/**
 * Reads a time as the gateway writes it: "YYYY-MM-DD HH:MM:SS" or "YYYY-MM-DD" in São Paulo time,
 * or ISO 8601 with "Z" or an offset, as its list has. Null for anything else, also for dates that
 * do not exist ("0000-00-00", 30 February).
 */
export function parseGatewayTime(text: string): Date | null {
  const match = GATEWAY_TIME.exec(text.trim())
  if (!match) {
    return null
  }
  const [, day, time = "00:00:00", offset = ""] = match
  const at = DateTime.fromISO(`${day}T${time}${offset.toUpperCase()}`, { zone: SAO_PAULO })
  return at.isValid && at.year > 0 ? at.toJSDate() : null
}

// "public" are the national holidays, "bank" the days on which only banks are closed: Carnival
// Monday and Tuesday and Corpus Christi. Ash Wednesday (banks open at noon) and 31 December (closed
// to the public, but payments clear) are banking days, and the library counts them as such.
const holidays = new Holidays("BR", { types: ["public", "bank"] })
const holidaysByYear = new Map<number, Set<string>>()

function holidaysOf(year: number): Set<string> {
  let days = holidaysByYear.get(year)
  if (!days) {
    // `date` is local text; `start` is an instant, and isHoliday() compares instants
    days = new Set(holidays.getHolidays(year).map((holiday) => holiday.date.slice(0, 10)))
    holidaysByYear.set(year, days)
  }
  return days
}

/** Monday to Friday, and no national or bank holiday. Local holidays are not considered. */
export function isBankingDay(day: string): boolean {
  const at = startOf(day)
  return at.weekday <= 5 && !holidaysOf(at.year).has(dayOf(at))
}

/** The day itself when it is a banking day, else the next one. */
export function nextBankingDay(day: string): string {
  let at = startOf(day)
  while (!isBankingDay(dayOf(at))) {
    at = at.plus({ days: 1 })
  }
  return dayOf(at)
}

/**
 * The n-th banking day after `day`; `day` itself for 0. Throws RangeError when `n` is not a whole
 * number from 0 up.
 */
export function addBankingDays(day: string, n: number): string {
  if (!Number.isSafeInteger(n) || n < 0) {
    throw new RangeError("banking days to add must be a whole number from 0 up")
  }
  let at = startOf(day)
  for (let left = n; left > 0; ) {
    at = at.plus({ days: 1 })
    left -= isBankingDay(dayOf(at)) ? 1 : 0
  }
  return dayOf(at)
}

/**
 * The due date of a PIX invoice: the day after the code ceases to be shown. The gateway knows only
 * dates, so that a code for an hour, issued at 23:50, must not become overdue at midnight.
 */
export function pixDueDate(issuedAt: Date, expiresInMinutes: number): string {
  const expires = DateTime.fromJSDate(issuedAt, { zone: SAO_PAULO }).plus({ minutes: expiresInMinutes })
  return dayOf(expires.plus({ days: 1 }))
}

/**
 * The due date of a boleto, and the day until which banks take it without fine: the next banking
 * day when the due date is none.
 */
export function boletoDueDate(
  issuedAt: Date,
  dueInDays: number
): { dueOn: string; effectiveDueOn: string } {
  const issued = DateTime.fromJSDate(issuedAt, { zone: SAO_PAULO })
  const dueOn = dayOf(issued.plus({ days: dueInDays }))
  return { dueOn, effectiveDueOn: nextBankingDay(dueOn) }
}

/** The last millisecond of a São Paulo day. */
export function endOfDay(day: string): Date {
  return startOf(day).endOf("day").toJSDate()
}

/** The first moment of the São Paulo day that is `days` after `day`. */
export function startOfDay(day: string, days = 0): Date {
  return startOf(day).plus({ days }).toJSDate()
}

/** A day as people read it, as 25/12/2026. */
export function readableDay(day: string, locale: string): string {
  return startOf(day).setLocale(locale).toLocaleString(DateTime.DATE_SHORT)
}

/** A moment as people in São Paulo read it, as 25/12/2026, 18:30. */
export function readableTime(at: Date, locale: string): string {
  return DateTime.fromJSDate(at, { zone: SAO_PAULO }).setLocale(locale).toLocaleString(DateTime.DATETIME_SHORT)
}

function startOf(day: string): DateTime {
  const at = DateTime.fromFormat(day, "yyyy-MM-dd", { zone: SAO_PAULO })
  if (!at.isValid) {
    throw new RangeError("a day must be an existing date in the form YYYY-MM-DD")
  }
  return at
}

function dayOf(at: DateTime): string {
  if (!at.isValid) {
    throw new RangeError("not a valid time")
  }
  return at.toFormat("yyyy-MM-dd")
}
