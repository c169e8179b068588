import { Button, StatusBadge, Text, toast } from "@medusajs/ui"
import { TextLink } from "../text-link"
import { useFormats } from "../../lib/formats"
import { useWrite } from "../../lib/use-api"
import { useTexts } from "../../lib/use-texts"
import type { Notice } from "../../lib/wire"
import { RawJson } from "../raw-json"
import { outcomeWords } from "./outcome-words"

const COLOURS = { pending: "orange", done: "green", dead: "red" } as const

/** One notice of the inbox: what came, what was made of it, and another try. */
export function NoticeCard({ notice }: { notice: Notice }) {
  const { t } = useTexts()
  const { dateTime, number } = useFormats()
  const retry = useWrite<{ notice: Notice }>()
  const tell = ({ notice: after }: { notice: Notice }) =>
    after.state === "done" ? toast.success(t("notices.retried")) : toast.warning(t("notices.stillWaits", { reason: after.reason ?? "–" }))
  const facts = [
    notice.outcome && outcomeWords(notice.outcome, t),
    `${t("notices.columns.verified")}: ${t(`notices.verified.${notice.verified === null && notice.state === "done" ? "notNeeded" : String(notice.verified)}`)}`,
    `${t("notices.columns.attempts")}: ${number(notice.attempts)}`,
    notice.next_try_at && t("notices.nextTry", { at: dateTime(notice.next_try_at) }),
  ]
  return (
    <article className="flex flex-col gap-y-2 px-6 py-4" aria-label={`${t(`notices.one.${notice.state}`)}, ${dateTime(notice.created_at)}`}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <StatusBadge color={COLOURS[notice.state]}>{t(`notices.one.${notice.state}`)}</StatusBadge>
          <Text size="small">{dateTime(notice.created_at)}</Text>
          <TextLink to={`/fatura/invoices/${notice.invoice_id}`} className="txt-small">
            {t("notices.openInvoice")}
          </TextLink>
        </div>
        {notice.state !== "done" && (
          <Button type="button" size="small" variant="secondary" isLoading={retry.isPending} onClick={() => retry.mutate({ path: `/notices/${notice.id}/retry` }, { onSuccess: tell })}>
            {t("notices.retry")}
          </Button>
        )}
      </div>
      <Text size="small" className="text-ui-fg-subtle">
        {facts.filter(Boolean).join(" · ")}
      </Text>
      {notice.reason && (
        <Text size="small" className="text-ui-fg-subtle break-words">
          {t("notices.reason")}: {notice.reason}
        </Text>
      )}
      <RawJson data={notice.payload} show={t("notices.showPayload")} hide={t("notices.hidePayload")} />
    </article>
  )
}
