import { StaffError } from "../../../../../../modules/fatura/texts/staff-error"
import { giveAgain } from "../../../../../../workflows/discounts/promotions"
import { forStaff } from "../../../../../doors/staff-errors"
import { faturaOf, staffOf } from "../../../../../doors/staff"

/**
 * `POST /admin/fatura/settings/discounts/:method` -> `{ discount }`: gives the discount of a method again, after its
 * promotion was deleted or switched off.
 */
export const POST = forStaff(async (req, res) => {
  const { discounts, staffDesk } = faturaOf(req)
  const viewed = async () => (await discounts.views()).find(({ method }) => method === req.params.method)
  const before = await viewed()
  const wanted = discounts.wanted().find(({ method }) => method === req.params.method)
  if (!before || !wanted) {
    throw new StaffError("discount_not_found")
  }
  await giveAgain(req.scope, wanted)
  const discount = (await viewed())!
  await staffDesk.noteDiscount(wanted.method, before.state, discount.state, staffOf(req))
  res.json({ discount })
})
