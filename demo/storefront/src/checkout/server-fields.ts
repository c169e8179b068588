import type { FieldError } from "../api/api-error"
import type { CardErrors } from "../card/card-fields"
import type { FieldName, FormErrors } from "./form-fields"

/** The server's names of what the shopper typed. */
const fieldOfPath: Record<string, FieldName> = {
  "email": "email",
  "payer.email": "email",
  "payer.document": "document",
  "payer.name": "name",
  "payer.phone": "phone",
  "shipping_address.first_name": "name",
  "shipping_address.last_name": "name",
  "shipping_address.phone": "phone",
  "shipping_address.postal_code": "postal_code",
  "shipping_address.address_1": "street",
  "shipping_address.street": "street",
  "shipping_address.number": "number",
  "shipping_address.metadata.number": "number",
  "shipping_address.address_2": "district",
  "shipping_address.district": "district",
  "shipping_address.metadata.district": "district",
  "shipping_address.complement": "complement",
  "shipping_address.metadata.complement": "complement",
  "shipping_address.city": "city",
  "shipping_address.province": "state",
  "shipping_address.state": "state",
}

const cardFieldOfPath: Record<string, keyof CardErrors> = {
  "card": "number",
  "card.token": "number",
  "card.holder_name": "name",
  "card.expires": "expiry",
  "card.installments": "installments",
}

/** Codes of complaints whose field Medusa's completion does not hand on. */
const pathOfCode: Record<string, string> = {
  missing_document: "payer.document",
  invalid_document: "payer.document",
  missing_name: "payer.name",
  missing_email: "email",
  missing_card: "card",
  card_expired: "card.expires",
  installments_not_available: "card.installments",
}

/** The fields that an answer complains about: named, or known by its code. */
export function fieldErrorsOf({ fields, code, message }: { fields: FieldError[]; code: string; message: string }): FieldError[] {
  const path = pathOfCode[code]
  return fields.length > 0 || !path ? fields : [{ path, message }]
}

/** Puts the server's complaints beside their fields; what belongs to no field of the form comes back as `rest`. */
export function placeFieldErrors(fields: FieldError[]): { errors: FormErrors; card: CardErrors; rest: string[] } {
  const errors: FormErrors = {}
  const card: CardErrors = {}
  const rest: string[] = []
  for (const { path, message } of fields) {
    const known = path.replace(/^(data|cart)\./, "").replace(/^billing_address\./, "shipping_address.")
    const name = fieldOfPath[known]
    const cardName = cardFieldOfPath[known]
    if (name) errors[name] ??= message
    else if (cardName) card[cardName] ??= message
    else rest.push(message)
  }
  return { errors, card, rest }
}
