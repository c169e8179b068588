import type { Cents } from "../domain/money"
import { loose, part } from "./wire/loose"

/** One movement of the merchant's balance (observation: Statement (A)). Amounts in cents, negative for a debit. */
export type StatementEntry = {
  id: string | null
  /** The gateway's number of the kind of movement, and our name for it. */
  kindCode: number | null
  kind: StatementKind | null
  description: string | null
  amountCents: Cents | null
  balanceCents: Cents | null
  invoiceId: string | null
  mediationId: string | null
  chargebackId: string | null
  withdrawId: string | null
  uuid: string | null
  createdAt: Date | null
  releaseAt: Date | null
  releasedAt: Date | null
}

const KINDS = {
  1: "chargeback",
  2: "bill_payment",
  3: "adjustment",
  4: "sale_fees",
  5: "extra_fees",
  6: "reserve_fund",
  7: "pix_mediation",
  8: "pix_mediation_fee",
  9: "payment_received",
  10: "transfer",
  11: "transfer_fee",
  12: "invoice_refund",
  13: "court_block",
  14: "card_chargeback_fee",
  15: "anticipation",
  16: "court_unblock",
} as const

export type StatementKind = (typeof KINDS)[keyof typeof KINDS]

export type StatementPage = { page: number; pages: number; records: number | null; entries: StatementEntry[] }

const wireStatement = part({
  pages: part({ records: loose.integer, total: loose.integer, page: loose.integer }),
  statement: loose.records,
})
const wireEntry = part({
  id: loose.text,
  refer: loose.integer,
  description: loose.text,
  amount: loose.shownReais,
  balance: loose.shownReais,
  invoice_id: loose.text,
  mediation_id: loose.text,
  chargeback_id: loose.text,
  withdraw_id: loose.text,
  uuid: loose.text,
  created_at: loose.time,
  release_at: loose.time,
  released_at: loose.time,
})

/** The statement in an answer, or null when there is none. Its pages count from 0. */
export function readStatement(json: unknown, askedPage: number): StatementPage | null {
  const wire = wireStatement.parse(json)
  if (wire.statement === null) {
    return null
  }
  const entries = wire.statement.map((record): StatementEntry => {
    const entry = wireEntry.parse(record)
    return {
      id: entry.id,
      kindCode: entry.refer,
      kind: kindOf(entry.refer),
      description: entry.description,
      amountCents: entry.amount,
      balanceCents: entry.balance,
      invoiceId: entry.invoice_id,
      mediationId: entry.mediation_id,
      chargebackId: entry.chargeback_id,
      withdrawId: entry.withdraw_id,
      uuid: entry.uuid,
      createdAt: entry.created_at,
      releaseAt: entry.release_at,
      releasedAt: entry.released_at,
    }
  })
  const page = wire.pages.page ?? askedPage
  return { page, pages: wire.pages.total ?? page + 1, records: wire.pages.records, entries }
}

function kindOf(code: number | null): StatementKind | null {
  return code !== null && Object.hasOwn(KINDS, code) ? KINDS[code as keyof typeof KINDS] : null
}
