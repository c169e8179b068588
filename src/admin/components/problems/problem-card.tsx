import { StatusBadge, Text } from "@medusajs/ui"
import { TextLink } from "../text-link"
import { useFormats } from "../../lib/formats"
import { useTexts } from "../../lib/use-texts"
import type { Problem } from "../../lib/wire"
import { ResolveButton } from "./resolve-button"

/** One problem: what happened, what to do, and the decision. `on` is the page that it stands on, to which no link is needed. */
export function ProblemCard({ problem, on }: { problem: Problem; on?: "order" | "invoice" }) {
  const { t } = useTexts()
  const { dateTime, money, number } = useFormats()
  const { resolved_at, resolution, seen_count, order_id, order_display_id, invoice_id, undecided_amount, payer_name } = problem
  return (
    <article className="flex flex-col gap-y-2 px-6 py-4" aria-label={problem.title}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Text weight="plus" leading="compact">
            {problem.title}
          </Text>
          <StatusBadge color={problem.severity === "money" ? "red" : "orange"}>{t(`problems.severity.${problem.severity}`)}</StatusBadge>
        </div>
        {!resolved_at && problem.actions.length > 0 && <ResolveButton problem={problem} />}
      </div>
      <Text size="small" className="text-ui-fg-subtle max-w-[80ch]">
        {problem.remedy}
      </Text>
      {!resolved_at && undecided_amount ? (
        <Text size="small" weight="plus">
          {t("problems.amounts", { paid: money(problem.paid_amount), due: money(problem.due_amount), undecided: money(undecided_amount) })}
        </Text>
      ) : null}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        {payer_name && <Text size="small">{payer_name}</Text>}
        {order_id && on !== "order" && (
          <TextLink to={`/orders/${order_id}`} className="txt-small">
            {order_display_id ? t("problems.order", { number: order_display_id }) : t("problems.orderPlain")}
          </TextLink>
        )}
        {invoice_id && on !== "invoice" && (
          <TextLink to={`/fatura/invoices/${invoice_id}`} className="txt-small">
            {t("problems.invoice")}
          </TextLink>
        )}
        <Text size="xsmall" className="text-ui-fg-subtle">
          {seen_count > 1 ? t("problems.seen", { n: number(seen_count), at: dateTime(problem.last_seen_at) }) : t("problems.since", { at: dateTime(problem.created_at) })}
        </Text>
        {resolved_at && (
          <Text size="xsmall" className="text-ui-fg-subtle">
            {t("problems.resolution", { how: t(`problems.resolutions.${resolution}`, { defaultValue: resolution ?? "" }) })} · {dateTime(resolved_at)}
          </Text>
        )}
      </div>
    </article>
  )
}
