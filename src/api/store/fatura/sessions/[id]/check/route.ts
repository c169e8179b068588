import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { wordsOfError } from "../../../../../../domain/words-of-error"
import { FATURA_MODULE, type FaturaModuleService } from "../../../../../../modules/fatura"
import { workOffOf } from "../../../../../../workflows/work-off"
import { sessionOfRequest, viewOf } from "../../../../../doors/session-of-request"
import { forShopper } from "../../../../../doors/shopper"

/**
 * `POST /store/fatura/sessions/:id/check` -> `{ session }`: "I have paid". Asks the gateway at most once
 * a minute and invoice; otherwise, and when it can't be asked, answers what is known.
 */
export const POST = forShopper(async (req, res) => {
  const fatura: FaturaModuleService = req.scope.resolve(FATURA_MODULE)
  const session = await sessionOfRequest(req)
  if (session.row && (await fatura.mayLookUp(session.row))) {
    try {
      const change = await fatura.lookUps.byId(session.row, "hint")
      if (change && change.verdict.kind !== "old_news") {
        await workOffOf(req.scope, "settle", session.row.id)
      }
    } catch (error) {
      req.scope.resolve(ContainerRegistrationKeys.LOGGER).info(`Fatura: a shopper's check was not answered (${wordsOfError(error)})`)
    }
  }
  const fresh = await sessionOfRequest(req)
  res.json({ session: await viewOf(req, fresh) })
})
