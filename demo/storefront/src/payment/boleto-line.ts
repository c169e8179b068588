/** The line in the groups in which boletos print it: 47 digits as 5.5 5.6 5.6 1 14; anything else as it is. */
export function formatLine(line: string): string {
  const parts = /^(\d{5})(\d{5})(\d{5})(\d{6})(\d{5})(\d{6})(\d)(\d{14})$/.exec(line)
  if (!parts) return line
  const [, a, b, c, d, e, f, check, rest] = parts
  return `${a}.${b} ${c}.${d} ${e}.${f} ${check} ${rest}`
}

/** "2026-12-11" -> "sexta-feira, 11 de dezembro de 2026"; null for what is no date. */
export function dateInWords(day: string | null): string | null {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})/.exec(day ?? "") ?? []
  if (!year) return null
  // A day of the calendar, wherever the reader's device is: read and written at the same place on earth.
  const noon = new Date(Date.UTC(Number(year), Number(month) - 1, Number(date), 12))
  return new Intl.DateTimeFormat("pt-BR", { dateStyle: "full", timeZone: "UTC" }).format(noon)
}
