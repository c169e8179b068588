import { readBrCode } from "../../../domain/br-code"
import { endOfDay, pixDueDate } from "../../../domain/dates"
import type { MethodPolicy } from "./method-policy"

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** The code is no longer shown at its minute, and cancelled this much later: a payment may be on its way. */
const CANCEL_GRACE_MS = 15 * MINUTE
const WATCH_MS = 24 * HOUR

export const pixPolicy: MethodPolicy = {
  /** The gateway knows only dates, in São Paulo time; the minutes are ours. */
  terms(issuedAt, { methods }) {
    const expiresAt = new Date(issuedAt.getTime() + methods.pix.expiresInMinutes * MINUTE)
    return {
      dueOn: pixDueDate(issuedAt, methods.pix.expiresInMinutes),
      expiresAt,
      cancelAt: new Date(expiresAt.getTime() + CANCEL_GRACE_MS),
    }
  },
  termsFor(dueOn) {
    const expiresAt = endOfDay(dueOn)
    return { dueOn, expiresAt, cancelAt: new Date(expiresAt.getTime() + CANCEL_GRACE_MS) }
  },
  instructions(answer) {
    const payload = answer.pix?.payload
    return payload && readBrCode(payload).valid ? { pix: { payload } } : null
  },
  firstCheckAt: (issuedAt, { expiresAt }) => expiresAt ?? new Date(issuedAt.getTime() + HOUR),
  replaceable: true,
  watchUntil: (canceledAt) => new Date(canceledAt.getTime() + WATCH_MS),
}
