import { gatewayDate } from "../../../domain/dates"
import type { MethodPolicy } from "./method-policy"

/** A card is decided within minutes. */
const FIRST_CHECK_MS = 5 * 60_000
/** A bank's decision, or the shopper's further step, can come while the invoice is being cancelled. */
const WATCH_MS = 24 * 3_600_000

export const cardPolicy: MethodPolicy = {
  terms: (issuedAt) => ({ dueOn: gatewayDate(issuedAt), expiresAt: null, cancelAt: null }),
  termsFor: null,
  instructions(answer, installments) {
    const card = { brand: answer.card?.brand ?? null, last4: answer.card?.last4 ?? null, installments }
    return answer.actionUrl ? { card, action_url: answer.actionUrl } : { card }
  },
  firstCheckAt: (issuedAt) => new Date(issuedAt.getTime() + FIRST_CHECK_MS),
  replaceable: false,
  watchUntil: (canceledAt) => new Date(canceledAt.getTime() + WATCH_MS),
}
