import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"
import { wordsOfError } from "../domain/words-of-error"

type Job = (container: MedusaContainer) => Promise<void>

/**
 * Keeps a slow run from overlapping the next one in the same process; between processes the rows
 * themselves are claimed. A failed run is logged and the next one tries again.
 */
export function onePerProcess(job: Job): Job {
  let running = false
  return async (container) => {
    if (running) {
      return
    }
    running = true
    try {
      await job(container)
    } catch (error) {
      container.resolve(ContainerRegistrationKeys.LOGGER).error(`Fatura: a background run failed and is tried again (${wordsOfError(error)})`)
    } finally {
      running = false
    }
  }
}
