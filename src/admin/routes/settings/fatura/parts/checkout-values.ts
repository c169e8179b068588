import type { SettingsView } from "./wire"

export const METHODS = ["pix", "boleto", "card"] as const
export type Method = (typeof METHODS)[number]

/** Numbers stand as they are typed; an empty one follows the plugin's option. */
export type CheckoutForm = {
  numbers: Record<string, string>
  switches: Record<string, boolean>
  on_expiry: string
  on_late_payment: string
  script_url: string
  attributes: string
  accounts: Record<string, Record<Method, boolean>>
}

export const METHOD_NUMBERS: Record<Method, string[]> = {
  pix: ["pix_expires_in_minutes", "pix_min_amount", "pix_max_amount"],
  boleto: ["boleto_due_in_days", "boleto_grace_banking_days", "boleto_min_amount", "boleto_max_amount"],
  card: ["card_max_installments", "card_min_installment_amount", "card_min_amount", "card_max_amount"],
}
const NUMBERS = Object.values(METHOD_NUMBERS).flat()

export function formOf({ values, overridden, accounts }: SettingsView, accountIds: string[]): CheckoutForm {
  const tokenization = values.tokenization as { script_url: string; attributes: Record<string, string> } | null
  return {
    numbers: Object.fromEntries(NUMBERS.map((name) => [name, overridden.includes(name) ? String(values[name as keyof typeof values]) : ""])),
    switches: Object.fromEntries(METHODS.map((method) => [method, values[`${method}_enabled`] === true])),
    on_expiry: String(values.on_expiry),
    on_late_payment: String(values.on_late_payment),
    script_url: tokenization?.script_url ?? "",
    attributes: linesOf(tokenization?.attributes ?? {}),
    accounts: Object.fromEntries(accountIds.map((id) => [id, { pix: accounts[id]?.pix !== false, boleto: accounts[id]?.boleto !== false, card: accounts[id]?.card !== false }])),
  }
}

/** What is to be sent; what is as the plugin's options say is `null`, so that it follows them again. */
export function bodyOf(form: CheckoutForm, { defaults }: SettingsView): Record<string, unknown> {
  const orNull = (name: keyof typeof defaults, value: unknown) => (JSON.stringify(value) === JSON.stringify(defaults[name]) ? null : value)
  const tokenization = form.script_url.trim() ? { script_url: form.script_url.trim(), attributes: attributesOf(form.attributes) ?? {} } : null
  return {
    ...Object.fromEntries(NUMBERS.map((name) => [name, form.numbers[name]?.trim() ? readNumber(form.numbers[name]) : null])),
    ...Object.fromEntries(METHODS.map((method) => [`${method}_enabled`, orNull(`${method}_enabled`, form.switches[method])])),
    on_expiry: orNull("on_expiry", form.on_expiry),
    on_late_payment: orNull("on_late_payment", form.on_late_payment),
    tokenization: orNull("tokenization", tokenization),
    accounts: form.accounts,
  }
}

/** "1.234,56" and "1234.56" -> 1234.56; NaN for what is no number. */
export function readNumber(typed: string): number {
  const text = typed.trim()
  const plain = text.includes(",") ? text.replaceAll(".", "").replace(",", ".") : text
  return /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN
}

/** Lines of name=value; null when one is none. */
export function attributesOf(text: string): Record<string, string> | null {
  const lines = text.split("\n").map((line) => line.trim()).filter(Boolean)
  const pairs = lines.map((line) => /^([^=\s]+)\s*=\s*(.*)$/.exec(line))
  return pairs.includes(null) ? null : Object.fromEntries(pairs.map((pair) => [pair![1]!, pair![2]!]))
}

/** The other way round. */
export function linesOf(attributes: Record<string, string>): string {
  return Object.entries(attributes).map(([name, value]) => `${name}=${value}`).join("\n")
}

/** What is wrong before the server is asked, by field. */
export function faultsOf(form: CheckoutForm): { path: string; code: "badNumber" | "badLine" | "badAddress" }[] {
  const numbers = NUMBERS.filter((name) => form.numbers[name]?.trim() && Number.isNaN(readNumber(form.numbers[name])))
  const script = form.script_url.trim()
  return [
    ...numbers.map((path) => ({ path, code: "badNumber" as const })),
    ...(script && !/^https?:\/\/\S+$/.test(script) ? [{ path: "tokenization.script_url", code: "badAddress" as const }] : []),
    ...(attributesOf(form.attributes) === null ? [{ path: "tokenization.attributes", code: "badLine" as const }] : []),
  ]
}
