import { shopperLanguage } from "../../../../../modules/fatura/texts/shopper-texts"
import { forStaff } from "../../../../doors/staff-errors"
import { faturaOf } from "../../../../doors/staff"

/** `POST /admin/fatura/health/self-test` -> `{ self_test: { ok, code, message, address, http_status, ms } }`. */
export const POST = forStaff(async (req, res) => {
  res.json({ self_test: await faturaOf(req).staffDesk.selfTests.run(shopperLanguage(req.headers["accept-language"])) })
})
