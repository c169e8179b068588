import { ShopperError } from "../../../../../modules/fatura/texts/shopper-error"
import { customerOf } from "../../../../doors/customer"
import { forShopper } from "../../../../doors/shopper"
import { faturaOf } from "../../../../doors/staff"

/** `DELETE /store/fatura/payers/:id` -> `{ id, deleted: true }`: the logged-in customer has a saved payer forgotten. */
export const DELETE = forShopper(async (req, res) => {
  const id = req.params.id!
  if (!(await faturaOf(req).payers.remove(customerOf(req), id))) {
    throw new ShopperError("not_found", "payer_not_found")
  }
  res.json({ id, deleted: true })
})
