import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { isStorableText, unstorablePath } from "../../domain/storable"
import { shopperLanguage, shopperText } from "../../modules/fatura/texts/shopper-texts"
import { StaffError } from "../../modules/fatura/texts/staff-error"

/** Longer than any id; none of ours or Medusa's is met by a longer one. */
const LONGEST_ID = 500

/** Medusa's own routes in front of which a door of ours reads the id in the path; of the others we are no part. */
const GUARDED = /^\/(?:store\/(?:payment-collections\/[^/]+\/payment-sessions|carts\/[^/]+\/complete)|admin\/(?:payments\/[^/]+\/(?:refund|capture)|orders\/[^/]+\/cancel))\/?$/
const OURS = /^\/(?:(?:store|admin|hooks)\/fatura|hooks\/payment\/(?:pp_)?(?:pix|boleto|card)_fatura)(?:\/|$)/

/** Whether a route or a door of ours has a say in the answer. */
export function isAnsweredByUs(req: MedusaRequest): boolean {
  const path = pathOf(req)
  return OURS.test(path) || GUARDED.test(path)
}

function pathOf(req: MedusaRequest): string {
  return req.originalUrl.split("?", 1)[0]!
}

/**
 * Stands before every route of ours. A text that PostgreSQL can't keep or compare with (a NUL character, half of a
 * surrogate pair, a path that is no UTF-8) is refused here, once for all parameters: in a path there is nothing of
 * that name, in a query or body the field is named. Behind it no route has to think of it.
 */
export function refuseUnstorable(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): void {
  const path = pathOf(req)
  if (!isAnsweredByUs(req)) {
    return next()
  }
  if (!path.split("/").every(isPossibleName)) {
    return answer(req, res, path, null)
  }
  const faulty = unstorablePath(req.query) ?? unstorablePath(Buffer.isBuffer(req.body) ? null : req.body)
  return faulty === null ? next() : answer(req, res, path, faulty || "body")
}

function isPossibleName(segment: string): boolean {
  if (segment.length > LONGEST_ID) {
    return false
  }
  try {
    return isStorableText(decodeURIComponent(segment))
  } catch {
    return false
  }
}

/** @param faulty the field that is wrong; null when it is the path itself */
function answer(req: MedusaRequest, res: MedusaResponse, path: string, faulty: string | null): void {
  const language = shopperLanguage(req.headers["accept-language"])
  if (path.startsWith("/admin")) {
    const words = { "pt-BR": "Este valor tem caracteres que não podem ser guardados.", en: "This value has characters that can't be kept." }
    const error = faulty === null ? new StaffError("not_found") : new StaffError("invalid_fields", { fields: [{ path: faulty, words }] })
    res.status(error.status).json(error.in(language))
    return
  }
  const key = faulty === null ? "not_found" : "unknown_payment_field"
  const message = shopperText(key, language, { field: faulty ?? undefined })
  res.status(faulty === null ? 404 : 400).json({ type: faulty === null ? "not_found" : "invalid_data", message, code: key, ...(faulty !== null && { fields: [{ path: faulty, message }] }) })
}
