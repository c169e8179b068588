import { useMemo } from "react"
import { useTranslation } from "react-i18next"
import { browserLocale } from "./locale"

export const NOTHING = "–"

export type Formats = {
  /** Decimal reais -> "R$ 115,70"; a dash when there is none. */
  money(reais: number | null | undefined, currency?: string): string
  /** Decimal reais as they are typed: "115,70" or "115.70". */
  typed(reais: number): string
  /** A day `YYYY-MM-DD`, which has no time zone -> "24 de nov. de 2026". */
  day(day: string | null | undefined): string
  /** An instant -> date and time where the reader is. */
  dateTime(at: string | null | undefined): string
  /** An instant -> the day where the reader is. */
  dayOf(at: string | null | undefined): string
  number(value: number): string
}

export function formatsFor(locale: string): Formats {
  const currencies = new Map<string, Intl.NumberFormat>()
  const currencyFormat = (currency: string) => {
    const known = currencies.get(currency) ?? new Intl.NumberFormat(locale, { style: "currency", currency })
    currencies.set(currency, known)
    return known
  }
  const days = new Intl.DateTimeFormat(locale, { day: "2-digit", month: "short", year: "numeric", timeZone: "UTC" })
  const instants = new Intl.DateTimeFormat(locale, { day: "2-digit", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" })
  const localDays = new Intl.DateTimeFormat(locale, { day: "2-digit", month: "short", year: "numeric" })
  const plain = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: false })
  const numbers = new Intl.NumberFormat(locale)
  return {
    money: (reais, currency = "BRL") => (reais === null || reais === undefined ? NOTHING : currencyFormat(currency).format(reais)),
    typed: (reais) => plain.format(reais),
    day: (day) => (day ? days.format(new Date(`${day.slice(0, 10)}T00:00:00Z`)) : NOTHING),
    dateTime: (at) => (at ? instants.format(new Date(at)) : NOTHING),
    dayOf: (at) => (at ? localDays.format(new Date(at)) : NOTHING),
    number: (value) => numbers.format(value),
  }
}

/** Formats in the dashboard's language. */
export function useFormats(): Formats {
  const { i18n } = useTranslation()
  return useMemo(() => formatsFor(browserLocale(i18n.language)), [i18n.language])
}
