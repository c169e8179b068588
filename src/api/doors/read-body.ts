import type { IncomingMessage } from "http"
import type { Readable } from "stream"

/** The body was larger than what a notice can be. */
export class BodyTooLargeError extends Error {}

/**
 * Reads a request's body as bytes, up to a limit. Notices are read like this and not by a parser:
 * a malformed one must be kept too. The rest of a body that is too large is left unread, so the
 * connection can serve no further request.
 * @throws BodyTooLargeError
 */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  // Ending the loop must not destroy the request, or the answer could not be sent.
  for await (const chunk of (request as Readable).iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) {
      throw new BodyTooLargeError(`The body is larger than ${maxBytes} bytes`)
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
