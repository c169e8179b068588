import { type Database, tables } from "../database"
import type { KeyRing } from "./key-ring"
import { hashOfTicket, sessionOfReference, ticketsOfEveryKey } from "./tickets"

const BATCH = 500

/** How the tickets of invoices stand: `known` are recognised without the key that signed them. */
export type TicketCount = { known: number; remembered: number; remaining: number }

/**
 * Notes the tickets of invoices that were issued before tickets were kept, so that they outlive their key.
 * Which key signed one is not known, so it is noted by each key of the ring.
 */
export async function rememberTickets(db: Database, ring: KeyRing, { check }: { check: boolean }): Promise<TicketCount> {
  const { count: known } = (await db(tables.invoice).whereNotNull("ticket_hashes").count("* as count").first()) as { count: string }
  const count: TicketCount = { known: Number(known), remembered: 0, remaining: 0 }
  for (let after = ""; ; ) {
    const rows: { id: string; attempt: number; reference: string }[] = await db(tables.invoice)
      .whereNull("ticket_hashes")
      .andWhere("id", ">", after)
      .orderBy("id")
      .limit(BATCH)
      .select("id", "attempt", "reference")
    if (!rows.length) {
      return count
    }
    after = rows.at(-1)!.id
    if (check) {
      count.remaining += rows.length
      continue
    }
    for (const row of rows) {
      count.remembered += await db(tables.invoice)
        .where({ id: row.id })
        .whereNull("ticket_hashes")
        .update({ ticket_hashes: JSON.stringify(ticketsOfEveryKey(ring, { sessionId: sessionOfReference(row), attempt: row.attempt }).map(hashOfTicket)) })
    }
  }
}
