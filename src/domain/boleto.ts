import { calculaMod10, codBarras2LinhaDigitavel, linhaDigitavel2CodBarras } from "@mrmgomes/boleto-utils"
import { DateTime } from "luxon"
import { SAO_PAULO } from "./dates"

export type Boleto = {
  /** All check digits fit: the three of the line's fields and the general one of the barcode. */
  valid: boolean
  /** "Linha digitável": 47 digits. */
  line: string
  /** 44 digits. */
  barcode: string
  /** Null when the boleto carries no amount. */
  amountCents: number | null
  /** YYYY-MM-DD, null when the boleto carries no due date. */
  dueOn: string | null
}

/**
 * Reads the line or the barcode of a bank boleto (not of a utility bill, which begins with 8); dots
 * and spaces are ignored. Null when it is neither. `at` is the time of reading, see {@link dueDay}.
 *
 * The general check digit is computed here: @mrmgomes/boleto-utils gives 0 where the rule for bank
 * boletos (FEBRABAN) has 1, and so refuses about one valid barcode in six.
 */
export function readBoleto(lineOrBarcode: string, at: Date = new Date()): Boleto | null {
  const digits = lineOrBarcode.replace(/[\s.-]/g, "")
  if (!/^(?:\d{44}|\d{47})$/.test(digits) || digits.startsWith("8")) {
    return null
  }
  const barcode = digits.length === 44 ? digits : linhaDigitavel2CodBarras(digits)
  const line = digits.length === 47 ? digits : codBarras2LinhaDigitavel(digits, false)
  const currencyIsReal = barcode[3] === "9"
  return {
    valid: currencyIsReal && fieldDigitsFit(line) && barcode[4] === generalDigit(barcode),
    line,
    barcode,
    amountCents: Number(barcode.slice(9, 19)) || null,
    dueOn: dueDay(Number(barcode.slice(5, 9)), at),
  }
}

function fieldDigitsFit(line: string): boolean {
  const fields = [line.slice(0, 10), line.slice(10, 21), line.slice(21, 32)]
  return fields.every((field) => String(calculaMod10(field.slice(0, -1))) === field.slice(-1))
}

/** Modulo 11 with the weights 2 to 9 from the right; 0, 10 and 11 become 1. */
function generalDigit(barcode: string): string {
  const others = barcode.slice(0, 4) + barcode.slice(5)
  const sum = [...others]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (2 + (index % 8)), 0)
  const digit = 11 - (sum % 11)
  return String(digit > 9 ? 1 : digit)
}

const FIRST_FACTOR = 1000
const FACTORS_PER_ROUND = 9000
/** Factor 1000 for the first time, and again on 2025-02-22, after 9999. */
const FIRST_DAY = DateTime.fromISO("2000-07-03", { zone: SAO_PAULO })

/**
 * The due factor counts days in four digits and starts again at 1000 after 9999, every 9,000 days.
 * Of the days that a factor can mean, the one nearest to the time of reading is meant.
 */
function dueDay(factor: number, at: Date): string | null {
  if (factor < FIRST_FACTOR) {
    return null
  }
  const first = FIRST_DAY.plus({ days: factor - FIRST_FACTOR })
  const days = DateTime.fromJSDate(at, { zone: SAO_PAULO }).diff(first, "days").days
  const rounds = Math.max(0, Math.round(days / FACTORS_PER_ROUND))
  return first.plus({ days: rounds * FACTORS_PER_ROUND }).toFormat("yyyy-MM-dd")
}
