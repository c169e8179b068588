import { joinGroups } from "./groups"

/** CPF and CNPJ as the shopper types them. The server checks again; this is for an answer before the order. */

const cnpjWeights = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]

/** Digits of a CPF; digits and capitals of a CNPJ (with letters since 2026). */
export function cleanDocument(input: string): string {
  return input.toUpperCase().replace(/[^0-9A-Z]/g, "").slice(0, 14)
}

/** Puts in the punctuation while typing: 12345678901 -> 123.456.789-01, 12ABC34501DE35 -> 12.ABC.345/01DE-35. */
export function maskDocument(input: string): string {
  const value = cleanDocument(input)
  const isCpf = value.length <= 11 && !/[A-Z]/.test(value)
  return isCpf
    ? joinGroups(value, [[0, 3, ""], [3, 6, "."], [6, 9, "."], [9, 11, "-"]])
    : joinGroups(value, [[0, 2, ""], [2, 5, "."], [5, 8, "."], [8, 12, "/"], [12, 14, "-"]])
}

/** Which document the text is, when its check digits are right; otherwise null. */
export function documentKind(input: string): "cpf" | "cnpj" | null {
  const value = cleanDocument(input)
  if (/^(.)\1*$/.test(value)) return null
  if (/^\d{11}$/.test(value)) return hasCpfDigits(value) ? "cpf" : null
  if (/^[0-9A-Z]{12}\d{2}$/.test(value)) return hasCnpjDigits(value) ? "cnpj" : null
  return null
}

function hasCpfDigits(value: string): boolean {
  const digit = (length: number) => {
    const sum = [...value.slice(0, length)].reduce((total, char, index) => total + Number(char) * (length + 1 - index), 0)
    return ((sum * 10) % 11) % 10
  }
  return digit(9) === Number(value[9]) && digit(10) === Number(value[10])
}

// A character counts as its ASCII code less 48: digits as themselves, A as 17 (IN RFB 2.229/2024).
function hasCnpjDigits(value: string): boolean {
  const digit = (length: number) => {
    const weights = cnpjWeights.slice(cnpjWeights.length - length)
    const sum = weights.reduce((total, weight, index) => total + weight * (value.charCodeAt(index) - 48), 0)
    return sum % 11 < 2 ? 0 : 11 - (sum % 11)
  }
  return digit(12) === Number(value[12]) && digit(13) === Number(value[13])
}

/** What is wrong with a document; the texts have words for each. */
export type DocumentFault = "missing" | "too_short" | "cpf_invalid" | "cnpj_invalid"

/** What is wrong with what was typed, or null when it is a CPF or a CNPJ. */
export function checkDocument(input: string): DocumentFault | null {
  const value = cleanDocument(input)
  if (!value) return "missing"
  if (documentKind(value)) return null
  if (value.length < 11) return "too_short"
  return /^\d{11}$/.test(value) ? "cpf_invalid" : "cnpj_invalid"
}
