import { createHash, timingSafeEqual } from "crypto"
import { KeyRing } from "./key-ring"

const TICKET = "notice-ticket"
/** Session, attempt, and an HMAC-SHA256 in base64url. */
const FORM = /^([\w-]{1,100})\.(\d{1,6})\.([\w-]{43})$/

/** The attempt that a notice address was made for. */
export type TicketHolder = { sessionId: string; attempt: number }

/** What an attempt is known by at the gateway. */
export function referenceOf({ sessionId, attempt }: TicketHolder): string {
  return `${sessionId}-${attempt}`
}

/** The session that an attempt was made in, by its reference, which never changes: the row may have been adopted by another. */
export function sessionOfReference({ reference }: { reference: string }): string {
  return reference.slice(0, reference.lastIndexOf("-"))
}

/**
 * The last part of the notice address of one attempt: session, attempt and an HMAC over both.
 * It tells for which attempt a notice comes, and keeps strangers' posts out of the database; it is
 * a filter and never the only proof, since access logs print addresses.
 */
export function writeTicket(ring: KeyRing, holder: TicketHolder): string {
  const subject = `${holder.sessionId}.${holder.attempt}`
  return `${subject}.${ring.sign(subject, TICKET)}`
}

/** The same ticket by each key of the ring: what it may have been when an earlier key was the first one. */
export function ticketsOfEveryKey(ring: KeyRing, holder: TicketHolder): string[] {
  const subject = `${holder.sessionId}.${holder.attempt}`
  return ring.signatures(subject, TICKET).map((signature) => `${subject}.${signature}`)
}

/** Whom a ticket names, as far as its form goes: nothing is proven by that. Null when it has not the form of one. */
export function holderNamedBy(ticket: string): TicketHolder | null {
  const [, sessionId, attempt] = FORM.exec(ticket) ?? []
  return sessionId && attempt && attempt === String(Number(attempt)) ? { sessionId, attempt: Number(attempt) } : null
}

/** Whether a key of the ring signed the ticket. */
export function isSigned(ring: KeyRing, ticket: string): boolean {
  const [sessionId, attempt, signature] = ticket.split(".") as [string, string, string]
  return ring.verify(`${sessionId}.${attempt}`, signature, TICKET)
}

/** What the ledger keeps of a ticket, so that it is recognised when the key that signed it is gone. */
export function hashOfTicket(ticket: string): string {
  return createHash("sha256").update(ticket).digest("base64url")
}

/** Whether a ticket is one of those that were given out, in constant time. */
export function isGivenOut(hashes: readonly string[] | null, ticket: string): boolean {
  const given = Buffer.from(hashOfTicket(ticket))
  return (hashes ?? []).map((hash) => Buffer.from(hash)).map((hash) => hash.length === given.length && timingSafeEqual(hash, given)).includes(true)
}
