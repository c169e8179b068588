/** A percentage and a fixed part, as the gateway's table gives them; never used to compute a net amount. */
export type Fee = { percent: number | null; cents: number | null }

export type FeeTable = Fee & {
  warning: string | null
  pix: Fee
  boleto: Fee
  /** By number of installments. No source tells how it combines with the two other parts. */
  card: Fee & { installments: Record<number, number> }
}

/** Who the credentials belong to (specification 2.1). */
export type AccountProfile = {
  /** Generates card tokens in the shopper's browser. */
  account: string | null
  environment: "PRODUCTION" | "SANDBOX" | null
  companyId: string | null
  /** How the access token is sent: always as `Bearer` (spec 4), whatever stands here. */
  tokenType?: "Basic" | "Bearer" | null
  /** 1 and 2 of `details.type`. */
  personKind?: "natural_person" | "legal_entity" | null
  ownerDocumentMasked?: string | null
  scopes: string[]
  legalName: string | null
  tradeName: string | null
  documentMasked: string | null
  statementDescriptor: string | null
  contact: { phone: string | null; email: string | null }
  fees: FeeTable | null
}
