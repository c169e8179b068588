import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { faturaOf, languageOf } from "../../../../doors/staff"
import { forStaff } from "../../../../doors/staff-errors"

/**
 * `POST /admin/fatura/health/checks` -> `{ ok, checks: [{ check, subject, state, code, message, remedy }] }`: what
 * `medusa-payment-fatura doctor` looks at, from inside. Asks the gateway about each account (`GET /auth`, `GET /status`).
 */
export const POST = forStaff(async (req, res) => {
  const config = req.scope.resolve(ContainerRegistrationKeys.CONFIG_MODULE)
  res.json(await faturaOf(req).staffDesk.doctor(config).report(languageOf(req)))
})
