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
  /** CEP: eight digits. */
  zipcode: string
  /** Three letters (ISO 3166-1 alpha-3). */
  country: string
  /** Apartment, block and the like; the gateway has no member for it. */
  complement?: string
}
