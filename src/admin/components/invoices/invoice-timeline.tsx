import type { InvoiceStatus } from "../../../domain/invoice-status"
import { useFormats } from "../../lib/formats"
import { type Translate, useTexts } from "../../lib/use-texts"
import type { TimelineEntry } from "../../lib/wire"
import { outcomeWords } from "../notices/outcome-words"
import { Timeline } from "../timeline"

const STATUS_KINDS = new Set(["status_changed", "looked_up"])
/** Details that are words of the server and the same in every language. */
const SHOWN_DETAILS = ["reason", "message", "last_error", "code"] as const

/** What happened to an invoice, newest first. */
export function InvoiceTimeline({ entries }: { entries: TimelineEntry[] }) {
  const { t } = useTexts()
  const { day } = useFormats()
  const items = [...entries].reverse().map((entry) => ({
    id: entry.id,
    at: entry.created_at,
    title: titleOf(entry, t),
    by: entry.actor_name ?? t(`invoices.causes.${entry.cause}`, { defaultValue: entry.cause }),
    body: bodyOf(entry, day, t),
  }))
  return <Timeline items={items} label={t("invoices.detail.timeline")} />
}

function titleOf({ kind, from_status, to_status, details }: TimelineEntry, t: Translate): string {
  const status = (name: unknown) => t(`statuses.${String(name) as InvoiceStatus}`, { defaultValue: String(name) })
  if (!STATUS_KINDS.has(kind)) {
    return t(`invoices.events.${kind}`, { defaultValue: kind })
  }
  if (kind === "looked_up") {
    return details?.told ? t("invoices.events.looked_up", { status: status(details.told) }) : t("invoices.events.looked_up_nothing")
  }
  return from_status ? t("invoices.events.status_changed", { from: status(from_status), to: status(to_status) }) : t("invoices.events.status_first", { to: status(to_status) })
}

function bodyOf({ kind, details }: TimelineEntry, day: (day: string) => string, t: Translate): string | null {
  if (kind === "due_date_changed" && details) {
    return `${day(String(details.from))} → ${day(String(details.to))}`
  }
  const email = typeof details?.email === "string" ? t(`invoices.emails.${details.email}`, { defaultValue: details.email }) : null
  const words = SHOWN_DETAILS.map((name) => details?.[name]).filter((value) => typeof value === "string" && value !== "")
  const outcome = typeof details?.outcome === "string" ? outcomeWords(details.outcome, t) : null
  return [outcome, email, ...words].filter(Boolean).join(" · ") || null
}
