import type { MedusaRequest } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { wordsOfError } from "../../domain/words-of-error"
import { FATURA_MODULE, type FaturaModuleService } from "../../modules/fatura"
import { POLICIES } from "../../modules/fatura/methods/policy"
import { authoriseSession } from "../../workflows/recovery/forgotten-orders"
import type { FoundSession } from "./session-of-request"

/**
 * A process that died during the completion left an order without an invoice; who looks at it has it issued. A card
 * is not charged by a look: its shopper pays with it anew, or the order ends.
 */
export function healIfForgotten(req: MedusaRequest, session: FoundSession): void {
  if (session.orderId && session.medusaStatus === "pending" && !session.row && POLICIES[session.method].replaceable) {
    const fatura: FaturaModuleService = req.scope.resolve(FATURA_MODULE)
    const logger = req.scope.resolve(ContainerRegistrationKeys.LOGGER)
    void fatura
      .isForgotten(session.orderId)
      .then((forgotten) => (forgotten ? authoriseSession(req.scope, session.id) : undefined))
      .catch((error) => logger.warn(`Fatura: authorising session ${session.id} of a forgotten order failed (${wordsOfError(error)})`))
  }
}
