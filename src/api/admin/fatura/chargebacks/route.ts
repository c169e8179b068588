import { recordsRoute } from "../../../doors/records"

/** `GET /admin/fatura/chargebacks?account_id&page` -> `{ chargebacks, account_id, page }`: chargebacks (disputes of a card) as the gateway sends them, redacted. */
export const GET = recordsRoute("chargebacks", "list_chargebacks")
