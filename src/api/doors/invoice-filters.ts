import type { MedusaRequest } from "@medusajs/framework/http"
import { DateTime } from "luxon"
import { z } from "zod"
import { SAO_PAULO } from "../../domain/dates"
import { INVOICE_STATUSES } from "../../domain/invoice-status"
import type { InvoiceFilters } from "../../modules/fatura/ledger/list-invoices"
import { orderNumberIn, readSearch } from "../../modules/fatura/ledger/list-search"
import { daySchema, ordersOfNumber } from "./staff"

/** One value, several of the same name, or several with commas between them. */
function several<const T extends readonly [string, ...string[]]>(values: T) {
  return z
    .union([z.string(), z.array(z.string())])
    .transform((given) => [given].flat().flatMap((text) => text.split(",")))
    .pipe(z.array(z.enum(values)).max(20))
    .optional()
}

/** What narrows the staff's list of invoices and its export. `from` and `to` are São Paulo days, both included. */
export const filtersSchema = z.strictObject({
  q: z.string().max(200).optional(),
  status: several(INVOICE_STATUSES),
  method: several(["pix", "boleto", "card"]),
  account_id: z.string().max(100).optional(),
  order_id: z.string().max(100).optional(),
  session_id: z.string().max(100).optional(),
  invoice_id: z.string().max(100).optional(),
  from: daySchema.optional(),
  to: daySchema.optional(),
})

export async function filtersOf(req: MedusaRequest, { q, from, to, ...exact }: z.output<typeof filtersSchema>): Promise<InvoiceFilters> {
  const number = q ? orderNumberIn(q) : null
  const orderIds = number === null ? [] : await ordersOfNumber(req, number)
  return {
    ...exact,
    search: q ? readSearch(q, orderIds) : null,
    from: from ? startOfDay(from) : undefined,
    to: to ? DateTime.fromJSDate(startOfDay(to), { zone: SAO_PAULO }).plus({ days: 1 }).toJSDate() : undefined,
  }
}

function startOfDay(day: string): Date {
  return DateTime.fromISO(day, { zone: SAO_PAULO }).startOf("day").toJSDate()
}
