export type Method = "pix" | "boleto" | "card"

/** The gateway's method codes (observation: Codes and units; 3 and 1 graded C, 2 graded E). */
export const METHOD_CODES: Record<Method, number> = { card: 1, boleto: 2, pix: 3 }

export type Product = {
  id: string | null
  image: string | null
  description: string
  quantity: number
  discountCents: number
  priceCents: number
}

export type CardData = {
  token: string
  tid: string
  bin: string
  last4: string
  brand: string
  expires: string
  holder: string
}

/** A code is any JSON value, since a test may want one that nobody knows; undefined leaves the member out. */
export type Status = { code: unknown; text: string; subText: string }

/** One invoice as the stand-in keeps it: all money in integer cents. */
export type SandboxInvoice = {
  account: string
  id: string
  invoiceId: string
  uuid: string
  token: string
  webhookId: string
  method: Method
  externalId: string | null
  referrer: string | null
  createdAt: Date
  dueOn: string
  originalDueOn: string
  installments: number
  products: Product[]
  customer: { id: number; name: string; document: string | null; email: string | null; phone: string | null }
  itemsCents: number
  discountCents: number
  shippingCents: number
  /** What the payer has to pay: items, less discounts, plus shipping. */
  dueCents: number
  /** What a new due date has added to it. */
  interestCents: number
  feesCents: number
  pixPayload: string | null
  endToEndId: string | null
  boleto: { barcode: string; line: string; url: string } | null
  card: CardData | null
  secure: { id: string | null; url: string | null }
  webhook: string | null
  status: Status
  history: { at: Date; code: unknown }[]
  paidCents: number
  paidAt: Date | null
  refundedCents: number
  refundedAt: Date | null
  /** A refund that was asked for and is neither done nor refused. */
  pendingRefundCents: number
  canceledAt: Date | null
  trackingCode: string | null
}

/** What an access token stands for. */
export type Access = { account: string; scopes: string[]; expiresAt: Date }

/** What a route of the stand-in gateway answers; the dispatcher sends it, late or not at all when a fault says so. */
export type Answer = { status: number; type: "json" | "html" | "svg"; body: unknown }

export type GatewayRequest = {
  method: string
  path: string
  query: Record<string, string>
  headers: Record<string, string | undefined>
  body: unknown
  /** Why the body could not be read; null when it could. */
  bodyError: string | null
}
