/**
 * Bytes to text, whatever the sender declared: UTF-8 with or without byte order mark, UTF-16 with one,
 * else Windows-1252 (which Latin-1 text is read as). Never throws.
 */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) {
    return new TextDecoder("utf-16le").decode(bytes)
  }
  if (bytes[0] === 0xfe && bytes[1] === 0xff) {
    return new TextDecoder("utf-16be").decode(bytes)
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder("windows-1252").decode(bytes)
  }
}

/** The JSON value in a text, or undefined. The declared type is not looked at: PHP sends JSON as HTML. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Whether a text is a web page, as proxies and firewalls send in place of an answer. */
export function looksLikePage(text: string): boolean {
  return /^\s*</.test(text)
}
