import type { MedusaRequest } from "@medusajs/framework/http"
import { operationsOfChange, type SensitiveOperation } from "../../modules/fatura/accounts/sensitive-fields"
import type { AuditAction, Changes } from "../../modules/fatura/settings/audit"
import type { ChangeRow, WhyNot } from "../../modules/fatura/settings/sensitive-changes"
import { StaffError } from "../../modules/fatura/texts/staff-error"
import { emailsOf, faturaOf, languageOf } from "./staff"

type Person = { id: string; email: string | null }

/** A change that decides where the money goes, as staff see it. Nothing of what was before is in it but what `changes` names. */
export type SensitiveChangeView = {
  id: string
  action: AuditAction
  /** The account; null for the settings of the checkout. */
  account: { id: string; name: string | null } | null
  actor: Person
  /** From what to what by field; of a secret only that it was changed. */
  changes: Changes
  /** The change that this one took back. */
  undoes: string | null
  can_undo: boolean
  why_not: { code: string; message: string } | null
  undo_until: Date
  undone_at: Date | null
  undone_by: Person | null
  created_at: Date
}

/** @param held what who asks may do: others' changes are shown, and not undone */
export async function sensitiveChangeViews(req: MedusaRequest, rows: (ChangeRow & { why_not: WhyNot | null })[], held: SensitiveOperation[]): Promise<SensitiveChangeView[]> {
  const [emails, names] = await Promise.all([
    emailsOf(req, rows.flatMap(({ actor, undone_by }) => [actor, undone_by])),
    faturaOf(req).staffDesk.accountNames(rows.map(({ subject }) => subject)),
  ])
  const person = (id: string): Person => ({ id, email: emails.get(id) ?? null })
  return rows.map((row) => {
    const { id, action, subject, actor, changes, undoes, undo_until, undone_at, undone_by, created_at } = row
    const why_not = whyNot(row, held)
    return {
      id,
      action,
      account: action === "settings_changed" ? null : { id: subject, name: names.get(subject) ?? formerName(changes) },
      actor: person(actor),
      changes,
      undoes,
      can_undo: why_not === null,
      why_not: why_not && { code: why_not.key, message: String(why_not.in(languageOf(req)).message) },
      undo_until,
      undone_at,
      undone_by: undone_by === null ? null : person(undone_by),
      created_at,
    }
  })
}

function whyNot(row: ChangeRow & { why_not: WhyNot | null }, held: SensitiveOperation[]): StaffError | null {
  if (row.why_not) {
    return new StaffError(row.why_not)
  }
  const missing = operationsOfChange(row).filter((operation) => !held.includes(operation))
  return missing.length ? new StaffError("sensitive_permission", { policies: missing.map((operation) => `fatura_account:${operation}`).join(", ") }) : null
}

/** What an account was called that is not there any more. */
function formerName({ name }: Changes): string | null {
  const last = typeof name === "object" ? (name.from ?? name.to) : null
  return typeof last === "string" ? last : null
}
