import { asText, loose, part } from "./loose"

/** What came of a webhook that was sent again (spec 4.6). */
export type Resent = {
  event: string | null
  total: number | null
  responses: {
    event: string | null
    webhookId: string | null
    action: string | null
    hasRawResponse: boolean | null
    /** What the receiver answered. */
    receiverStatus: number | null
    /** Names of the headers that were sent; their values hold the notice's token. */
    headerNames: string[]
    version: string | null
    updated: string | null
  }[]
  /** The redacted answer, for staff. */
  raw: unknown
}

const wireResent = part({ sent: part({ event: loose.text, total: loose.integer, responses: loose.records }) })
const wireResponse = part({
  events: loose.text,
  webhook: loose.text,
  response: part({
    action: loose.text,
    details: part({ raw_response: loose.flag, http: loose.integer, headers: loose.raw }),
    update: loose.text,
    version: loose.text,
  }),
})

export function readResent(json: unknown, raw: unknown): Resent {
  const { sent } = wireResent.parse(json)
  const responses = (sent.responses ?? []).map((record) => {
    const { events, webhook, response } = wireResponse.parse(record)
    const { headers } = response.details
    return {
      event: events,
      webhookId: webhook,
      action: response.action,
      hasRawResponse: response.details.raw_response,
      receiverStatus: response.details.http,
      headerNames: (Array.isArray(headers) ? headers : []).map((line) => asText(line)?.split(":", 1)[0] ?? "").filter((name) => name !== ""),
      version: response.version,
      updated: response.update,
    }
  })
  return { event: sent.event, total: sent.total, responses, raw }
}
