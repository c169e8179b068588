import type { KeyRing } from "../crypto/key-ring"
import { holderNamedBy, isGivenOut, isSigned, referenceOf } from "../crypto/tickets"
import type { Ledger } from "./ledger"

/**
 * The ledger's attempt that a notice address was made for: its ticket is signed by a key of the ring, or is one
 * that was given out for it. `unproven`: its key is gone, and it is from before tickets were kept. Null for a
 * false one.
 */
export async function invoiceOfTicket(ring: KeyRing, ledger: Ledger, ticket: string): Promise<{ id: string; unproven: boolean } | null> {
  const holder = holderNamedBy(ticket)
  const row = holder && (await ledger.byReference(referenceOf(holder)))
  if (!row) {
    return null
  }
  if (isSigned(ring, ticket) || isGivenOut(row.ticket_hashes, ticket)) {
    return { id: row.id, unproven: false }
  }
  return row.ticket_hashes === null ? { id: row.id, unproven: true } : null
}
