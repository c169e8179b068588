import type { FieldFault } from "medusa-payment-fatura/storefront"
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

/** Puts the server's complaints beside their fields; what belongs to no field of this part of the form comes back as `rest`. */
export function placeFieldErrors(fields: FieldFault[]): { errors: FormErrors; rest: FieldFault[] } {
  const errors: FormErrors = {}
  const rest: FieldFault[] = []
  for (const fault of fields) {
    const name = fieldOfPath[fault.path.replace(/^(data|cart)\./, "").replace(/^billing_address\./, "shipping_address.")]
    if (name) errors[name] ??= fault.message
    else rest.push(fault)
  }
  return { errors, rest }
}
