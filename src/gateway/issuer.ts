import type { AccountProfile } from "./account"

/** Which account at the gateway credentials belong to (specification 2.1); null where the gateway does not say. */
export type Issuer = { account: string | null; company_id: string | null; document_masked: string | null }

export function issuerOf({ account, companyId, documentMasked }: AccountProfile): Issuer {
  return { account, company_id: companyId, document_masked: documentMasked }
}

/** Whether two are surely not the same account: something that both tell differs. What one does not tell says nothing. */
export function isOtherIssuer(one: Issuer | null, other: Issuer | null): boolean {
  if (!one || !other) {
    return false
  }
  return (["account", "company_id", "document_masked"] as const).some((name) => one[name] !== null && other[name] !== null && one[name] !== other[name])
}

/** Whether two are surely the same account. */
export function isSameIssuer(one: Issuer | null, other: Issuer | null): boolean {
  return one !== null && other !== null && !isOtherIssuer(one, other) && one.account !== null && one.account === other.account
}
