import { own } from "./own"

/** The line of a boleto in the groups in which it is printed: 47 digits as 5.5 5.6 5.6 1 14; anything else as it is. */
export function formatBoletoLine(line: string): string {
  const parts = /^(\d{5})(\d{5})(\d{5})(\d{6})(\d{5})(\d{6})(\d)(\d{14})$/.exec(line)
  if (!parts) return line
  const [, a, b, c, d, e, f, check, rest] = parts
  return `${a}.${b} ${c}.${d} ${e}.${f} ${check} ${rest}`
}

/** Decimal reais as they are read in a language: 1234.5 -> "R$ 1.234,50" with a no-break space. */
export function formatMoney(amount: number, currencyCode = "brl", locale = "pt-BR"): string {
  return new Intl.NumberFormat(locale, { style: "currency", currency: currencyCode.toUpperCase() }).format(amount)
}

/** A day of the calendar in words: "2026-12-11" -> "sexta-feira, 11 de dezembro de 2026"; null for what is no date. */
export function formatDay(day: string | null | undefined, locale = "pt-BR"): string | null {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})/.exec(day ?? "") ?? []
  if (!year) return null
  // A day of the calendar, wherever the reader's device is: read and written at the same place on earth.
  const noon = new Date(Date.UTC(Number(year), Number(month) - 1, Number(date), 12))
  return new Intl.DateTimeFormat(locale, { dateStyle: "full", timeZone: "UTC" }).format(noon)
}

/** What is left of a countdown: 3725 -> "1:02:05", 65 -> "01:05". */
export function formatSeconds(seconds: number): string {
  const two = (part: number) => String(part).padStart(2, "0")
  const hours = Math.floor(seconds / 3600)
  const rest = `${two(Math.floor((seconds % 3600) / 60))}:${two(seconds % 60)}`
  return hours > 0 ? `${hours}:${rest}` : rest
}

/** Seconds until a time, never below 0. `clockOffset`: milliseconds from this device's clock to the server's. */
export function secondsUntil(time: string, clockOffset: number, now = Date.now()): number {
  return Math.max(0, Math.ceil((Date.parse(time) - now - clockOffset) / 1000))
}

/** Milliseconds to add to this device's clock to get the server's. */
export function clockOffsetOf(session: { server_time: string }, now = Date.now()): number {
  return Date.parse(session.server_time) - now || 0
}

/** Puts values into a text: `fill("{count}x de {amount}", { count: 3, amount: "R$ 10,00" })`. An unknown name stays as it is. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(own(values, name) ?? whole))
}
