import type { IncomingMessage } from "http"

/** The body was larger than what a notice can be. */
export class BodyTooLargeError extends Error {}

/**
 * Reads a request's body as bytes, up to a limit. Notices are read like this and not by a parser:
 * a malformed one must be kept too.
 * @throws BodyTooLargeError
 */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) {
      throw new BodyTooLargeError(`The body is larger than ${maxBytes} bytes`)
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
