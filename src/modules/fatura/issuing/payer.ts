import { invoiceAddress, type AddressKeys, type InvoiceAddress } from "../../../domain/address"
import { findCardData } from "../../../domain/card-data"
import { parseDocument, type TaxDocument } from "../../../domain/document"
import { phoneDigits } from "../../../domain/phone"
import type { Draft } from "../drafts/drafts"
import type { PaymentMethod } from "../ledger/row"
import { ShopperError } from "../texts/shopper-error"
import { currentShopper } from "../texts/shopper-context"
import { Purchase, fullName } from "./purchase"

export type Payer = {
  name: string
  /** Null for a payer abroad, who pays by card and is known by e-mail (spec 4.3, "global payments"). */
  document: TaxDocument | null
  email: string | null
  phone: string | null
  ip: string | null
  address: InvoiceAddress | null
}

type Keys = { documentKeys: string[]; addressKeys: Partial<AddressKeys> }

/**
 * The payer as the gateway wants it (spec 4.3): from what the shopper typed, completed from cart,
 * customer and addresses. Nothing is ever invented.
 * @throws ShopperError that names the missing or false field
 */
export function payerOf(purchase: Purchase, draft: Draft, method: PaymentMethod, keys: Keys): Payer {
  const name = cleanName(draft.payer?.name) ?? fullName(purchase.billingAddress) ?? fullName(purchase.shippingAddress) ?? purchase.customer?.name
  const document = documentOf(purchase, draft, keys.documentKeys) ?? withoutDocument(purchase, method)
  if (!name) {
    throw new ShopperError("field", "missing_name", { path: "payer.name" })
  }
  const address = addressOf(purchase, keys.addressKeys)
  refuseCardData({ payer: { name }, email: purchase.email, shipping_address: address })
  // A line ends with the number of the house, which can be the last group of another number.
  refuseCardData({ shipping_address: { address: [address?.street, address?.number, address?.complement].join(" ") } })
  return {
    name,
    document,
    email: purchase.email,
    phone: firstPhone([draft.payer?.phone, purchase.billingAddress?.phone, purchase.shippingAddress?.phone, purchase.customer?.phone]),
    ip: currentShopper().ip ?? draft.ip ?? null,
    address,
  }
}

/**
 * The door has looked at what the storefront sends to us; name and address were typed into Medusa's own cart. Behind
 * this they are copied into the ledger, shown, searched and sent.
 */
function refuseCardData(copied: Record<string, unknown>): void {
  const found = findCardData(copied)
  if (found) {
    throw new ShopperError("field", "card_data_refused", { path: found.path })
  }
}

function documentOf(purchase: Purchase, draft: Draft, documentKeys: string[]): TaxDocument | null {
  const typed = draft.payer?.document
  if (typed) {
    const document = parseDocument(typed)
    if (!document) {
      throw new ShopperError("field", "invalid_document", { path: "payer.document" })
    }
    return document
  }
  const places = [purchase.metadata, purchase.billingAddress?.metadata, purchase.shippingAddress?.metadata, purchase.customer?.metadata]
  for (const place of places) {
    for (const key of documentKeys) {
      const document = parseDocument(place?.[key])
      if (document) {
        return document
      }
    }
  }
  return null
}

/** Only a payer abroad goes without a document: by card, and with an e-mail. */
function withoutDocument(purchase: Purchase, method: PaymentMethod): null {
  const country = (purchase.billingAddress ?? purchase.shippingAddress)?.country_code?.toLowerCase()
  if (method !== "card" || !country || country === "br") {
    throw new ShopperError("field", "missing_document", { path: "payer.document" })
  }
  if (!purchase.email) {
    throw new ShopperError("field", "missing_email", { path: "email" })
  }
  return null
}

/** Spec 4.3: the address is required when at least one product is physical. */
function addressOf(purchase: Purchase, addressKeys: Partial<AddressKeys>): InvoiceAddress | null {
  const physical = purchase.items.some((item) => item.requiresShipping)
  const place = purchase.shippingAddress ?? purchase.billingAddress
  if (!place) {
    if (physical) {
      throw new ShopperError("field", "missing_address", { path: "shipping_address" })
    }
    return null
  }
  const result = invoiceAddress(place, addressKeys)
  if ("address" in result) {
    return result.address
  }
  if (!physical) {
    return null
  }
  throw new ShopperError("field", "missing_address", { path: `shipping_address.${result.missing[0]?.path ?? ""}` })
}

function firstPhone(candidates: (string | null | undefined)[]): string | null {
  return candidates.map(phoneDigits).find((phone) => phone !== null) ?? null
}

function cleanName(name: string | undefined): string | null {
  return fullName({ first_name: name })
}
