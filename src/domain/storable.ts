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

/** Deeper than anything that somebody has to say; what walks through a value must not run out of stack. */
export const DEEPEST = 64

/** Where a JSON value can't be kept, as a path like `payer.name` ("" for the value itself), and why. */
export type Unstorable = { path: string; why: "text" | "depth" }

/** The first member, by key or value, of a JSON value that can't be kept, or that is nested deeper than {@link DEEPEST}; null when there is none. */
export function findUnstorable(value: unknown): Unstorable | null {
  const path: string[] = []
  const why = search(value, path)
  return why && { path: path.join("."), why }
}

/** One path for the whole search, at which it stops where something is found: a copy for each member would be read as often. */
function search(value: unknown, path: string[]): Unstorable["why"] | null {
  if (typeof value === "string") {
    return isStorableText(value) ? null : "text"
  }
  if (typeof value !== "object" || value === null) {
    return null
  }
  if (path.length >= DEEPEST) {
    return "depth"
  }
  for (const [key, member] of Object.entries(value)) {
    if (!isStorableText(key)) {
      return "text"
    }
    path.push(key)
    const found = search(member, path)
    if (found) {
      return found
    }
    path.pop()
  }
  return null
}
