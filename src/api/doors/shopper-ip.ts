import type { MedusaRequest } from "@medusajs/framework/http"
import { shopperAddress } from "../../domain/internet-address"
import { faturaOf } from "./staff"

/**
 * The internet address of who asks, for every limit of ours; null where none can be believed. Read from the
 * connection and the store's own option: Medusa's `req.ip` believes one hop whoever it is.
 */
export function shopperIp(req: MedusaRequest): string | null {
  const forwarded = req.headers["x-forwarded-for"]
  return shopperAddress(req.socket.remoteAddress, Array.isArray(forwarded) ? forwarded.join(",") : forwarded, faturaOf(req).options.trustedProxies)
}
