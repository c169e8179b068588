import { z } from "zod"
import type { UnknownRecordsOperation } from "../../gateway"
import { faturaOf } from "./staff"
import { bodyOf, forStaff } from "./staff-errors"

export const querySchema = z.strictObject({ account_id: z.string().max(100).optional(), page: z.coerce.number().int().min(1).max(100_000).default(1) })

/** A list of the gateway whose records no source describes, of one account; the default one when none is named. */
export function recordsRoute(plural: string, operation: UnknownRecordsOperation) {
  return forStaff(async (req, res) => {
    const { account_id, page } = bodyOf(querySchema, req.query)
    const { account, records } = await faturaOf(req).invoiceDesk.records(operation, account_id, page)
    res.json({ [plural]: records, account_id: account.id, page })
  })
}
