import type { AuditAction, Changes } from "../../../../../modules/fatura/settings/audit"
import { NOTHING } from "../../../../lib/formats"
import type { Translate } from "../../../../lib/use-texts"

const interpolation = { escapeValue: false }

/** What changed, by the names that the forms have; of what is new only what it is. */
export function changeWords({ action, changes }: { action: AuditAction; changes: Changes }, t: Translate): string[] {
  const nothing = nothingOf(action, t)
  return Object.entries(changes).map(([field, change]) => {
    const name = fieldName(field, t)
    if (change === "changed") {
      return t("settings.health.secretChanged", { name, interpolation })
    }
    const [from, to] = [change.from, change.to].map((value) => shown(value, nothing, t))
    return t(action === "account_created" ? "settings.health.set" : "settings.health.change", { name, from, to, interpolation })
  })
}

/** What a change is put back to: values where they are known, and of a secret that it is the one before. */
export function formerWords({ action, changes }: { action: AuditAction; changes: Changes }, t: Translate): string[] {
  const nothing = nothingOf(action, t)
  return Object.entries(changes)
    .filter(([field]) => field !== "is_default")
    .map(([field, change]) => t("settings.health.set", { name: fieldName(field, t), to: change === "changed" ? t("settings.security.before") : shown(change.from, nothing, t), interpolation }))
}

/** A setting that is not set follows the plugin's option. */
function nothingOf(action: AuditAction, t: Translate): string {
  return action === "settings_changed" ? t("settings.health.nothing") : NOTHING
}

function fieldName(field: string, t: Translate): string {
  return t(`settings.health.fields.${field}`, { defaultValue: field })
}

function shown(value: unknown, nothing: string, t: Translate): string {
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) {
    return nothing
  }
  if (typeof value === "boolean") {
    return t(value ? "settings.health.yes" : "settings.health.no")
  }
  return Array.isArray(value) ? value.join(", ") : typeof value === "object" ? JSON.stringify(value) : String(value)
}
