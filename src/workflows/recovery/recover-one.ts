import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"
import { wordsOfError } from "../../domain/words-of-error"
import { FATURA_MODULE, type FaturaModuleService } from "../../modules/fatura"
import type { Recovery, Span } from "./recovery"

const BATCH = 20
/** What is slow does not keep the other kinds waiting: the next round goes on with what has not had its turn. */
const ROUND_MS = 20_000

/** One kind. Trouble with one of its things, or with the kind itself, holds up no other. */
export async function recoverOne(container: MedusaContainer, recovery: Recovery, span: Span = "lately"): Promise<void> {
  const fatura: FaturaModuleService = container.resolve(FATURA_MODULE)
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  const until = performance.now() + ROUND_MS
  try {
    const undone = await recovery.undone(fatura, span)
    const due = undone ? await fatura.turns.due(recovery.kind, undone, BATCH) : []
    for (const id of due) {
      if (performance.now() > until) {
        return
      }
      await turnTo(container, fatura, recovery, id)
    }
  } catch (error) {
    logger.error(`Fatura: looking for what was left undone (${recovery.kind}) failed and is tried again (${wordsOfError(error)})`)
  }
}

async function turnTo(container: MedusaContainer, fatura: FaturaModuleService, { kind, words, mend, longestPauseSeconds }: Recovery, id: string): Promise<void> {
  if (!(await fatura.turns.take(kind, id))) {
    return
  }
  try {
    const mended = await mend(container, fatura, id)
    await (mended === "done" ? fatura.turns.done(kind, id) : fatura.turns.wait(kind, id, longestPauseSeconds))
  } catch (error) {
    const why = wordsOfError(error)
    await fatura.turns.wait(kind, id, longestPauseSeconds, why)
    container.resolve(ContainerRegistrationKeys.LOGGER).warn(`Fatura: ${words(id)} failed and is tried again (${why})`)
  }
}
