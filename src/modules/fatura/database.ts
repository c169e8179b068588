import { generateEntityId } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/**
 * The connection that the application shares with its modules. The ledger speaks SQL where it needs
 * what the entity manager can't say: leases, `SKIP LOCKED`, partial unique indexes, one-statement claims.
 */
export type Database = Knex
export type Transaction = Knex.Transaction

export const tables = {
  account: "fatura_account",
  invoice: "fatura_invoice",
  event: "fatura_invoice_event",
  notice: "fatura_notice",
  usedToken: "fatura_used_token",
  outbox: "fatura_outbox",
  refund: "fatura_refund",
  problem: "fatura_problem",
  draft: "fatura_draft",
  email: "fatura_email",
  discount: "fatura_discount",
  payer: "fatura_payer",
  reading: "fatura_reading",
  turn: "fatura_turn",
  lookUp: "fatura_look_up",
  settings: "fatura_settings",
  audit: "fatura_audit",
  change: "fatura_change",
  drift: "fatura_drift",
  shipment: "fatura_shipment",
} as const

const UNIQUE_VIOLATION = "23505"

export function newId(prefix: "finv" | "fevt" | "fnot" | "fout" | "fref" | "fprb" | "fdra" | "feml" | "fpay" | "facc" | "faud" | "fchg" | "fshi" | "fdis"): string {
  return generateEntityId(undefined, prefix)
}

/** Whether an insert lost against a unique index; that is how two processes settle who goes first. */
export function isUniqueViolation(error: unknown): boolean {
  return (error as { code?: string } | null)?.code === UNIQUE_VIOLATION
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
