/** With its padding. */
const LONGEST = 2_010

/** What identifies and proves a notice, from its headers. */
export type NoticeToken = {
  webhookId: string | null
  /** Empty (null) unless the merchant registered the webhook in the panel with a token of its own. */
  merchantToken: string | null
  /** The part that `OPTIONS /webhooks` validates. */
  serviceToken: string | null
}

/**
 * Finds the token among the headers of a notice (specification section 6, observation: Notifications (C)).
 * `Webhook` comes twice, with the webhook's id and with the token, and proxies join the two as
 * "id, token"; the id can also come in `Id`. Node's merged `headers` cannot tell them apart, hence the raw
 * ones. The token is the value that base64-decodes to `<merchant token>:<service token>`.
 * @param rawHeaders `request.rawHeaders`: name, value, name, value...
 */
export function readNoticeToken(rawHeaders: string[]): NoticeToken {
  const fromWebhook = valuesOf(rawHeaders, "webhook")
  const fromId = valuesOf(rawHeaders, "id")
  // The id is sent first, so where two values decode, the later one is the token.
  const tokens = [...fromId, ...fromWebhook].filter((value) => decodeToken(value) !== null)
  const token = tokens.at(-1)
  const webhookId = [...fromWebhook, ...fromId].find((value) => value !== token) ?? null
  const parts = token === undefined ? null : decodeToken(token)
  return { webhookId, merchantToken: parts?.merchant ?? null, serviceToken: parts?.service ?? null }
}

/** Whether a header's value has a notice token in it. */
export function holdsNoticeToken(value: string): boolean {
  return pieces(value).some((piece) => decodeToken(piece) !== null)
}

/** Not by an expression, which would count the same signs again from each of them. */
function withoutPadding(value: string): string {
  let end = value.length
  while (end > 0 && value[end - 1] === "=") {
    end--
  }
  return value.slice(0, end)
}

function valuesOf(rawHeaders: string[], name: string): string[] {
  const values: string[] = []
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.trim().toLowerCase() === name) {
      values.push(...pieces(rawHeaders[index + 1] ?? ""))
    }
  }
  return values
}

function pieces(value: string): string[] {
  return value.split(",").map((piece) => piece.trim()).filter((piece) => piece !== "")
}

function decodeToken(value: string): { merchant: string | null; service: string } | null {
  if (value.length > LONGEST) {
    return null
  }
  const unpadded = withoutPadding(value).replace(/-/g, "+").replace(/_/g, "/")
  if (!/^[A-Za-z0-9+/]{4,2000}$/.test(unpadded)) {
    return null
  }
  const bytes = Buffer.from(unpadded, "base64")
  if (withoutPadding(bytes.toString("base64")) !== unpadded) {
    return null
  }
  const text = bytes.toString("latin1")
  // The merchant chose its own part and may have put a colon in it; the service's part has none.
  const colon = text.lastIndexOf(":")
  if (!/^[\x20-\x7e]+$/.test(text) || colon < 0 || colon === text.length - 1) {
    return null
  }
  return { merchant: text.slice(0, colon) || null, service: text.slice(colon + 1) }
}
