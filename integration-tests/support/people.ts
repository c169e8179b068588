import { cnpj as cnpjLibrary, cpf as cpfLibrary } from "cpf-cnpj-validator"

/** A random valid CPF, digits only. */
export const cpf = (): string => cpfLibrary.generate()

/** A random valid CNPJ, digits only. */
export const cnpj = (): string => cnpjLibrary.generate()

export type Address = {
  first_name: string
  last_name: string
  address_1: string
  address_2?: string
  city: string
  province: string
  postal_code: string
  country_code: string
  phone?: string
  company?: string
  metadata?: Record<string, unknown>
}

/** An invented shopper's address in São Paulo, written as people write it; parts can be replaced. */
export function address(parts: Partial<Address> = {}): Address {
  return {
    first_name: "Joana",
    last_name: "Prado",
    address_1: "Rua Augusta, 1500",
    address_2: "Consolação",
    city: "São Paulo",
    province: "SP",
    postal_code: "01304-001",
    country_code: "br",
    phone: "(11) 98888-7777",
    ...parts,
  }
}

let shoppers = 0

/** An e-mail that no other test uses. */
export const email = (): string => `joana.prado+${process.pid}-${++shoppers}@example.com`
