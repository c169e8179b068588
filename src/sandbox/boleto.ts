import { daysBetween } from "./sao-paulo"

const BANK = "001"
const CURRENCY = "9"
/** Invented agreement number of the stand-in merchant. */
const AGREEMENT = "1234567"
const PORTFOLIO = "17"

/** Largest amount that the ten digits of a boleto can hold, in cents. */
export const LARGEST_BOLETO_CENTS = 9_999_999_999

const modulo10 = (digits: string): string => {
  let sum = 0
  let weight = 2
  for (const digit of [...digits].reverse()) {
    const product = Number(digit) * weight
    sum += product > 9 ? product - 9 : product
    weight = weight === 2 ? 1 : 2
  }
  return String((10 - (sum % 10)) % 10)
}

const modulo11 = (digits: string): string => {
  let sum = 0
  let weight = 2
  for (const digit of [...digits].reverse()) {
    sum += Number(digit) * weight
    weight = weight === 9 ? 2 : weight + 1
  }
  const check = 11 - (sum % 11)
  return check > 9 ? "1" : String(check)
}

/** Due date factor. It ran out at 9999 on 2025-02-21 and began again with 1000 on 2025-02-22. */
const dueFactor = (dueOn: string): string => {
  const days = daysBetween("1997-10-07", dueOn)
  return String(days <= 9999 ? days : ((days - 10_000) % 9000) + 1000).padStart(4, "0")
}

/**
 * Barcode (44 digits) and typeable line (47 digits) of a bank boleto.
 * @param invoiceNumber up to ten digits, becomes part of the nosso número
 */
export const boletoCodes = (
  invoiceNumber: string,
  dueOn: string,
  amountCents: number,
): { barcode: string; line: string } => {
  const free = `000000${AGREEMENT}${invoiceNumber.slice(-10).padStart(10, "0")}${PORTFOLIO}`
  const dueAndAmount = dueFactor(dueOn) + String(amountCents).padStart(10, "0")
  const check = modulo11(BANK + CURRENCY + dueAndAmount + free)
  const parts = [BANK + CURRENCY + free.slice(0, 5), free.slice(5, 15), free.slice(15)]
  return {
    barcode: BANK + CURRENCY + check + dueAndAmount + free,
    line: parts.map((part) => part + modulo10(part)).join("") + check + dueAndAmount,
  }
}
