/** Generators of documents and card numbers, written without the code and the libraries under test. */
import fc from "fast-check"

function mod11(values: number[], weights: number[]): number {
  const rest = values.reduce((sum, value, index) => sum + value * (weights[index] ?? 0), 0) % 11
  return rest < 2 ? 0 : 11 - rest
}

const charValue = (character: string) => character.charCodeAt(0) - 48

function cpfOf(base: string): string {
  const values = [...base].map(charValue)
  const first = mod11(values, [10, 9, 8, 7, 6, 5, 4, 3, 2])
  return base + first + mod11([...values, first], [11, 10, 9, 8, 7, 6, 5, 4, 3, 2])
}

function cnpjOf(base: string): string {
  const values = [...base].map(charValue)
  const first = mod11(values, [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2])
  return base + first + mod11([...values, first], [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2])
}

const characters = (alphabet: string, length: number) =>
  fc.string({ unit: fc.constantFrom(...alphabet), minLength: length, maxLength: length })
const DIGITS = "0123456789"
const notRepeated = (text: string) => new Set(text).size > 1

export const cpfs = characters(DIGITS, 9).filter(notRepeated).map(cpfOf).filter((cpf) => cpf !== "12345678909")
export const numericCnpjs = characters(DIGITS, 12).filter(notRepeated).map(cnpjOf)
export const alphanumericCnpjs = characters("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ", 12)
  .filter((base) => /[A-Z]/.test(base))
  .map(cnpjOf)

/** Brazilian numbers as people write them. */
export const phones = fc
  .tuple(
    fc.constantFrom("11", "21", "31", "47", "51", "55", "61", "71", "85", "92"),
    fc.oneof(characters(DIGITS, 8).map((rest) => `9${rest}`), characters(DIGITS, 7).map((rest) => `3${rest}`)),
    fc.constantFrom("plain", "local", "country", "spaced", "digits55")
  )
  .map(([area, number, form]) => {
    const [front, back] = [number.slice(0, -4), number.slice(-4)]
    return {
      plain: area + number,
      local: `(${area}) ${front}-${back}`,
      country: `+55 (${area}) ${front}-${back}`,
      spaced: `+55 ${area} ${front} ${back}`,
      digits55: `55${area}${number}`,
    }[form] as string
  })

export const ceps = characters(DIGITS, 8).map((digits) => `${digits.slice(0, 5)}-${digits.slice(5)}`)

function luhnDigit(body: string): string {
  let sum = 0
  for (let index = 0; index < body.length; index++) {
    const digit = Number(body[body.length - 1 - index]) * (index % 2 === 0 ? 2 : 1)
    sum += digit > 9 ? digit - 9 : digit
  }
  return String((10 - (sum % 10)) % 10)
}

const pan = (prefix: string, length: number) =>
  characters(DIGITS, length - prefix.length - 1).map((middle) => {
    const body = prefix + middle
    return body + luhnDigit(body)
  })

/** Card numbers of the networks that Brazilian stores take, and some others. */
export const cardNumbers = fc.oneof(
  pan("4", 13), pan("4", 16), pan("4", 19), // Visa
  pan("51", 16), pan("55", 16), pan("2221", 16), pan("2720", 16), // Mastercard
  pan("34", 15), pan("37", 15), // American Express
  pan("636368", 16), pan("5067", 16), pan("650", 16), // Elo
  pan("606282", 16), pan("384100", 19), // Hipercard
  pan("6011", 16), pan("3528", 16), pan("62", 18), pan("50", 17) // Discover, JCB, UnionPay, Maestro
)
export const dinersNumbers = fc.oneof(pan("36", 14), pan("38", 14), pan("300", 14))
