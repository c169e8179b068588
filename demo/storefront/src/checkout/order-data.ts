import { cleanDocument, type Payer } from "medusa-payment-fatura/storefront"
import type { Address } from "../api/types"
import type { FormValues } from "./form-fields"
import { digitsOf, nationalDigits } from "./masks"

// Double spaces in names are refused by some banks further down the line.
const tidy = (text: string) => text.trim().replace(/\s+/g, " ")

/** The form as Medusa's address. The parts that Medusa has no field for also go into its metadata. */
export function addressOf(values: FormValues): Address {
  const [firstName = "", ...otherNames] = tidy(values.name).split(" ")
  const number = tidy(values.number)
  const complement = tidy(values.complement)
  const district = tidy(values.district)
  return {
    first_name: firstName,
    last_name: otherNames.join(" "),
    address_1: `${tidy(values.street)}, ${number}`,
    address_2: [district, complement].filter(Boolean).join(" - "),
    city: tidy(values.city),
    province: values.state,
    postal_code: digitsOf(values.postal_code),
    country_code: "br",
    phone: `+55${nationalDigits(values.phone)}`,
    metadata: { number, complement, district },
  }
}

export function payerOf(values: FormValues): Payer {
  return { document: cleanDocument(values.document), name: tidy(values.name), phone: nationalDigits(values.phone) }
}

export function emailOf(values: FormValues): string {
  return values.email.trim().toLowerCase()
}
