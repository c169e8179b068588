import type { Shop } from "./buyer"
import type { SessionView } from "./ledger"

export type Stream = {
  /** The views that came, with the moment of each. */
  views: { at: number; session: SessionView }[]
  headers: Headers
  /** Whether the store has ended it. */
  ended(): boolean
  close(): void
}

/**
 * A payment's event stream as a shopper's page holds it open.
 * @param address the shopper's internet address, as a proxy tells it
 * @throws with status and body when the store refuses it
 */
export async function openStream(shop: Pick<Shop, "url" | "publishableKey">, sessionId: string, address = "203.0.113.1"): Promise<Stream> {
  const controller = new AbortController()
  const response = await fetch(`${shop.url}/store/fatura/sessions/${sessionId}/events`, {
    signal: controller.signal,
    headers: { "x-publishable-api-key": shop.publishableKey, "x-forwarded-for": address },
  })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  const views: Stream["views"] = []
  let ended = false
  void read(response.body as unknown as AsyncIterable<Uint8Array>, (session) => views.push({ at: performance.now(), session }))
    .catch(() => undefined)
    .finally(() => { ended = true })
  return { views, headers: response.headers, ended: () => ended, close: () => controller.abort() }
}

async function read(body: AsyncIterable<Uint8Array>, told: (session: SessionView) => void): Promise<void> {
  let text = ""
  const decoder = new TextDecoder()
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true })
    const events = text.split("\n\n")
    text = events.pop()!
    for (const event of events) {
      const fields = new Map(event.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]))
      if (fields.get("event") === "session") told((JSON.parse(fields.get("data")!) as { session: SessionView }).session)
    }
  }
}
