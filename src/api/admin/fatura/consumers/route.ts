import { recordsRoute } from "../../../doors/records"

/** `GET /admin/fatura/consumers?account_id&page` -> `{ consumers, account_id, page }`: consumers as the gateway sends them, redacted. */
export const GET = recordsRoute("consumers", "list_consumers")
