import * as http from "node:http"
import * as https from "node:https"

export type NoticeAnswer = { at: string; status: number | null; ms: number; error: string | null }

const TIME_LIMIT_MS = 10_000

/**
 * Sends a notice and waits for the receiver's status. The header lines go out exactly as given, in order and with
 * a name twice where it comes twice; that is why this is node:http and no HTTP library.
 */
export const postNotice = (
  address: string,
  lines: [name: string, value: string][],
  body: Buffer,
  signal: AbortSignal,
): Promise<NoticeAnswer> => {
  const at = new Date().toISOString()
  const started = performance.now()
  const answer = (status: number | null, error: string | null): NoticeAnswer => ({
    at,
    status,
    ms: Math.round(performance.now() - started),
    error,
  })
  return new Promise((resolve) => {
    const url = URL.canParse(address) ? new URL(address) : null
    if (!url || !/^https?:$/.test(url.protocol)) {
      resolve(answer(null, "not an http address"))
      return
    }
    const send = url.protocol === "https:" ? https.request : http.request
    const headers = [
      ["Host", url.host],
      ...lines,
      ["Content-Length", String(body.length)],
      ["Connection", "close"],
    ].flat()
    try {
      const request = send(url, { method: "POST", headers, signal, timeout: TIME_LIMIT_MS, agent: false })
      request.on("response", (response) => {
        response.resume()
        response.on("close", () => resolve(answer(response.statusCode ?? null, null)))
      })
      request.on("timeout", () => request.destroy(new Error("no answer in 10 s")))
      request.on("error", (error: NodeJS.ErrnoException) => resolve(answer(null, error.code ?? error.message)))
      request.end(body)
    } catch (error) {
      resolve(answer(null, error instanceof Error ? error.message : String(error)))
    }
  })
}
