import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { isAnsweredByUs } from "./storable-request"

const PRICE_SECONDS = 60

/**
 * Stands before every route of ours and every route of Medusa's that a door of ours answers: what is about a payment,
 * a payer or staff is kept by no browser and no proxy, refusals too.
 */
export function noStore(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): void {
  if (isAnsweredByUs(req)) {
    res.setHeader("cache-control", "no-store")
  }
  next()
}

/**
 * Lets the answer to a mere price be kept for a minute: it names nobody. By caches that many share only where the
 * request names nobody either, since what stands before us may add a cookie to such an answer.
 */
export function mayBeCached(req: MedusaRequest, res: MedusaResponse): void {
  const isAnonymous = req.headers.cookie === undefined && req.headers.authorization === undefined
  res.vary("Accept-Language, x-publishable-api-key, Cookie, Authorization")
  res.setHeader("cache-control", `${isAnonymous ? "public" : "private"}, max-age=${PRICE_SECONDS}`)
}
