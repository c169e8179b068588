import type { CreateNotificationDTO, INotificationModuleService } from "@medusajs/framework/types"
import { isDatabaseError, wordsOfError } from "../../domain/words-of-error"

/** A provider that takes longer is asked about later; the next e-mail need not wait for it. */
const ANSWER_WITHIN_MS = 30_000

/**
 * What became of an e-mail. `not_handed`: surely not with the provider. `refused`: the provider said no. `open`: with
 * the provider, which has not answered. `unknown`: it may have been sent, and asking again will not tell.
 */
export type Delivery = { outcome: "sent" | "open" } | { outcome: "not_handed" | "refused" | "unknown"; why: string }

/** Whatever was thrown, which need not be an error. */
type Failure = { thrown: unknown }

/**
 * Words of an answer that was lost after the message had gone out, as providers and the clients under them put it:
 * the message may have been taken. What was refused, or could not connect at all, is none of these.
 */
const ANSWER_LOST = /time[sd]?[ -]?out|ETIMEDOUT|ECONNRESET|EPIPE|EHOSTUNREACH|socket hang up|abort|fetch failed|network error|terminated|premature|\b50[24]\b/i
const LONGEST_READ = 10_000
const NEVER_CONNECTED = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|connect (ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)|connect timeout/i

/** What of a provider's words is a sign of a protocol and can't be somebody's name, address or key; and how we put it. */
const SIGNS: readonly [RegExp, (found: string) => string][] = [
  [/\b(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNRESET|EPIPE|EHOSTUNREACH|ENETUNREACH)\b/, (code) => code],
  [/could not find a notification provider/i, () => "no provider for the channel"],
  [/time[sd]?[ -]?out/i, () => "no answer in time"],
  [/socket hang up|fetch failed|network error|premature|abort/i, () => "the connection was lost"],
  // At the beginning of a line, or behind a word that says what it is: else it may be the number of a house.
  [/(?:^|\n|\b(?:status|code|http|smtp|error|response)(?: code)?[:= ] ?)[45]\d\d(?![\w,+-]|\.\d)/i, (found) => `status ${found.slice(-3)}`],
]

/** Hands an e-mail to the store's provider, once for a key, and says what became of it. Never throws. */
export async function handOver(notifications: INotificationModuleService, message: CreateNotificationDTO, key: string, withinMs = ANSWER_WITHIN_MS): Promise<Delivery> {
  const failure = await answerWithin(withinMs, notifications.createNotifications({ ...message, idempotency_key: key }))
  return deliveryOf(notifications, key, failure)
}

/**
 * What became of an e-mail that was handed over under a key, by Medusa's own row of it. Only the row tells: Medusa
 * answers nothing and no error while another process has the same one with the provider, and throws after it was sent
 * when the row could not be written.
 * @param failure what Medusa threw in this process; null when it threw nothing, or nobody knows
 */
export async function deliveryOf(notifications: INotificationModuleService, key: string, failure: Failure | null = null): Promise<Delivery> {
  const found = await notifications.listNotifications({ idempotency_key: key } as never).catch((failed: Error) => failed)
  if (found instanceof Error) {
    return { outcome: "open" }
  }
  const [row] = found
  if (!row) {
    return { outcome: "not_handed", why: failure ? reasonOf(failure.thrown) : "Medusa has not taken it" }
  }
  if (row.status === "success") {
    return { outcome: "sent" }
  }
  if (row.status === "pending") {
    return { outcome: "open" }
  }
  if (!failure) {
    // Its words are lost, and the likeliest ones of who took so long are that no answer came.
    return { outcome: "unknown", why: "the provider failed, and its reason is not known" }
  }
  return { outcome: mayHaveBeenSent(messageOf(failure.thrown)) ? "unknown" : "refused", why: reasonOf(failure.thrown) }
}

/**
 * A failure for log and list. What a provider says can name whom it wrote to and the key that it was given, in any
 * form; so of its words only signs are told that we know.
 */
export function reasonOf(error: unknown): string {
  const words = wordsOfError(error)
  const message = isDatabaseError(error) ? "" : messageOf(error)
  const sign = SIGNS.flatMap(([expression, told]) => (expression.exec(message) ?? []).map((found) => told(found)))[0]
  return sign && !words.includes(sign) ? `${words} (${sign})` : words
}

function messageOf(error: unknown): string {
  const message = typeof error === "object" && error !== null ? (error as { message?: unknown }).message : error
  return typeof message === "string" ? message.slice(0, LONGEST_READ) : ""
}

/** Whether the provider's failure leaves open that the message went out. */
export function mayHaveBeenSent(message: string): boolean {
  return ANSWER_LOST.test(message) && !NEVER_CONNECTED.test(message)
}

async function answerWithin(ms: number, work: Promise<unknown>): Promise<Failure | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms)
  })
  const answered = work.then(() => null, (thrown: unknown) => ({ thrown }))
  return Promise.race([answered, late]).finally(() => clearTimeout(timer))
}
