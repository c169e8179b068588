import { isCnpj, isCpf } from "../documents"
import type { Method } from "../types"
import { Refusal, type Fields } from "./fields"

const CLIENT = ["name", "document", "email", "phone", "address", "ip"] as const
const ADDRESS = ["street", "number", "district", "city", "state", "zipcode", "country"] as const

export type Client = { name: string; document: string | null; email: string | null; phone: string | null }

/** Checks the address; answers its country. */
const readAddress = (address: Fields): string => {
  for (const key of ["street", "number", "district", "city"] as const) {
    address.text(key)
  }
  address.matching("state", /^[A-Z]{2}$/, "deve ter duas letras maiusculas")
  const country = address.matching("country", /^[A-Z]{3}$/, "deve ter tres letras maiusculas")
  if (country === "BRA") {
    address.matching("zipcode", /^\d{8}$/, "deve ter oito digitos")
  } else {
    address.matching("zipcode", /^\d+$/, "deve ter so digitos")
  }
  return country
}

/**
 * `client` of spec 4.3. A national payment needs a document with right check digits, a global one an e-mail
 * and a card: a payer is abroad when no document and no address in Brazil is given.
 */
export const readClient = (body: Fields, method: Method, physical: boolean): Client => {
  const client = body.object("client", CLIENT)
  const name = client.text("name")
  const hasAddress = client.has("address")
  if (physical && !hasAddress) {
    throw new Refusal("Endereco obrigatorio para produto fisico")
  }
  const country = hasAddress ? readAddress(client.object("address", ADDRESS)) : null
  const document = client.optionalText("document")
  if (document !== null && !isCpf(document) && !isCnpj(document)) {
    throw new Refusal("Documento do cliente invalido")
  }
  if (document === null && (method !== "card" || country === "BRA")) {
    throw new Refusal("Documento do cliente obrigatorio")
  }
  const email = client.has("email")
    ? client.matching("email", /^[^\s@]+@[^\s@]+\.[^\s@]+$/, "invalido")
    : null
  if (document === null && email === null) {
    throw new Refusal("E-mail obrigatorio para pagamento global")
  }
  const phone = client.has("phone") ? client.matching("phone", /^\d{8,15}$/, "deve ter so digitos") : null
  if (client.has("ip")) {
    client.matching("ip", /^[0-9a-fA-F.:]{3,45}$/, "deve ser um endereco IP")
  }
  return { name, document, email, phone }
}
