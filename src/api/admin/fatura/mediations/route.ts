import { recordsRoute } from "../../../doors/records"

/** `GET /admin/fatura/mediations?account_id&page` -> `{ mediations, account_id, page }`: mediations (disputes of a PIX) as the gateway sends them, redacted. */
export const GET = recordsRoute("mediations", "list_mediations")
