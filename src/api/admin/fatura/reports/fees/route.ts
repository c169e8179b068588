import { z } from "zod"
import { totalOf } from "../../../../../modules/fatura/reports/fee-report"
import { feeQueryOf, feeQueryShape } from "../../../../doors/fee-query"
import { faturaOf } from "../../../../doors/staff"
import { forStaff } from "../../../../doors/staff-errors"

export const querySchema = z.strictObject(feeQueryShape)

/**
 * `GET /admin/fatura/reports/fees?from&to&group_by=day|method|account` -> `{ fees, total, from, to, group_by }`.
 * What was paid on these São Paulo days (both included), with fees and net as the gateway told them.
 */
export const GET = forStaff(async (req, res) => {
  const { from, to, groupBy } = feeQueryOf(querySchema, req.query)
  const fees = await faturaOf(req).feeReport.rows({ from, to, groupBy })
  res.json({ fees, total: totalOf(fees), from, to, group_by: groupBy })
})
