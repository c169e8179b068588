import { isDatabaseError, wordsOfError } from "../../../domain/words-of-error"
import { withoutPersonal } from "./without-personal"

/**
 * What is told of a failure to who runs a command in the store's folder: its words, since those about a connection or a
 * configuration name hosts and files, which is what helps. But an address may hold a password, and a statement its values.
 */
export function operatorWords(failure: unknown): string {
  if (isDatabaseError(failure)) {
    return wordsOfError(failure)
  }
  const { message, code } = (failure ?? {}) as { message?: unknown; code?: unknown }
  const words = [failure, message, code].find((one): one is string => typeof one === "string" && one !== "") ?? "unknown"
  return withoutPersonal(words.replace(/\/\/[^\s/]{1,500}@/g, "//***@"))
}
