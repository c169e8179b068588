import type { Translate } from "../../lib/use-texts"

/** What was made of a notice. The server's words have spaces and colons, which mean something in a key. */
export function outcomeWords(outcome: string, t: Translate): string {
  return t(`notices.outcomes.${outcome.replace(/[^a-z]+/g, "_")}`, { defaultValue: outcome })
}
