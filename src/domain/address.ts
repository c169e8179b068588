import { alpha2ToAlpha3, alpha3ToAlpha2 } from "i18n-iso-countries"
import { brazilianState, foreignState } from "./state"
import { readStreet } from "./street"

/** A postal address as Medusa keeps it. `metadata` is where storefronts put number and district. */
export type PlainAddress = {
  address_1?: string | null
  address_2?: string | null
  city?: string | null
  province?: string | null
  postal_code?: string | null
  country_code?: string | null
  metadata?: Record<string, unknown> | null
}

/** Names of the metadata keys that hold the parts of an address which Medusa has no field for. */
export type AddressKeys = { number: string[]; district: string[]; complement: string[] }

/** The address as the gateway wants it (spec 4.3, `client.address`). */
export type InvoiceAddress = {
  street: string
  number: string
  district: string
  city: string
  /** Two letters. */
  state: string
  /** Digits: eight of a CEP; abroad those of the postal code. */
  zipcode: string
  /** Three letters (ISO 3166-1 alpha-3). */
  country: string
  /** Apartment, block and the like; the gateway has no member for it. */
  complement?: string
}

/** The metadata keys that Brazilian storefronts use; option `addressKeys` replaces them. */
export const ADDRESS_KEYS: AddressKeys = {
  number: ["number", "numero", "número", "street_number", "address_number"],
  district: ["district", "bairro", "neighborhood", "neighbourhood"],
  complement: ["complement", "complemento"],
}

/** Usual in Brazil for a house without a number. */
const WITHOUT_NUMBER = "S/N"
/**
 * Many storefronts have no field for the district (Medusa's own has none), so that its lack must not
 * stop a sale that the shopper could never complete. The text says what is so, and invents nothing.
 */
const UNKNOWN_DISTRICT = "Não informado"
/** Countries without postal codes, or whose codes have no digit. */
const WITHOUT_POSTAL_CODE = "00000"

/** `path` is the field of the Medusa address; `reason` is "missing" or "invalid". */
export type AddressFault = { path: string; reason: "missing" | "invalid" }

/**
 * A Medusa address -> the gateway's (spec 4.3). Street and number are told apart, the number and the
 * district come from the metadata, else from the two lines; state, CEP and country are normalised.
 * What a payer has to mend comes back as `missing`, all faults at once.
 */
export function invoiceAddress(
  a: PlainAddress,
  keys?: Partial<AddressKeys>
): { address: InvoiceAddress } | { missing: AddressFault[] } {
  const alpha2 = countryCode(text(a.country_code))
  // without a country the rest is judged as Brazilian, so that all faults are named at once
  const brazilian = alpha2 === "BR" || alpha2 === null
  const postalCode = text(a.postal_code)
  const fields = {
    address_1: text(a.address_1) || null,
    city: text(a.city) || null,
    province: brazilian ? brazilianState(text(a.province)) : foreignState(text(a.province)),
    postal_code: brazilian ? cep(postalCode) : foreignPostalCode(postalCode),
    country_code: alpha2 && (alpha2ToAlpha3(alpha2) ?? null),
  }
  const { address_1, city, province, postal_code, country_code } = fields
  if (!address_1 || !city || !province || !postal_code || !country_code) {
    const faulty = Object.entries(fields).filter(([, value]) => !value)
    return {
      missing: faulty.map(([path]) => ({
        path,
        reason: text(a[path as keyof typeof fields]) ? "invalid" : "missing",
      })),
    }
  }

  const [line1, leadingNumber] = brazilian ? [address_1, null] : numberInFront(address_1)
  const { complement, ...street } = streetParts(a, line1, leadingNumber, [city, province, text(a.province)], keys)
  return {
    address: {
      ...street,
      city,
      state: province,
      zipcode: postal_code,
      country: country_code,
      ...(complement === null ? {} : { complement }),
    },
  }
}

/** What stands in the metadata wins over what the two lines seem to say. */
function streetParts(a: PlainAddress, line1: string, leadingNumber: string | null, places: string[], keys?: Partial<AddressKeys>) {
  const given = (kind: keyof AddressKeys) => fromMetadata(a.metadata, keys?.[kind] ?? ADDRESS_KEYS[kind])
  const complement = given("complement")
  // some storefronts write the complement into both places
  const line2 = text(a.address_2) === complement ? "" : text(a.address_2)
  const parts = readStreet(line1, line2, { number: given("number") ?? leadingNumber, places })
  return {
    street: parts.street,
    number: parts.number ?? WITHOUT_NUMBER,
    district: given("district") ?? parts.district ?? UNKNOWN_DISTRICT,
    complement: complement ?? parts.complement,
  }
}

/** Longer than any field of an address that people write. */
const LONGEST_FIELD = 300

function text(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value).slice(0, LONGEST_FIELD).trim() : ""
}

function fromMetadata(metadata: PlainAddress["metadata"], keys: string[]): string | null {
  return keys.map((key) => text(metadata?.[key])).find((value) => value !== "") ?? null
}

function countryCode(code: string): string | null {
  const upper = code.toUpperCase()
  return (upper.length === 3 ? alpha3ToAlpha2(upper) : upper) || null
}

function cep(postalCode: string): string | null {
  const digits = postalCode.replace(/[\s.-]/g, "")
  return /^\d{8}$/.test(digits) && !/^0+$/.test(digits) ? digits : null
}

/** The gateway takes digits alone (spec 4.3), also of "NW1 6XE" and "C1425". */
export function foreignPostalCode(postalCode: string): string {
  return postalCode.replace(/[^0-9]/g, "") || WITHOUT_POSTAL_CODE
}

/** "1600 Pennsylvania Avenue", as most countries outside Latin America write it. */
function numberInFront(line: string): [string, string | null] {
  const match = /^(\d{1,6}[a-z]?)[\s,]+(?=.*\p{L})(.+)$/iu.exec(line)
  return match ? [match[2] ?? line, match[1] ?? null] : [line, null]
}
