import { Table } from "@medusajs/ui"
import { useFormats } from "../../lib/formats"
import { useTexts } from "../../lib/use-texts"
import type { FeeReport } from "../../lib/wire"

type Sums = FeeReport["total"]

const CELL = "whitespace-nowrap px-3 text-right tabular-nums last:pr-6"
const FIRST = "whitespace-nowrap px-3 pl-6"
const NUMBERS = ["count", "paid", "refunded", "fees", "net"] as const

/** The figures of a report, with their sum in the last line. */
export function FeeTable({ report, nameOf }: { report: FeeReport; nameOf: (key: string) => string }) {
  const { t } = useTexts()
  const group = t(`reports.fees.columns.${report.group_by}`)
  return (
    <div role="region" aria-label={t("reports.fees.title")} tabIndex={0} className="focus-visible:shadow-borders-focus overflow-x-auto outline-none">
      <Table className="min-w-max">
        <Table.Header>
          <Table.Row>
            <Table.HeaderCell scope="col" className={FIRST}>
              {group}
            </Table.HeaderCell>
            {NUMBERS.map((name) => (
              <Table.HeaderCell key={name} scope="col" className={CELL}>
                {t(`reports.fees.columns.${name}`)}
              </Table.HeaderCell>
            ))}
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {report.fees.map((row) => (
            <Table.Row key={row.key}>
              <Table.Cell className={FIRST}>{nameOf(row.key)}</Table.Cell>
              <Figures sums={row} />
            </Table.Row>
          ))}
          <Table.Row className="txt-compact-small-plus">
            <Table.Cell className={FIRST}>{t("reports.fees.total")}</Table.Cell>
            <Figures sums={report.total} />
          </Table.Row>
        </Table.Body>
      </Table>
    </div>
  )
}

function Figures({ sums }: { sums: Sums }) {
  const { t } = useTexts()
  const { money, number } = useFormats()
  const without = (count: number) => (count ? <span className="text-ui-fg-subtle block text-xs">{t("reports.fees.without", { n: number(count) })}</span> : null)
  return (
    <>
      <Table.Cell className={CELL}>{number(sums.count)}</Table.Cell>
      <Table.Cell className={CELL}>{money(sums.paid)}</Table.Cell>
      <Table.Cell className={CELL}>{money(sums.refunded)}</Table.Cell>
      <Table.Cell className={CELL}>
        {money(sums.fees)}
        {without(sums.without_fees)}
      </Table.Cell>
      <Table.Cell className={CELL}>
        {money(sums.net)}
        {without(sums.without_net)}
      </Table.Cell>
    </>
  )
}
