import type { GatewayInvoice } from "../../support"
import { rowOf, type Facts, type Payment, type Row } from "../story/facts"
import type { Decision } from "../story/scene"

/**
 * Invoices of one payment session and what Medusa holds of them. A session has at most one payment, so what belongs to
 * which of two invoices of the same session is not told apart.
 */
export type Purse = {
  rows: Row[]
  invoices: GatewayInvoice[]
  payments: Payment[]
  /** Paid at the gateway and not returned by it. */
  heldCents: number
  /** Captured in Medusa and not refunded there. */
  bookedCents: number
  /** Recorded by staff as returned by another way. */
  recordedCents: number
  /** Money that staff have decided to keep although Medusa does not hold it. */
  keptCents: number
}

export function pursesOf(facts: Facts, decisions: Decision[]): Purse[] {
  const groups = new Map<string, { rows: Row[]; invoices: GatewayInvoice[] }>()
  const groupOf = (key: string) => {
    const group = groups.get(key) ?? { rows: [], invoices: [] }
    groups.set(key, group)
    return group
  }
  for (const row of facts.rows) groupOf(row.session_id).rows.push(row)
  for (const invoice of facts.invoices) groupOf(rowOf(facts, invoice)?.session_id ?? `unknown ${invoice.id}`).invoices.push(invoice)
  return [...groups].map(([session, { rows, invoices }]) => {
    const payments = facts.payments.filter(({ session_id }) => session_id === session)
    const own = decisions.filter(({ rowId }) => rows.some(({ id }) => id === rowId))
    return {
      rows,
      invoices,
      payments,
      heldCents: sum(invoices.map(({ _sandbox }) => _sandbox.paid_cents - _sandbox.refunded_cents)),
      bookedCents: sum(payments.map(({ capturedCents, refundedCents }) => capturedCents - refundedCents)),
      recordedCents: sum(own.map(({ recorded }) => recorded)),
      keptCents: sum(own.map(({ kept }) => kept)),
    }
  })
}

/** Money that is neither booked, nor returned, nor decided about. Below zero: Medusa says that it holds more than there is. */
export function undecidedOfPurse({ heldCents, bookedCents, recordedCents, keptCents }: Purse): number {
  const rest = heldCents - recordedCents - bookedCents
  // What was kept can go back later, and is not missing then.
  return rest > 0 ? Math.max(0, rest - keptCents) : rest
}

export function undecidedOf(facts: Facts, decisions: Decision[], rowId: string): number {
  const purse = pursesOf(facts, decisions).find(({ rows }) => rows.some(({ id }) => id === rowId))
  return purse ? undecidedOfPurse(purse) : 0
}

const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0)
