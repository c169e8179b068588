import { MedusaError } from "@medusajs/framework/utils"
import { shopperLanguage } from "../../../../../../modules/fatura/texts/shopper-texts"
import { forStaff } from "../../../../../doors/staff-errors"
import { faturaOf } from "../../../../../doors/staff"

/**
 * `POST /admin/fatura/accounts/:id/test` -> `{ test, account }`. A gateway that refuses is an answer too:
 * `{ ok: false, code, message }`. Its folder can't be named `test`: Medusa's build leaves such folders out.
 */
export const POST = forStaff(async (req, res) => {
  if (req.params.operation !== "test") {
    throw new MedusaError(MedusaError.Types.NOT_FOUND, `An account has no operation "${req.params.operation}"`)
  }
  const { staffDesk } = faturaOf(req)
  const test = await staffDesk.testAccount(req.params.id!, shopperLanguage(req.headers["accept-language"]))
  res.json({ test, account: await staffDesk.accountView(req.params.id!) })
})
