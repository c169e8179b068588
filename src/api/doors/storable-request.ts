import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { findUnstorable, isStorableText, shortened, type Unstorable } from "../../domain/storable"
import { type Language, shopperLanguage, shopperText } from "../../modules/fatura/texts/shopper-texts"
import { StaffError } from "../../modules/fatura/texts/staff-error"

/** Longer than any id; none of ours or Medusa's is met by a longer one. */
const LONGEST_ID = 500

/** Enough of a path to find the member by. */
const LONGEST_PATH = 200

/** As Express, which takes capital letters of an address for small ones. Medusa's own routes in front of which a door of ours reads the id in the path; of the others we are no part. */
const GUARDED = /^\/(?:store\/(?:payment-collections\/[^/]+\/payment-sessions|carts\/[^/]+\/complete)|admin\/(?:payments\/[^/]+\/(?:refund|capture)|orders\/[^/]+\/cancel))\/?$/i
const OURS = /^\/(?:(?:store|admin|hooks)\/fatura|hooks\/payment\/(?:pp_)?(?:pix|boleto|card)_fatura)(?:\/|$)/i

/** Whether a route or a door of ours has a say in the answer. */
export function isAnsweredByUs(req: MedusaRequest): boolean {
  const path = pathOf(req)
  return OURS.test(path) || GUARDED.test(path)
}

/**
 * The path as Express routes by it, not as it was sent: a request line may name the whole address
 * (`GET http://store/...`), end in `#`, or have backslashes for slashes, and still reach a route. Below the place where
 * a middleware stands, a backslash leaves a slash too many; it counts as one.
 */
function pathOf(req: MedusaRequest): string {
  return `${req.baseUrl}${req.path}`.replace(/\/+/g, "/")
}

/**
 * Stands before every route of ours. A text that PostgreSQL can't keep or compare with (a NUL character, half of a
 * surrogate pair, a path that is no UTF-8) is refused here, once for all parameters: in a path there is nothing of
 * that name, in a query or body the field is named. So is what is nested so deep that whoever walks through it would
 * run out of stack. Behind it no route has to think of it.
 */
export function refuseUnstorable(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): void {
  const path = pathOf(req)
  if (!isAnsweredByUs(req)) {
    return next()
  }
  if (!path.split("/").every(isPossibleName)) {
    return answer(req, res, path, null)
  }
  const faulty = findUnstorable(req.query) ?? findUnstorable(Buffer.isBuffer(req.body) ? null : req.body)
  return faulty === null ? next() : answer(req, res, path, faulty)
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

const WORDS: Record<Unstorable["why"], Record<Language, string>> = {
  text: { "pt-BR": "Este valor tem caracteres que não podem ser guardados.", en: "This value has characters that can't be kept." },
  depth: { "pt-BR": "Este valor tem níveis demais, um dentro do outro.", en: "This value is nested too deep." },
}

/** @param faulty what is wrong with a field; null when it is the path itself */
function answer(req: MedusaRequest, res: MedusaResponse, path: string, faulty: Unstorable | null): void {
  const language = shopperLanguage(req.headers["accept-language"])
  const field = faulty && (shortened(faulty.path, LONGEST_PATH) || "body")
  if (/^\/admin/i.test(path)) {
    const error = faulty && field ? new StaffError("invalid_fields", { fields: [{ path: field, words: WORDS[faulty.why] }] }) : new StaffError("not_found")
    res.status(error.status).json(error.in(language))
    return
  }
  const key = field === null ? "not_found" : "unknown_payment_field"
  const message = shopperText(key, language, { field: field ?? undefined })
  res.status(field === null ? 404 : 400).json({ type: field === null ? "not_found" : "invalid_data", message, code: key, ...(field !== null && { fields: [{ path: field, message }] }) })
}
