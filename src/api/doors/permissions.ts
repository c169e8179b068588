import { hasPermission } from "@medusajs/framework"
import type { AuthenticatedMedusaRequest, MedusaRequest } from "@medusajs/framework/http"
import { FeatureFlag } from "@medusajs/framework/utils"
import type { Permit } from "../../modules/fatura/accounts/sensitive-fields"
import { StaffError } from "../../modules/fatura/texts/staff-error"

/**
 * Whether who asks may make a change that needs more than its route does, where the store uses Medusa's RBAC. As
 * Medusa's own check of a route: without a role nobody may do anything.
 * @throws StaffError `sensitive_permission`, that names what is missing
 */
export function permitOf(req: MedusaRequest): Permit {
  return async (operations) => {
    if (!operations.length || !FeatureFlag.isFeatureEnabled("rbac")) {
      return
    }
    const { app_metadata } = (req as AuthenticatedMedusaRequest).auth_context
    const roles = (app_metadata?.roles ?? []) as string[]
    const actions = operations.map((operation) => ({ resource: "fatura_account", operation }))
    if (!roles.length || !(await hasPermission({ roles, actions, container: req.scope }))) {
      throw new StaffError("sensitive_permission", { policies: operations.map((operation) => `fatura_account:${operation}`).join(", ") })
    }
  }
}
