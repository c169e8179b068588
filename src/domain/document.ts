import { cnpj, cpf } from "cpf-cnpj-validator"

/** A payer's CPF or CNPJ that has passed its check digits. */
export type TaxDocument = {
  kind: "cpf" | "cnpj"
  /** Digits only; an alphanumeric CNPJ (in use since July 2026) in capitals. Personal data: never log it. */
  value: string
  /** What may be shown and logged: "***.456.789-**" or "**.345.678/****-**". */
  masked: string
}

/**
 * Reads a CPF, a numeric or an alphanumeric CNPJ. Dots, slashes, hyphens and spaces are ignored;
 * any other character makes it invalid (the library's own loose mode would drop it silently, and
 * with it a typing error). Repeated digits ("111.111.111-11") are refused although their check
 * digits fit. A number is read only when it has all its digits, since leading zeros may be lost.
 */
export function parseDocument(input: unknown): TaxDocument | null {
  const text = typeof input === "number" && Number.isSafeInteger(input) && input > 0 ? String(input) : input
  if (typeof text !== "string") {
    return null
  }
  const value = text.replace(/[\s./\-\u2010-\u2015]/g, "").toUpperCase()
  if (/^\d{11}$/.test(value) && cpf.isValid(value, true)) {
    return { kind: "cpf", value, masked: `***.${value.slice(3, 6)}.${value.slice(6, 9)}-**` }
  }
  if (/^[0-9A-Z]{12}\d{2}$/.test(value) && cnpj.isValid(value, true)) {
    return { kind: "cnpj", value, masked: `**.${value.slice(2, 5)}.${value.slice(5, 8)}/****-**` }
  }
  return null
}
