import { digitsOf } from "../checkout/masks"
import { joinGroups } from "../checkout/tax-document"

/** In the order in which they stand on the page. */
export const CARD_FIELD_NAMES = ["number", "name", "expiry", "cvv"] as const
export type CardFieldName = typeof CARD_FIELD_NAMES[number]
export type CardValues = Record<CardFieldName, string>
export type CardErrors = Partial<Record<CardFieldName | "installments", string>>

/** 4111111111111111 -> 4111 1111 1111 1111; American Express in its own groups of 4, 6 and 5. */
export function maskCardNumber(input: string): string {
  const digits = digitsOf(input).slice(0, 19)
  return /^3[47]/.test(digits)
    ? joinGroups(digits.slice(0, 15), [[0, 4, ""], [4, 10, " "], [10, 15, " "]])
    : joinGroups(digits, [[0, 4, ""], [4, 8, " "], [8, 12, " "], [12, 16, " "], [16, 19, " "]])
}

/** 0930 -> 09/30, 9/30 -> 09/30; a year with four digits loses its century. */
export function maskExpiry(input: string): string {
  const typed = input.replace(/^(\d)\s*\//, "0$1/")
  const digits = digitsOf(/^[2-9]/.test(typed) ? `0${typed}` : typed)
  const year = digits.length === 6 && digits.startsWith("20", 2) ? digits.slice(4) : digits.slice(2, 4)
  return joinGroups(digits.slice(0, 2) + year, [[0, 2, ""], [2, 4, "/"]])
}

/** How what is typed or pasted is put into the field. */
export const CARD_MASKS: Record<CardFieldName, (input: string) => string> = {
  number: maskCardNumber,
  name: (input) => input,
  expiry: maskExpiry,
  cvv: (input) => digitsOf(input).slice(0, 4),
}

const checks: Record<CardFieldName, (value: string, now: Date) => string | null> = {
  number: (value) => {
    const digits = digitsOf(value)
    if (!digits) return "Informe o número do cartão."
    return digits.length >= 13 && passesLuhn(digits) ? null : "Este número de cartão não é válido. Confira os números."
  },
  name: (value) => (value.trim() ? null : "Informe o nome como está no cartão."),
  expiry: (value, now) => {
    if (!value.trim()) return "Informe a validade."
    const [, month, year] = /^(0[1-9]|1[0-2])\/(\d{2})$/.exec(value) ?? []
    if (!month || !year) return "Use mês e ano: MM/AA."
    const months = (2000 + Number(year)) * 12 + Number(month)
    return months >= now.getFullYear() * 12 + now.getMonth() + 1 ? null : "Este cartão está vencido."
  },
  cvv: (value) => {
    if (!value) return "Informe o código de segurança."
    return /^\d{3,4}$/.test(value) ? null : "O código tem 3 números (4 no American Express)."
  },
}

/** What is wrong with one field, in words, or null. */
export function checkCardField(name: CardFieldName, value: string, now = new Date()): string | null {
  return checks[name](value, now)
}

/** What is wrong with the card; an empty object when nothing is. */
export function checkCard(values: CardValues, now = new Date()): CardErrors {
  const errors: CardErrors = {}
  for (const name of CARD_FIELD_NAMES) {
    const words = checkCardField(name, values[name], now)
    if (words) errors[name] = words
  }
  return errors
}

function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, char, index) => {
    const digit = Number(char) * (index % 2 === 0 ? 1 : 2)
    return total + (digit > 9 ? digit - 9 : digit)
  }, 0)
  return sum % 10 === 0
}
