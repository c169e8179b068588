import { checkDocument, maskDocument, ptBR } from "medusa-payment-fatura/storefront"
import { digitsOf, maskPhone, maskPostalCode, nationalDigits } from "./masks"

/** In the order in which they stand on the page. */
export const FIELD_NAMES = [
  "email", "name", "phone", "document",
  "postal_code", "street", "number", "complement", "district", "city", "state",
] as const
export type FieldName = typeof FIELD_NAMES[number]
export type FormValues = Record<FieldName, string>
export type FormErrors = Partial<Record<FieldName, string>>

export const emptyForm: FormValues = {
  email: "", name: "", phone: "", document: "",
  postal_code: "", street: "", number: "", complement: "", district: "", city: "", state: "",
}

const asTyped = (input: string) => input

/** How what is typed or pasted is put into the field. */
export const MASKS: Record<FieldName, (input: string) => string> = {
  email: asTyped, name: asTyped, phone: maskPhone, document: maskDocument, postal_code: maskPostalCode,
  street: asTyped, number: asTyped, complement: asTyped, district: asTyped, city: asTyped, state: asTyped,
}

const needed = (words: string) => (value: string) => (value.trim() ? null : words)

const checks: Record<FieldName, (value: string) => string | null> = {
  email: (value) => {
    if (!value.trim()) return "Informe seu e-mail."
    return /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(value.trim()) ? null : "Confira o e-mail: ele deve ser como nome@exemplo.com.br."
  },
  name: (value) => {
    if (!value.trim()) return "Informe seu nome completo ou a razão social."
    return /\S+\s+\S+/.test(value.trim()) ? null : "Informe também o sobrenome."
  },
  phone: (value) => {
    const digits = nationalDigits(value)
    if (!digits) return "Informe seu telefone com DDD."
    return /^[1-9]\d(9\d{8}|[2-8]\d{7})$/.test(digits) ? null : "Confira o telefone, com DDD: (11) 91234-5678."
  },
  document: (value) => {
    const fault = checkDocument(value)
    return fault && ptBR.document.faults[fault]
  },
  postal_code: (value) => {
    const digits = digitsOf(value)
    if (!digits) return "Informe o CEP."
    return digits.length === 8 ? null : "O CEP tem 8 números."
  },
  street: needed("Informe a rua ou avenida."),
  number: needed("Informe o número ou S/N."),
  complement: () => null,
  district: needed("Informe o bairro."),
  city: needed("Informe a cidade."),
  state: needed("Escolha o estado."),
}

/** What is wrong with one field, in words, or null. */
export function checkField(name: FieldName, value: string): string | null {
  return checks[name](value)
}

/** What is wrong with the whole form; an empty object when nothing is. */
export function checkForm(values: FormValues): FormErrors {
  const errors: FormErrors = {}
  for (const name of FIELD_NAMES) {
    const words = checkField(name, values[name])
    if (words) errors[name] = words
  }
  return errors
}
