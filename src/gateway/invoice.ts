import type { InvoiceAddress } from "../domain/address"
import type { Cents } from "../domain/money"
import type { PaymentMethod } from "./methods"

/** The gateway's two names of an invoice. Knowing either proves nothing: both can be guessed. */
export type InvoiceIds = { id: string | null; invoiceId: string | null }

/** An invoice to be issued. Amounts in cents; the client writes the gateway's names and units. */
export type NewInvoice = {
  /** One per attempt; sent as `payment.id` and `payment.referrer`. */
  reference: string
  method: PaymentMethod
  /** `YYYY-MM-DD` in São Paulo. */
  dueOn: string
  installments: number
  payer: {
    name: string
    /** Digits (an alphanumeric CNPJ in capitals); null for a payer abroad, who then needs an e-mail. */
    document: string | null
    email: string | null
    phone: string | null
    ip: string | null
    /** Required by the gateway when a product is physical. */
    address: InvoiceAddress | null
  }
  lines: {
    id: string
    title: string
    quantity: number
    amount: Cents
    discount?: Cents
    imageUrl?: string | null
  }[]
  shipping?: Cents
  discount?: Cents
  notifyUrl: string
  orderUrl: string | null
  storeUrl: string | null
  productType?: number | null
  card?: { token: string; /** `MM/YY` */ validity: string; holderName: string }
  ecommerce?: { storeId: number; checkout: number }
}

/** An invoice as an answer tells it, from either of the gateway's two shapes. Unreadable members are null. */
export type GatewayInvoice = {
  id: string | null
  invoiceId: string | null
  reference: string | null
  statusCode: number | null
  statusText: string | null
  currency: string | null
  grossCents: number | null
  netCents: number | null
  feesCents: number | null
  discountCents: number | null
  shippingCents: number | null
  pix: { payload: string | null; imageUrl: string | null; endToEndId: string | null } | null
  boleto: { line: string | null; barcode: string | null; url: string | null } | null
  card: { brand: string | null; last4: string | null; tid: string | null } | null
  /** The acquirer's page (`secure.url`), https only. On a waiting card invoice the shopper must act there. */
  actionUrl: string | null
  documentUrl: string | null
  /** `YYYY-MM-DD` */
  dueOn: string | null
  createdAt: Date | null
  paidAt: Date | null
  installments: number | null
  /** `refunds.total` as sent: no source tells its unit. */
  refundedRaw: number | null
  nossoNumero: string | null
  /** What no decision needs. */
  details: InvoiceDetails
  /** The redacted answer, for staff. */
  raw: unknown
}

/** The remaining members of both shapes. `*Raw` are of a unit that no source tells. */
export type InvoiceDetails = {
  uuid: string | null
  statusSubText: string | null
  statusTitle: string | null
  statusDescription: string | null
  customerId: string | null
  customerExternalId: string | null
  subscriptionId: string | null
  secureId: string | null
  splitId: string | null
  /** `YYYY-MM-DD` */
  originalDueOn: string | null
  originalCents: number | null
  interestCents: number | null
  pixStatus: string | null
  pixRefundEndToEndId: string | null
  cardType: string | null
  cardBin: string | null
  cardAcquirer: string | null
  payment: {
    totalCents: number | null
    feesCents: number | null
    totalRaw: number | null
    feesRaw: number | null
    systemAt: Date | null
    customerAt: Date | null
    capturedAt: Date | null
  }
  refunds: { possibleRaw: number | null; brl: string | null; at: Date | null }
  products: {
    id: string | null
    description: string | null
    quantity: number | null
    discountCents: number | null
    priceCents: number | null
    imageUrl: string | null
  }[]
  /** `referencia`: held the boleto's number, not what was sent. */
  acquirerReference: string | null
}

export type ListedInvoice = {
  id: string
  reference: string | null
  statusCode: number | null
  amountCents: number | null
  refundedCents: number | null
  /** `taxs.others`: no source tells what it is. It is not the fee: it was 0 where one was charged. */
  othersCents: number | null
  discountCents: number | null
  shippingCents: number | null
  method: PaymentMethod | null
  createdAt: Date | null
  paidAt: Date | null
  /** `YYYY-MM-DD`, where the list tells it as notifications do; the vendor's sample does not. */
  dueOn: string | null
}

export type InvoicePage = {
  page: number
  pages: number
  totalInvoices: number | null
  perPage: number | null
  invoices: ListedInvoice[]
}
