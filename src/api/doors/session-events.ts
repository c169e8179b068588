import { createHash } from "node:crypto"
import { bulkhead } from "cockatiel"
import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { wordsOfError } from "../../domain/words-of-error"
import { openStreams } from "./open-streams"
import { sessionOf, viewOf } from "./session-of-request"
import { shopperIp } from "./shopper-ip"
import { faturaOf } from "./staff"

/** Looks at the database at the same time: after a lost connection everybody is told to look at once. */
const LOOKS_AT_ONCE = 8
const looks = bulkhead(LOOKS_AT_ONCE, Number.MAX_SAFE_INTEGER)

/**
 * Sends a session's view now and after each change, as events `session` whose `id` is the ledger's version;
 * a view that says nothing new is not sent. What changes by the clock alone, the end of a PIX code, is sent
 * at that moment. Does nothing for a reader who has gone already.
 * @throws ShopperError when too many streams are open
 */
export function streamSession(req: MedusaRequest, res: MedusaResponse, sessionId: string): void {
  let looking = false
  let again = false
  let ended = false
  let last = ""
  let expiry: NodeJS.Timeout | undefined

  const stream = openStreams.start(res, {
    sessionId,
    ip: shopperIp(req),
    onEnd: () => {
      ended = true
      clearTimeout(expiry)
      unfollow()
    },
  })
  if (!stream) {
    return
  }

  const look = async (): Promise<void> => {
    if (looking) {
      again = true
      return
    }
    looking = true
    try {
      do {
        again = false
        await looks.execute(show)
      } while (again && !ended)
    } catch (error) {
      req.scope.resolve(ContainerRegistrationKeys.LOGGER).warn(`Fatura: the live news of session ${sessionId} end (${wordsOfError(error)})`)
      stream.end()
    } finally {
      looking = false
    }
  }

  const show = async (): Promise<void> => {
    if (ended) {
      return
    }
    const session = await sessionOf(req, sessionId)
    const view = await viewOf(req, session)
    const { server_time: now, ...said } = view
    // Not the text itself, which holds a picture: there are many streams.
    const digest = createHash("sha1").update(JSON.stringify(said)).digest("base64")
    if (ended || digest === last) {
      return
    }
    last = digest
    stream.send("session", String(session.row?.version ?? 0), { session: view })
    clearTimeout(expiry)
    const left = view.pix?.expires_at ? Date.parse(view.pix.expires_at) - Date.parse(now) : 0
    // Longer than a stream lives, and no timer takes more than 24 days.
    if (left > 0 && left < 120_000) {
      expiry = setTimeout(() => void look(), left + 1).unref()
    }
  }

  // Followed before the view is read, so that nothing falls in between.
  const unfollow = faturaOf(req).news.follow(sessionId, () => void look())
  void look()
}
