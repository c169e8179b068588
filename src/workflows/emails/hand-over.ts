import type { CreateNotificationDTO, INotificationModuleService } from "@medusajs/framework/types"
import { isDatabaseError, wordsOfError } from "../../domain/words-of-error"
import { withoutPersonal } from "../../modules/fatura/texts/without-personal"

/** A provider that takes longer is asked about later; the next e-mail need not wait for it. */
const ANSWER_WITHIN_MS = 30_000

/**
 * What became of an e-mail. `not_handed`: surely not with the provider. `refused`: the provider said no. `open`: with
 * the provider, which has not answered. `unknown`: it may have been sent, and asking again will not tell.
 */
export type Delivery = { outcome: "sent" | "open" } | { outcome: "not_handed" | "refused" | "unknown"; why: string }

/**
 * Words of an answer that was lost after the message had gone out, as providers and the clients under them put it:
 * the message may have been taken. What was refused, or could not connect at all, is none of these.
 */
const ANSWER_LOST = /time[sd]?[ -]?out|ETIMEDOUT|ECONNRESET|EPIPE|EHOSTUNREACH|socket hang up|abort|fetch failed|network error|terminated|premature|\b50[24]\b/i
const LONGEST_READ = 10_000
const LONGEST_REASON = 300
const NEVER_CONNECTED = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|connect (ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)|connect timeout/i

/** Hands an e-mail to the store's provider, once for a key, and says what became of it. Never throws. */
export async function handOver(notifications: INotificationModuleService, message: CreateNotificationDTO, key: string, withinMs = ANSWER_WITHIN_MS): Promise<Delivery> {
  const error = await answerWithin(withinMs, notifications.createNotifications({ ...message, idempotency_key: key }))
  return deliveryOf(notifications, key, error)
}

/**
 * What became of an e-mail that was handed over under a key, by Medusa's own row of it. Only the row tells: Medusa
 * answers nothing and no error while another process has the same one with the provider, and throws after it was sent
 * when the row could not be written.
 * @param error what Medusa threw in this process; null when it threw nothing, or nobody knows
 */
export async function deliveryOf(notifications: INotificationModuleService, key: string, error: Error | null = null): Promise<Delivery> {
  const found = await notifications.listNotifications({ idempotency_key: key } as never).catch((failed: Error) => failed)
  if (found instanceof Error) {
    return { outcome: "open" }
  }
  const [row] = found
  if (!row) {
    return { outcome: "not_handed", why: error ? reasonOf(error) : "Medusa has not taken it" }
  }
  if (row.status === "success") {
    return { outcome: "sent" }
  }
  if (row.status === "pending") {
    return { outcome: "open" }
  }
  if (!error) {
    // Its words are lost, and the likeliest ones of who took so long are that no answer came.
    return { outcome: "unknown", why: "the provider failed, and its reason is not known" }
  }
  return { outcome: mayHaveBeenSent(error.message.slice(0, LONGEST_READ)) ? "unknown" : "refused", why: reasonOf(error) }
}

/** The first words of a failure, for log and list: providers name the address that they could not reach. Of the database's there are none. */
export function reasonOf(error: Error): string {
  return isDatabaseError(error) || !error.message ? wordsOfError(error) : withoutPersonal(error.message.slice(0, LONGEST_REASON)).replace(/[^\s<>"']{1,64}@[^\s<>"']+/g, "[e-mail]").replace(/\s+/g, " ").trim()
}

/** Whether the provider's failure leaves open that the message went out. */
export function mayHaveBeenSent(message: string): boolean {
  return ANSWER_LOST.test(message) && !NEVER_CONNECTED.test(message)
}

async function answerWithin(ms: number, work: Promise<unknown>): Promise<Error | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms)
  })
  const answered = work.then(() => null, (error: Error) => error)
  return Promise.race([answered, late]).finally(() => clearTimeout(timer))
}
