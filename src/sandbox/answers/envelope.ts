import type { Answer } from "../types"
import { localTime } from "../sao-paulo"

/** Numbers of `__seconds` in the samples are processing times; this one is small and constant. */
export const SECONDS = 0.012

export const json = (body: unknown, status = 200): Answer => ({ status, type: "json", body })

/** A refusal as assumed: HTTP 200 with `success: false` (wire: assumed-refused-200). */
export const refused = (now: Date, message: string): Answer =>
  json({ date: localTime(now), success: false, error: true, type: "invoice", message, __seconds: SECONDS })

/** Observation: Authentication (B). */
export const unauthorized = (): Answer =>
  json({ error: true, message: "AccessToken is Invalid or Expired", __seconds: SECONDS }, 401)

/** Observation: Errors and limits (D). */
export const invoiceNotFound = (): Answer =>
  json({ error: true, message: "Sorry, we couldn't find this invoice id.", __seconds: SECONDS }, 404)
