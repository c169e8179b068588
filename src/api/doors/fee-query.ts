import { z } from "zod"
import { GROUPS } from "../../modules/fatura/reports/fee-report"
import { StaffError } from "../../modules/fatura/texts/staff-error"
import { dayBefore, daySchema } from "./staff"
import { bodyOf } from "./staff-errors"

const MOST_DAYS = 366

/** What a report is about: the last 30 days by day when nothing is named. */
export const feeQueryShape = {
  from: daySchema.optional(),
  to: daySchema.optional(),
  group_by: z.enum(GROUPS).default("day"),
}

/** @throws StaffError */
export function feeQueryOf<T extends typeof feeQueryShape>(schema: z.ZodObject<T>, query: unknown) {
  const { from = dayBefore(29), to = dayBefore(0), group_by, ...rest } = bodyOf(schema, query) as z.output<z.ZodObject<typeof feeQueryShape>>
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000
  if (days < 0 || days > MOST_DAYS) {
    throw new StaffError("invalid_fields", { fields: [{ path: "to", words: { "pt-BR": `Não antes do início, e no máximo ${MOST_DAYS} dias depois dele.`, en: `Not before the first day, and at most ${MOST_DAYS} days after it.` } }] })
  }
  return { from, to, groupBy: group_by, rest: rest as Omit<z.output<z.ZodObject<T>>, keyof typeof feeQueryShape> }
}
