import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { FATURA_MODULE, type FaturaModuleService } from "../../../../../modules/fatura"
import { ShopperError } from "../../../../../modules/fatura/texts/shopper-error"
import { authoriseSession } from "../../../../../workflows/heal"
import { draftOfRequest } from "../../../../doors/draft-of-request"
import { FoundSession, sessionOfRequest, viewOf } from "../../../../doors/session-of-request"
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
  await fatura.drafts.merge(session.id, draftOfRequest(req.body as Record<string, unknown>, req.ip ?? null))
  res.json({ session: await viewOf(req, session) })
})

/** A process that died during the completion left an order without an invoice; who looks at it has it issued. */
function healIfForgotten(req: MedusaRequest, session: FoundSession): void {
  if (session.orderId && session.medusaStatus === "pending" && !session.row) {
    const fatura: FaturaModuleService = req.scope.resolve(FATURA_MODULE)
    const logger = req.scope.resolve(ContainerRegistrationKeys.LOGGER)
    void fatura
      .isForgotten(session.orderId)
      .then((forgotten) => (forgotten ? authoriseSession(req.scope, session.id) : undefined))
      .catch((error) => logger.warn(`Fatura: authorising session ${session.id} of a forgotten order failed (${error.message})`))
  }
}
