import { parseDocument } from "../../domain/document"
import type { AccountProfile, FeeTable } from "../account"
import { asRecord, asText, loose, part } from "./loose"

/** The answer of `GET /auth` (specification 2.1). */
const fee = { percent: loose.number, cents: loose.number }
const wireAccount = part({
  account: loose.text,
  working: loose.text,
  companie: loose.text,
  scope: loose.texts,
  access_token: loose.text,
  token_type: loose.text,
  expires_in: loose.number,
  details: part({
    type: loose.integer,
    owner: part({ document: loose.text }),
    document: loose.text,
    name: loose.text,
    social_name: loose.text,
    softDesc: loose.text,
    sac: part({ phone: loose.text, email: loose.text }),
    fees: loose.raw,
  }),
})
const wireFees = part({
  warning: loose.text,
  ...fee,
  billet: part(fee),
  pix: part(fee),
  card: part({ ...fee, installments: loose.raw }),
})

const TOKEN_TYPES = ["Basic", "Bearer"] as const
const PERSON_KINDS: Record<number, "natural_person" | "legal_entity"> = { 1: "natural_person", 2: "legal_entity" }
const TWELVE_MONTHS_MS = 365 * 24 * 60 * 60 * 1000

export type ReadToken = { accessToken: string; expiresAt: Date; account: AccountProfile }

/** The access token and the account, or null when there is no token that a header could carry. */
export function readAccessToken(json: unknown, now: Date): ReadToken | null {
  const wire = wireAccount.parse(json)
  if (wire.access_token === null || !/^[\x21-\x7e]+$/.test(wire.access_token)) {
    return null
  }
  const { details } = wire
  return {
    accessToken: wire.access_token,
    expiresAt: readExpiry(wire.expires_in, now),
    account: {
      account: wire.account,
      environment: readEnvironment(wire.working),
      companyId: wire.companie,
      tokenType: TOKEN_TYPES.find((type) => type.toLowerCase() === wire.token_type?.toLowerCase()) ?? null,
      personKind: details.type === null ? null : (PERSON_KINDS[details.type] ?? null),
      ownerDocumentMasked: masked(details.owner.document),
      scopes: wire.scope,
      legalName: details.name,
      tradeName: details.social_name,
      documentMasked: masked(details.document),
      statementDescriptor: details.softDesc,
      contact: details.sac,
      fees: readFees(details.fees),
    },
  }
}

function masked(document: string | null): string | null {
  return document === null ? null : (parseDocument(document)?.masked ?? "***")
}

/**
 * `expires_in` is an absolute time in Unix seconds (observation: Authentication (D)); a duration and
 * milliseconds are told apart by their size. A token that was issued just now has not expired, so a time
 * in the past only shows that the field or our clock is wrong: then the twelve months of specification 5.4
 * hold, and a 401 corrects that.
 */
function readExpiry(expiresIn: number | null, now: Date): Date {
  const value = expiresIn ?? 0
  const at = value > 1e11 ? value : value > 1e9 ? value * 1000 : now.getTime() + value * 1000
  const plausible = at > now.getTime() && at < 8.64e15
  return new Date(plausible ? at : now.getTime() + TWELVE_MONTHS_MS)
}

function readEnvironment(working: string | null): AccountProfile["environment"] {
  const name = working?.toUpperCase()
  return name === "PRODUCTION" || name === "SANDBOX" ? name : null
}

function readFees(value: unknown): FeeTable | null {
  if (asRecord(value) === null) {
    return null
  }
  const { warning, percent, cents, billet, pix, card } = wireFees.parse(value)
  const installments: Record<number, number> = {}
  for (const [key, rate] of Object.entries(asRecord(card.installments) ?? {})) {
    const count = /^x?(\d{1,2})$/i.exec(key)?.[1]
    const number = Number(asText(rate) ?? Number.NaN)
    if (count !== undefined && Number.isFinite(number)) {
      installments[Number(count)] = number
    }
  }
  return { warning, percent, cents, pix, boleto: billet, card: { ...card, installments } }
}
