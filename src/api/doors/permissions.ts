import { hasPermission } from "@medusajs/framework"
import type { AuthenticatedMedusaRequest, MedusaRequest } from "@medusajs/framework/http"
import { FeatureFlag } from "@medusajs/framework/utils"
import type { Permit, SensitiveOperation } from "../../modules/fatura/accounts/sensitive-fields"
import { StaffError } from "../../modules/fatura/texts/staff-error"
import type { ProblemPermit } from "../../workflows/staff/resolve-problem"

/**
 * Whether who asks may make a change that needs more than its route does, where the store uses Medusa's RBAC. As
 * Medusa's own check of a route: without a role nobody may do anything.
 * @throws StaffError `sensitive_permission`, that names what is missing
 */
export function permitOf(req: MedusaRequest): Permit {
  return async (operations) => {
    if (operations.length && !(await mayDo(req, "fatura_account", operations))) {
      throw refusalOf(operations)
    }
  }
}

/**
 * Which of the permissions who asks has of those that decide where the money goes.
 * @throws StaffError `sensitive_permission` without any
 */
export async function sensitivePermissionsOf(req: MedusaRequest): Promise<SensitiveOperation[]> {
  const all: SensitiveOperation[] = ["credentials", "redirect"]
  const held = await Promise.all(all.map(async (operation) => ((await mayDo(req, "fatura_account", [operation])) ? [operation] : [])))
  if (!held.flat().length) {
    throw refusalOf(all)
  }
  return held.flat()
}

/**
 * Whether who asks may take a decision about a problem, beyond what its route asks for.
 * @throws StaffError `problem_permission`, that names what is missing
 */
export function problemPermitOf(req: MedusaRequest): ProblemPermit {
  return async (operation) => {
    if (!(await mayDo(req, "fatura_problem", [operation]))) {
      throw new StaffError("problem_permission", { policies: `fatura_problem:${operation}` })
    }
  }
}

async function mayDo(req: MedusaRequest, resource: string, operations: string[]): Promise<boolean> {
  if (!FeatureFlag.isFeatureEnabled("rbac")) {
    return true
  }
  const { app_metadata } = (req as AuthenticatedMedusaRequest).auth_context
  const roles = (app_metadata?.roles ?? []) as string[]
  const actions = operations.map((operation) => ({ resource, operation }))
  return roles.length > 0 && (await hasPermission({ roles, actions, container: req.scope }))
}

function refusalOf(operations: SensitiveOperation[]): StaffError {
  return new StaffError("sensitive_permission", { policies: operations.map((operation) => `fatura_account:${operation}`).join(", ") })
}
