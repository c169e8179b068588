import { randomUUID } from "node:crypto"
import { type Database, newId, tables } from "../../database"
import { KeyRing } from "../../crypto/key-ring"
import type { InvoiceRow } from "../../ledger/row"

/** A key ring of test keys; `seed` tells one key from another. */
export function testKey(seed: string): string {
  return Buffer.alloc(32, seed).toString("base64")
}

export const ring = new KeyRing(testKey("first"))

/** An issued PIX invoice that waits for its money; anything can be said otherwise. */
export async function insertInvoice(db: Database, given: Partial<InvoiceRow> = {}): Promise<InvoiceRow> {
  const sessionId = given.session_id ?? `payses_${randomUUID()}`
  const attempt = given.attempt ?? 1
  const [row] = await db(tables.invoice)
    .insert({
      id: newId("finv"),
      account_id: "facc_config_default",
      payment_collection_id: `pay_col_${randomUUID()}`,
      session_id: sessionId,
      attempt,
      reference: `${sessionId}-${attempt}`,
      method: "pix",
      state: "issued",
      status: "awaiting_payment",
      amount_cents: 10_580,
      issuing_started_at: db.fn.now(),
      gateway_id: randomUUID(),
      invoice_id: randomUUID(),
      ...given,
    })
    .returning("*")
  return row
}

/** The account's row, which the registry writes at the first use. */
export async function insertAccount(db: Database, id: string): Promise<void> {
  await db(tables.account).insert({ id, name: id, source: "configuration", base_url: "https://gateway.example" })
}

/** Lets a time that stands in a row be in the past. */
export async function backdate(db: Database, table: string, id: string, column: string): Promise<void> {
  await db(table).where({ id }).update({ [column]: db.raw("now() - interval '1 second'") })
}
