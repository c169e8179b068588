import { MedusaError } from "@medusajs/framework/utils"
import { FIELD_TEXTS, type FieldCode } from "./field-texts"
import type { Language } from "./shopper-texts"
import { staffLanguage } from "./staff-context"
import { REASONS, STAFF_TEXTS } from "./staff-texts"

export type StaffErrorCode = keyof typeof STAFF_TEXTS

/** What is wrong with a field: one of our texts, or words in every language. */
export type FieldFault = { path: string; code: FieldCode } | { path: string; words: Record<Language, string> }

/** What a text names: a number, an option, an operation and its scopes, the gateway's own words, amounts, a status, permissions. */
type Values = Partial<Record<"count" | "option" | "words" | "operation" | "scopes" | "status" | "left" | "refunded" | "amount" | "policies", string | number>>

/**
 * What the staff's own request can mend. Its message is in the language of who asks, where a request runs; a door
 * of ours tells it with its code and fields.
 */
export class StaffError extends MedusaError {
  constructor(
    readonly key: StaffErrorCode,
    readonly details: Values & { fields?: FieldFault[] } = {}
  ) {
    super(REASONS[STAFF_TEXTS[key].reason].type, textOf(key, staffLanguage(), details), key)
  }

  get status(): number {
    return REASONS[STAFF_TEXTS[this.key].reason].status
  }

  /** `{ type, message, code, fields? }` */
  in(language: Language): Record<string, unknown> {
    const fields = this.details.fields?.map((fault) => ({ path: fault.path, message: ("code" in fault ? FIELD_TEXTS[fault.code] : fault.words)[language] }))
    return { type: this.type, message: textOf(this.key, language, this.details), code: this.key, ...(fields?.length && { fields }) }
  }
}

function textOf(key: StaffErrorCode, language: Language, values: Values): string {
  return STAFF_TEXTS[key][language].replace(/\{(\w+)\}/g, (_, name: keyof Values) => String(values[name] ?? ""))
}
