import { redact } from "../../../gateway"

/** Somebody else's words without documents, e-mail addresses, phones, card numbers and secrets; cut to 2,000 characters. */
export function withoutPersonal(words: string): string {
  return String(redact(words))
}
