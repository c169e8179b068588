import { DateTime } from "luxon"
import { z } from "zod"
import { SAO_PAULO } from "../../../../domain/dates"
import { reaisOrNull } from "../../../doors/amounts"
import { dayBefore, daySchema, faturaOf } from "../../../doors/staff"
import { bodyOf, forStaff } from "../../../doors/staff-errors"

export const querySchema = z.strictObject({
  account_id: z.string().max(100).optional(),
  from: daySchema.optional(),
  to: daySchema.optional(),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
})

/**
 * `GET /admin/fatura/statement?account_id&from&to&page` -> `{ statement, account_id, from, to, page, pages }`:
 * movements of the balance, of the last 30 days when no days are named. Amounts in decimal reais.
 */
export const GET = forStaff(async (req, res) => {
  const { account_id, from = dayBefore(30), to = dayBefore(0), page } = bodyOf(querySchema, req.query)
  const start = DateTime.fromISO(from, { zone: SAO_PAULO }).startOf("day").toJSDate()
  const end = DateTime.fromISO(to, { zone: SAO_PAULO }).endOf("day").toJSDate()
  // The gateway counts these pages from 0.
  const { account, statement } = await faturaOf(req).invoiceDesk.statement(account_id, { page: page - 1, from: start, to: end })
  const entries = statement.entries.map((entry) => ({
    id: entry.id,
    kind: entry.kind,
    kind_code: entry.kindCode,
    description: entry.description,
    amount: reaisOrNull(entry.amountCents),
    balance: reaisOrNull(entry.balanceCents),
    invoice_id: entry.invoiceId,
    mediation_id: entry.mediationId,
    chargeback_id: entry.chargebackId,
    withdraw_id: entry.withdrawId,
    uuid: entry.uuid,
    created_at: entry.createdAt,
    release_at: entry.releaseAt,
    released_at: entry.releasedAt,
  }))
  res.json({ statement: entries, account_id: account.id, from, to, page, pages: statement.pages })
})
