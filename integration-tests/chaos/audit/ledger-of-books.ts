import type { Books, GatewayInvoice, LedgerRow, MedusaCollection, MedusaOrder, MedusaPayment } from "./books"

/** One invoice with all that belongs to it in the other books. */
export type Case = {
  invoice: GatewayInvoice
  row: LedgerRow | null
  collectionId: string | null
  order: MedusaOrder | null
  /** The payment in Medusa's books that this invoice's money was captured as. */
  payment: MedusaPayment | null
}

/** The books with their cross-references. */
export class Bookshelf {
  readonly cases: Case[]
  private readonly collections: Map<string, MedusaCollection>
  private readonly orders: Map<string, MedusaOrder>

  constructor(readonly books: Books) {
    this.collections = new Map(books.medusa.collections.map((collection) => [collection.id, collection]))
    this.orders = new Map(books.medusa.orders.map((order) => [order.id, order]))
    const open = books.gateway.invoices.map((invoice) => this.caseOf(invoice))
    this.cases = open.map((one) => ({ ...one, payment: this.paymentOf(one, open) }))
  }

  casesOfOrder(orderId: string): Case[] {
    return this.cases.filter(({ order }) => order?.id === orderId)
  }

  /** By payment collection: what one purchase was to be paid by. */
  casesByCollection(): Map<string, Case[]> {
    const groups = new Map<string, Case[]>()
    for (const one of this.cases) {
      if (one.collectionId) groups.set(one.collectionId, [...(groups.get(one.collectionId) ?? []), one])
    }
    return groups
  }

  /** Whether staff are told of the invoice by one of these kinds of problem. */
  isRaised({ row }: Pick<Case, "row">, kinds: readonly string[]): boolean {
    return row !== null && this.books.ledger.problems.some((problem) => problem.fatura_invoice_id === row.id && problem.resolved_at === null && kinds.includes(problem.kind))
  }

  paymentsOfOrder(orderId: string): MedusaPayment[] {
    return this.books.medusa.payments.filter(({ payment_collection_id }) => this.collections.get(payment_collection_id)?.order_id === orderId)
  }

  capturedCents(paymentIds: string[]): number {
    return total(this.books.medusa.captures.filter(({ payment_id }) => paymentIds.includes(payment_id)))
  }

  refundedCents(paymentIds: string[]): number {
    return total(this.books.medusa.refunds.filter(({ payment_id }) => paymentIds.includes(payment_id)))
  }

  transactedCents(orderId: string): number {
    return total(this.books.medusa.transactions.filter(({ order_id }) => order_id === orderId))
  }

  private caseOf(invoice: GatewayInvoice): Case {
    const ids = [invoice.id, invoice.invoiceId]
    const rows = this.books.ledger.rows
    const row =
      rows.find(({ gateway_id, invoice_id }) => (gateway_id !== null && ids.includes(gateway_id)) || (invoice_id !== null && ids.includes(invoice_id))) ??
      rows.find(({ reference }) => reference === invoice.reference) ??
      null
    const orderId = row ? this.collections.get(row.payment_collection_id)?.order_id ?? row.order_id : null
    return { invoice, row, collectionId: row?.payment_collection_id ?? null, order: orderId ? this.orders.get(orderId) ?? null : null, payment: null }
  }

  /** A session has one payment; of two paid invoices of one session the ledger says which was captured. */
  private paymentOf(one: Case, all: Case[]): MedusaPayment | null {
    const { row, invoice } = one
    if (!row || invoice.paidCents === 0) return null
    const payment = this.books.medusa.payments.find(({ payment_session_id }) => payment_session_id === row.session_id)
    if (!payment || this.capturedCents([payment.id]) === 0) return null
    const rivals = all.filter((other) => other !== one && other.row?.session_id === row.session_id && other.invoice.paidCents > 0)
    return rivals.length === 0 || row.settled_at !== null ? payment : null
  }
}

function total(rows: { cents: number }[]): number {
  return Math.round(rows.reduce((sum, { cents }) => sum + cents, 0))
}
