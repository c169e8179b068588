/** Modulo 11 check digit of CPF and CNPJ; letters count as their character code minus 48 (alphanumeric CNPJ of 2026). */
const checkDigit = (characters: string, highestWeight: number): string => {
  let weight = 2
  let sum = 0
  for (const character of [...characters].reverse()) {
    sum += (character.charCodeAt(0) - 48) * weight
    weight = weight === highestWeight ? 2 : weight + 1
  }
  const rest = sum % 11
  return String(rest < 2 ? 0 : 11 - rest)
}

const hasRightDigits = (document: string, highestWeight: number): boolean => {
  const body = document.slice(0, -2)
  const first = checkDigit(body, highestWeight)
  return document === body + first + checkDigit(body + first, highestWeight)
}

const allTheSame = (text: string): boolean => new Set(text).size === 1

/** A CPF as 11 digits with right check digits. */
export const isCpf = (text: string): boolean =>
  /^\d{11}$/.test(text) && !allTheSame(text) && hasRightDigits(text, 11)

/** A CNPJ as 14 characters (12 digits or capitals, then 2 digits) with right check digits. */
export const isCnpj = (text: string): boolean =>
  /^[0-9A-Z]{12}\d{2}$/.test(text) && !allTheSame(text) && hasRightDigits(text, 9)

/** Hides all of a document but its middle: enough to tell two payers apart on a page. */
export const maskDocument = (document: string): string =>
  document.length === 11
    ? `***.${document.slice(3, 6)}.${document.slice(6, 9)}-**`
    : `**.${document.slice(2, 5)}.${document.slice(5, 8)}/****-**`
