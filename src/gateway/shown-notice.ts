import { decodeText, parseJson } from "./decode-body"
import { redact } from "./redact"

/** Many times what the gateway sends; a larger body is some stranger's. */
const MOST_SHOWN_BYTES = 64 * 1024

/** What may be shown of a notice's body. What is not JSON is not shown: nothing tells which of its words are personal. */
export function shownOfNotice(body: Buffer): unknown {
  const message = body.length > MOST_SHOWN_BYTES ? undefined : parseJson(decodeText(body))
  return message === undefined ? `[${body.length} bytes]` : redact(message)
}
