import { customerOf } from "../../../doors/customer"
import { forShopper } from "../../../doors/shopper"
import { faturaOf } from "../../../doors/staff"

/** `GET /store/fatura/payers` -> `{ payers: [{ id, name, document_masked }] }`: what the logged-in customer has had saved. */
export const GET = forShopper(async (req, res) => {
  res.json({ payers: await faturaOf(req).payers.list(customerOf(req)) })
})
