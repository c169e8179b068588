import { useEffect } from "react"
import type { Address, Customer } from "../api/types"
import { memory } from "../app/memory"
import { useShop } from "../app/shop-context"
import type { FormValues } from "./form-fields"
import { maskPhone, maskPostalCode } from "./masks"

const text = (value: unknown): string => (typeof value === "string" ? value : "")

type KnownAddress = NonNullable<Customer["addresses"]>[number]

/** What a customer's account already says, in the fields of the checkout; never the document, which the server keeps. */
export function knownFields({ email, first_name, last_name, phone, addresses = [] }: Customer): Partial<FormValues> {
  const address = addresses.find(({ is_default_shipping }) => is_default_shipping) ?? addresses[0]
  return {
    email,
    name: [address?.first_name ?? first_name, address?.last_name ?? last_name].filter(Boolean).join(" "),
    phone: maskPhone(text(address?.phone ?? phone)),
    ...(address && placeFields(address)),
  }
}

function placeFields({ address_1, address_2, postal_code, city, province, metadata }: KnownAddress): Partial<FormValues> {
  const [, street = text(address_1), houseNumber = ""] = /^(.*),\s*([^,]+)$/.exec(text(address_1)) ?? []
  return {
    postal_code: maskPostalCode(text(postal_code)),
    street,
    number: text(metadata?.number) || houseNumber,
    district: text(metadata?.district) || text(address_2),
    complement: text(metadata?.complement),
    city: text(city),
    state: text(province),
  }
}

/** Fills what is still empty for a customer who is logged in. Without an answer the form is simply empty. */
export function useKnownCustomer(prefill: (known: Partial<FormValues>) => void): void {
  const { client } = useShop()
  useEffect(() => {
    if (!memory.token()) return
    let current = true
    client.customer().then((customer) => { if (current) prefill(knownFields(customer)) }, () => undefined)
    return () => { current = false }
  }, [client, prefill])
}

/** Whether an address is in a customer's account already. */
export function isKnown(address: Address, { addresses = [] }: Customer): boolean {
  return addresses.some((known) => known.address_1 === address.address_1 && text(known.postal_code).replace(/\D/g, "") === address.postal_code)
}
