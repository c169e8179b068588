import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { FATURA_MODULE, type FaturaModuleService } from "../../../../../modules/fatura"
import { ShopperError } from "../../../../../modules/fatura/texts/shopper-error"
import { draftOfShopper } from "../../../../doors/draft-of-request"
import { healIfForgotten } from "../../../../doors/heal-if-forgotten"
import { sessionOfRequest, viewOf } from "../../../../doors/session-of-request"
import { forShopper } from "../../../../doors/shopper"

/** `GET /store/fatura/sessions/:id` -> `{ session }`: how a payment stands and how to pay it. */
export const GET = forShopper(async (req, res) => {
  const session = await sessionOfRequest(req)
  healIfForgotten(req, session)
  res.json({ session: await viewOf(req, session) })
})

/** `POST /store/fatura/sessions/:id` `{ payer?, card? }`: what was not typed yet when the method was chosen. */
export const POST = forShopper(async (req: MedusaRequest, res: MedusaResponse) => {
  const session = await sessionOfRequest(req)
  if (session.row?.is_live) {
    throw new ShopperError("conflict", "waiting_for_order")
  }
  const fatura: FaturaModuleService = req.scope.resolve(FATURA_MODULE)
  const typed = await draftOfShopper(req, req.body as Record<string, unknown>, await fatura.drafts.ofSession(session.id))
  await fatura.drafts.merge(session.id, typed)
  res.json({ session: await viewOf(req, session) })
})
