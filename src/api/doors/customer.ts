import type { AuthenticatedMedusaRequest, MedusaRequest } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"

/** The customer who is logged in, or null. */
export function customerIfAny(req: MedusaRequest): string | null {
  const context = (req as AuthenticatedMedusaRequest).auth_context
  return context?.actor_type === "customer" ? context.actor_id || null : null
}

/** @throws MedusaError (401) without a log-in */
export function customerOf(req: MedusaRequest): string {
  const customer = customerIfAny(req)
  if (!customer) {
    throw new MedusaError(MedusaError.Types.UNAUTHORIZED, "Log in as a customer")
  }
  return customer
}
