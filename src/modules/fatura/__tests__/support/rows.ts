import { createCipheriv, createHash, hkdfSync, randomBytes, randomUUID } from "node:crypto"
import { type Database, newId, tables } from "../../database"
import { KeyRing } from "../../crypto/key-ring"
import type { InvoiceRow } from "../../ledger/row"

/** A key ring of test keys; `seed` tells one key from another. */
export function testKey(seed: string): string {
  return Buffer.alloc(32, seed).toString("base64")
}

export const ring = new KeyRing(testKey("first"))

/** A value as it was sealed before it was bound to its place. */
export function sealedBefore(seed: string, plain: string, purpose: string): string {
  const key = Buffer.from(testKey(seed), "base64")
  const iv = randomBytes(12)
  const cipher = createCipheriv("aes-256-gcm", Buffer.from(hkdfSync("sha256", key, "medusa-payment-fatura", "seal", 32)), iv).setAAD(Buffer.from(purpose))
  const text = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()])
  return `v1.${createHash("sha256").update(key).digest("hex").slice(0, 8)}.${Buffer.concat([iv, cipher.getAuthTag(), text]).toString("base64url")}`
}

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
