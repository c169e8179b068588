import { healIfForgotten } from "../../../../../doors/heal-if-forgotten"
import { sessionOfRequest } from "../../../../../doors/session-of-request"
import { streamSession } from "../../../../../doors/session-events"
import { forShopper } from "../../../../../doors/shopper"

/**
 * `GET /store/fatura/sessions/:id/events`: server-sent events, `event: session` with `{ session }` as `data`,
 * the view of `GET /store/fatura/sessions/:id`. The present one at once, then one after each change, and
 * `event: ping` every 15 seconds. Ends after about a minute; who opens it again gets the present view, so
 * nothing is lost in between. 429 `too_many_streams` when too many are open.
 */
export const GET = forShopper(async (req, res) => {
  const session = await sessionOfRequest(req)
  healIfForgotten(req, session)
  streamSession(req, res, session.id)
})
