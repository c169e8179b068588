/**
 * What the database can keep. PostgreSQL has neither text with a NUL character nor half of a surrogate pair in
 * it, and our columns of cents are integers of 32 bits. What comes from outside is made fit, or refused, where it
 * comes in; behind that nobody has to think of it again.
 */

/** The most that an amount can be: R$ 21,474,836.47. */
export const MOST_CENTS = 2_147_483_647

const UNSTORABLE = /[\0\p{Surrogate}]/u
const EACH_UNSTORABLE = /[\0\p{Surrogate}]/gu

export function isStorableText(text: string): boolean {
  return !UNSTORABLE.test(text)
}

/** Each character that can't be kept is replaced, not left out: "1\0" must not become the id of another. */
export function storableText(text: string): string {
  return text.replace(EACH_UNSTORABLE, "\uFFFD")
}

/** The beginning of a text; no character is cut in two. */
export function shortened(text: string, length: number): string {
  return text.length > length ? text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "") : text
}

/** Whether a number of cents fits our columns. */
export function isStorableAmount(amountCents: number): boolean {
  return Math.abs(amountCents) <= MOST_CENTS
}

/** The first text, key or value, in a JSON value that can't be kept, as a path like `payer.name`; null when there is none. */
export function unstorablePath(value: unknown, path: string[] = []): string | null {
  if (typeof value === "string") {
    return isStorableText(value) ? null : path.join(".")
  }
  if (typeof value !== "object" || value === null) {
    return null
  }
  for (const [key, member] of Object.entries(value)) {
    const found = isStorableText(key) ? unstorablePath(member, [...path, key]) : path.join(".")
    if (found !== null) {
      return found
    }
  }
  return null
}
