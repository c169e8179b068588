import { KeyRing } from "./key-ring"

const TICKET = "notice-ticket"
const REFERENCE = "session-reference"

/** The attempt that a notice address was made for. */
export type TicketHolder = { sessionId: string; attempt: number }

/** What an attempt is known by at the gateway. */
export function referenceOf({ sessionId, attempt }: TicketHolder): string {
  return `${sessionId}-${attempt}`
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

/** @returns the attempt, or null when the ticket is not one of ours */
export function readTicket(ring: KeyRing, ticket: string): TicketHolder | null {
  const [sessionId, attempt, signature] = ticket.split(".")
  if (!sessionId || !attempt || !signature || !/^\d{1,6}$/.test(attempt)) {
    return null
  }
  return ring.verify(`${sessionId}.${attempt}`, signature, TICKET) ? { sessionId, attempt: Number(attempt) } : null
}

/**
 * What stands in the public session data to find the ledger again. The session's data can be forged
 * by the shopper, so an id in it proves nothing; this reference can only have been written by us.
 */
export function writeSessionReference(ring: KeyRing, sessionId: string): string {
  return `${sessionId}.${ring.sign(sessionId, REFERENCE)}`
}

/** @returns the session's id, or null when the reference is missing or forged */
export function readSessionReference(ring: KeyRing, reference: unknown): string | null {
  if (typeof reference !== "string") {
    return null
  }
  const [sessionId, signature] = reference.split(".")
  return sessionId && signature && ring.verify(sessionId, signature, REFERENCE) ? sessionId : null
}
