import { ArrowDownTray } from "@medusajs/icons"
import { Button, Text } from "@medusajs/ui"
import { useState } from "react"
import { Crumb } from "../../../components/crumb"
import { EmptyState } from "../../../components/empty-state"
import { DayField } from "../../../components/invoices/invoice-filters"
import { Loaded } from "../../../components/loaded"
import { Page } from "../../../components/page"
import { FeeChart, FeeLegend } from "../../../components/reports/fee-chart"
import { FeeTable } from "../../../components/reports/fee-table"
import { StateChoice } from "../../../components/state-choice"
import { useFormats } from "../../../lib/formats"
import { useDownload, useRead } from "../../../lib/use-api"
import { useTexts } from "../../../lib/use-texts"
import type { AccountName, FeeReport } from "../../../lib/wire"

const GROUPS = ["day", "method", "account"] as const
const DAY_MS = 86_400_000

export default function ReportPage() {
  const { t, language } = useTexts()
  const [query, setQuery] = useState<{ from: string; to: string; group_by: (typeof GROUPS)[number] }>({ from: saoPauloDay(29), to: saoPauloDay(0), group_by: "day" })
  const read = useRead<FeeReport>("/reports/fees", query, { keep: true })
  const csv = useDownload("/reports/fees/export", { query: { ...query, separator: language.startsWith("pt") ? "semicolon" : "comma" } }, "taxas.csv")
  const exporting = (
    <Button type="button" size="small" variant="secondary" isLoading={csv.isPending} onClick={() => csv.mutate()}>
      <ArrowDownTray />
      {t("reports.fees.csv")}
    </Button>
  )
  return (
    <Page title={t("reports.fees.title")} hint={t("reports.fees.hint")} actions={exporting}>
      <div className="flex flex-wrap items-center gap-3 px-6 py-4">
        <StateChoice label={t("reports.fees.groupBy")} states={GROUPS} chosen={query.group_by} words={(one) => t(`reports.fees.groups.${one}`)} onChange={(group_by) => setQuery({ ...query, group_by })} />
        <DayField id="report-from" label={t("invoices.filters.from")} day={query.from} onChange={(from) => from && setQuery({ ...query, from })} />
        <DayField id="report-to" label={t("invoices.filters.to")} day={query.to} onChange={(to) => to && setQuery({ ...query, to })} />
      </div>
      <Loaded read={read}>{(report) => <Figures report={report} />}</Loaded>
    </Page>
  )
}

function Figures({ report }: { report: FeeReport }) {
  const { t } = useTexts()
  const { day } = useFormats()
  const accounts = useRead<{ accounts: AccountName[] }>(report.group_by === "account" ? "/accounts" : null).data?.accounts ?? []
  const names: Record<string, (key: string) => string> = {
    day,
    method: (key) => t(`methods.${key}`),
    account: (key) => accounts.find(({ id }) => id === key)?.name ?? key,
  }
  const nameOf = names[report.group_by] ?? String
  if (!report.fees.length) {
    return <EmptyState title={t("reports.fees.none.title")} hint={t("reports.fees.none.hint")} />
  }
  const { without_fees, without_net } = report.total
  return (
    <>
      <div className="flex flex-col gap-y-3 px-6 py-4">
        <FeeChart bars={report.fees.map((row) => ({ ...row, name: nameOf(row.key) }))} label={t("reports.fees.chart", { from: day(report.from), to: day(report.to) })} />
        <FeeLegend />
      </div>
      {without_fees + without_net > 0 && (
        <Text size="small" className="text-ui-fg-subtle px-6 py-3">
          {t("reports.fees.withoutHint")}
        </Text>
      )}
      <FeeTable report={report} nameOf={nameOf} />
    </>
  )
}

/** Today in São Paulo, or some days before. */
function saoPauloDay(before: number): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone: "America/Sao_Paulo" }).format(new Date(Date.now() - before * DAY_MS))
}

export const handle = { breadcrumb: () => <Crumb text="reports.fees.title" /> }
