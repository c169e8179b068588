import { randomBytes } from "node:crypto"
import { statusOf } from "./status-texts"
import type { SandboxInvoice, Status } from "./types"

/** A control call that can't be done, in English for whoever drives the stand-in. */
export class ActionError extends Error {}

const settle = (invoice: SandboxInvoice, status: Status, now: Date): void => {
  invoice.status = status
  invoice.history.push({ at: now, code: status.code })
}

/** Changes the status alone, and what a status says about money: 5 means paid, 6 means cancelled. */
export const setStatus = (invoice: SandboxInvoice, code: unknown, now: Date, text?: string): void => {
  if (code === 5 && invoice.paidCents === 0) {
    receive(invoice, payableCents(invoice), now)
  }
  if (code === 6) {
    invoice.canceledAt = now
  }
  settle(invoice, statusOf(code, text), now)
}

const receive = (invoice: SandboxInvoice, cents: number, now: Date): void => {
  invoice.paidCents = cents
  invoice.paidAt = now
  if (invoice.method === "pix") {
    const minute = now.toISOString().replace(/\D/g, "").slice(0, 12)
    invoice.endToEndId = `E00000000${minute}${randomBytes(8).toString("hex").slice(0, 11)}`
  }
}

/** What its code asks for, in cents. */
export const payableCents = (invoice: SandboxInvoice): number => invoice.dueCents + invoice.interestCents

/** What can still be returned of an invoice, in cents. */
export const refundableCents = (invoice: SandboxInvoice): number =>
  (invoice.paidCents || invoice.dueCents) - invoice.refundedCents

const amountWithin = (wanted: number | undefined, invoice: SandboxInvoice): number => {
  const most = refundableCents(invoice)
  const cents = wanted ?? (invoice.pendingRefundCents || most)
  if (cents < 1 || cents > most) {
    throw new ActionError(`amount_cents must be between 1 and ${most}, what is left to refund`)
  }
  return cents
}

/** The state that an invoice has when no refund is on its way and no dispute open. */
const restingCode = (invoice: SandboxInvoice): number => {
  if (invoice.refundedCents === 0) {
    return 5
  }
  return refundableCents(invoice) === 0 ? 9 : 8
}

/** Returns money at once: 8 for a part, 9 for the rest. */
export const refund = (invoice: SandboxInvoice, amountCents: number | undefined, now: Date): void => {
  const cents = amountWithin(amountCents, invoice)
  invoice.refundedCents += cents
  invoice.refundedAt = now
  invoice.pendingRefundCents = 0
  setStatus(invoice, restingCode(invoice), now)
}

/** Begins a refund that is done or refused later: 7. */
export const beginRefund = (invoice: SandboxInvoice, amountCents: number | undefined, now: Date): void => {
  invoice.pendingRefundCents = amountWithin(amountCents, invoice)
  setStatus(invoice, 7, now)
}

/** Takes a refund and does nothing yet: it shows nowhere until the panel's action finishes it. */
export const noteRefund = (invoice: SandboxInvoice, amountCents: number | undefined): void => {
  invoice.pendingRefundCents = amountWithin(amountCents, invoice)
}

type Act = (invoice: SandboxInvoice, now: Date, amountCents: number | undefined) => void

const to =
  (code: number, text?: string): Act =>
  (invoice, now) =>
    setStatus(invoice, code, now, text)

/** Everything that can happen to an invoice, whatever its state: the real world does not ask either. */
export const ACTIONS = {
  process: to(2),
  authorize: to(4),
  pay: (invoice, now, amountCents) => {
    receive(invoice, amountCents ?? payableCents(invoice), now)
    setStatus(invoice, 5, now)
  },
  schedule: to(3),
  deny: to(12),
  fail: to(16),
  overdue: to(15),
  expire: to(6, "expired"),
  cancel: to(6),
  refund: (invoice, now, amountCents) => refund(invoice, amountCents, now),
  "refund-pending": (invoice, now, amountCents) => beginRefund(invoice, amountCents, now),
  "refund-fail": (invoice, now) => {
    invoice.pendingRefundCents = 0
    setStatus(invoice, restingCode(invoice), now)
  },
  dispute: to(10),
  "dispute-won": (invoice, now) => setStatus(invoice, restingCode(invoice), now),
} satisfies Record<string, Act>

export type ActionName = keyof typeof ACTIONS
export const ACTION_NAMES = Object.keys(ACTIONS) as ActionName[]

/**
 * Does an action of the control panel.
 * @throws ActionError for an unknown name or an amount that can't be
 */
export const act = (invoice: SandboxInvoice, name: string, now: Date, amountCents?: number): void => {
  if (!Object.hasOwn(ACTIONS, name)) {
    throw new ActionError(`unknown action "${name}"; known: ${ACTION_NAMES.join(", ")}`)
  }
  if (amountCents !== undefined && (!Number.isInteger(amountCents) || amountCents < 1)) {
    throw new ActionError("amount_cents must be a whole number above zero")
  }
  const action: Act = ACTIONS[name as ActionName]
  action(invoice, now, amountCents)
}

/** Whether money could still come for this invoice: a payer or acquirer holds something that works. */
export const isPayable = (invoice: SandboxInvoice): boolean =>
  [1, 2, 3, 4, 15].includes(invoice.status.code as number)
