/** No address that somebody types or configures is longer; what is, is read no further. */
export const LONGEST_ADDRESS = 2_000

/** Without the slashes at its end. By hand: an expression for them would read on to the end from each of many slashes. */
export function withoutTrailingSlashes(text: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === "/") {
    end -= 1
  }
  return text.slice(0, end)
}
