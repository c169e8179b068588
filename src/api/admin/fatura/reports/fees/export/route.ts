import { z } from "zod"
import type { FeeRow } from "../../../../../../modules/fatura/reports/fee-report"
import { shopperLanguage } from "../../../../../../modules/fatura/texts/shopper-texts"
import { csvMoney, sendCsv, separatorSchema } from "../../../../../doors/csv"
import { csvHeader } from "../../../../../doors/csv-texts"
import { feeQueryOf, feeQueryShape } from "../../../../../doors/fee-query"
import { faturaOf } from "../../../../../doors/staff"
import { forStaff } from "../../../../../doors/staff-errors"

export const querySchema = z.strictObject({ ...feeQueryShape, separator: separatorSchema })

/** `GET /admin/fatura/reports/fees/export` -> the report as CSV, with `separator=semicolon|comma|tab`. */
export const GET = forStaff(async (req, res) => {
  const { from, to, groupBy, rest } = feeQueryOf(querySchema, req.query)
  const { separator } = rest
  const rows = await faturaOf(req).feeReport.rows({ from, to, groupBy })
  const language = shopperLanguage(req.headers["accept-language"])
  const head = (name: Parameters<typeof csvHeader>[0]) => csvHeader(name, language)
  await sendCsv<FeeRow>(req, res, {
    name: `taxas-${from}-${to}.csv`,
    separator,
    batches: [rows],
    columns: [
      [head(groupBy), ({ key }) => key],
      [head("count"), ({ count }) => count],
      [head("paid"), ({ paid }) => csvMoney(paid, separator)],
      [head("refunded"), ({ refunded }) => csvMoney(refunded, separator)],
      [head("fees"), ({ fees }) => csvMoney(fees, separator)],
      [head("net"), ({ net }) => csvMoney(net, separator)],
      [head("without_fees"), ({ without_fees }) => without_fees],
      [head("without_net"), ({ without_net }) => without_net],
    ],
  })
})
