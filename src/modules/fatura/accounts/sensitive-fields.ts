import type { AuditAction, Changes } from "../settings/audit"
import type { SettingName } from "../settings/overrides"
import type { AccountChange } from "./account-schema"

/**
 * What can lead money elsewhere, or a card to a stranger's script, has permissions of its own: `credentials` for whom
 * an account speaks as and where it asks, `redirect` for which account is paid and which script the checkout loads.
 */
export type SensitiveOperation = "credentials" | "redirect"

/** Asked with what a change really changes; throws where it may not be made. */
export type Permit = (operations: SensitiveOperation[]) => Promise<void>

const ACCOUNT_FIELDS: Record<keyof AccountChange, SensitiveOperation | null> = {
  name: null,
  base_url: "credentials",
  token: "credentials",
  secret_key: "credentials",
  scopes: "credentials",
  merchant_webhook_token: "credentials",
  gateway_options: "credentials",
  sales_channel_ids: "redirect",
  is_default: "redirect",
  tokenization: "redirect",
}

const SETTINGS = { tokenization: "redirect" } as const satisfies Partial<Record<SettingName, SensitiveOperation>>

/** What changing these fields of an account needs beyond the permission to change accounts. */
export function operationsOfAccount(fields: string[]): SensitiveOperation[] {
  return unique(fields.flatMap((field) => (Object.hasOwn(ACCOUNT_FIELDS, field) ? (ACCOUNT_FIELDS[field as keyof AccountChange] ?? []) : [])))
}

/** The same of settings. */
export function operationsOfSettings(names: string[]): SensitiveOperation[] {
  return unique(names.flatMap((name) => (Object.hasOwn(SETTINGS, name) ? SETTINGS[name as keyof typeof SETTINGS] : [])))
}

const OPERATIONS: Record<AuditAction, (changes: Changes) => SensitiveOperation[]> = {
  // Taking it back removes an account, whatever that one was added for: its successor is paid by age or by the former choice.
  account_created: () => ["credentials", "redirect"],
  account_changed: (changes) => operationsOfAccount(Object.keys(changes)),
  account_archived: () => ["credentials", "redirect"],
  account_removed: () => ["credentials", "redirect"],
  settings_changed: (changes) => operationsOfSettings(Object.keys(changes)),
}

/** What taking a change back needs: what the change itself needed, and where an account comes or goes by it, what removing one needs. */
export function operationsOfChange({ action, changes }: { action: AuditAction; changes: Changes }): SensitiveOperation[] {
  return unique(OPERATIONS[action](changes))
}

function unique(operations: SensitiveOperation[]): SensitiveOperation[] {
  return [...new Set(operations)]
}
