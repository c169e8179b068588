const utf8 = new TextDecoder("utf-8", { fatal: true })
const utf16le = new TextDecoder("utf-16le")
const utf16be = new TextDecoder("utf-16be")
const windows1252 = new TextDecoder("windows-1252")

/**
 * Bytes to text, whatever the sender declared: UTF-8 with or without byte order mark, UTF-16 with one,
 * else Windows-1252 (which Latin-1 text is read as). Never throws.
 */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) {
    return utf16le.decode(bytes)
  }
  if (bytes[0] === 0xfe && bytes[1] === 0xff) {
    return utf16be.decode(bytes)
  }
  try {
    return utf8.decode(bytes)
  } catch {
    return windows1252.decode(bytes)
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
