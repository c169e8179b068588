import type { MedusaRequest } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { FATURA_MODULE, type FaturaModuleService } from "../../modules/fatura"
import { authoriseSession } from "../../workflows/heal"
import type { FoundSession } from "./session-of-request"

/** A process that died during the completion left an order without an invoice; who looks at it has it issued. */
export function healIfForgotten(req: MedusaRequest, session: FoundSession): void {
  if (session.orderId && session.medusaStatus === "pending" && !session.row) {
    const fatura: FaturaModuleService = req.scope.resolve(FATURA_MODULE)
    const logger = req.scope.resolve(ContainerRegistrationKeys.LOGGER)
    void fatura
      .isForgotten(session.orderId)
      .then((forgotten) => (forgotten ? authoriseSession(req.scope, session.id) : undefined))
      .catch((error) => logger.warn(`Fatura: authorising session ${session.id} of a forgotten order failed (${error.message})`))
  }
}
