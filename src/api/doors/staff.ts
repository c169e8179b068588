import type { AuthenticatedMedusaRequest, MedusaRequest } from "@medusajs/framework/http"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import { z } from "zod"
import { gatewayDate } from "../../domain/dates"
import { FATURA_MODULE, type FaturaModuleService } from "../../modules/fatura"
import { type Language, shopperLanguage } from "../../modules/fatura/texts/shopper-texts"
import type { InvoiceRow } from "../../modules/fatura/ledger/row"
import { StaffError } from "../../modules/fatura/texts/staff-error"

/** Who of the staff is asking, for the timeline. */
export function staffOf(req: MedusaRequest): string {
  return (req as AuthenticatedMedusaRequest).auth_context?.actor_id ?? "unknown"
}

/** @throws MedusaError that lists what is wrong with the body or query */
export function parsed<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value ?? {})
  if (!result.success) {
    const faults = result.error.issues.map((issue) => `${issue.path.join(".") || "body"}: ${issue.message}`)
    throw new MedusaError(MedusaError.Types.INVALID_DATA, faults.join("; "))
  }
  return result.data
}

/** The language that staff read, by `Accept-Language`. */
export function languageOf(req: MedusaRequest): Language {
  return shopperLanguage(req.headers["accept-language"])
}

export function faturaOf(req: MedusaRequest): FaturaModuleService {
  return req.scope.resolve(FATURA_MODULE)
}

/** @throws StaffError */
export async function invoiceOfRequest(req: MedusaRequest): Promise<InvoiceRow> {
  const invoice = await faturaOf(req).ledger.find(req.params.id!)
  if (!invoice) {
    throw new StaffError("invoice_not_found")
  }
  return invoice
}

/** `limit` and `after` of a keyset page. */
export const pageSchema = z.object({ limit: z.coerce.number().int().min(1).max(100).default(20), after: z.string().max(100).optional() })

/** A day as people choose it: an existing date in São Paulo. */
export const daySchema = z.iso.date("must be an existing date, YYYY-MM-DD")

/** Today in São Paulo, or some days before. */
export function dayBefore(days: number): string {
  return gatewayDate(new Date(Date.now() - days * 86_400_000))
}

/** The numbers that people know orders by, by order id. */
export async function orderNumbers(req: MedusaRequest, ids: (string | null)[]): Promise<Map<string, number>> {
  const wanted = [...new Set(ids.filter((id): id is string => id !== null))]
  if (!wanted.length) {
    return new Map()
  }
  const { data } = await req.scope.resolve(ContainerRegistrationKeys.QUERY).graph({ entity: "order", fields: ["id", "display_id"], filters: { id: wanted } })
  return new Map(data.map((order) => [order.id, Number(order.display_id)]))
}

/** The orders of a number; a store that was put together from others may have several. */
export async function ordersOfNumber(req: MedusaRequest, number: number): Promise<string[]> {
  const { data } = await req.scope.resolve(ContainerRegistrationKeys.QUERY).graph({ entity: "order", fields: ["id"], filters: { display_id: number } })
  return data.map((order) => order.id)
}

/** An invoice in detail, with what people know orders and colleagues by. */
export async function detailOf(req: MedusaRequest, row: InvoiceRow) {
  const detail = await faturaOf(req).invoiceDetail.of(row, languageOf(req))
  const [numbers, names] = await Promise.all([orderNumbers(req, [row.order_id]), staffNames(req, detail.timeline.map(({ actor }) => actor))])
  return {
    ...detail,
    order_display_id: numbers.get(row.order_id ?? "") ?? null,
    timeline: detail.timeline.map((entry) => ({ ...entry, actor_name: names.get(entry.actor ?? "") ?? null })),
  }
}

/** E-mail addresses of users of the dashboard, by id. */
export async function emailsOf(req: MedusaRequest, ids: (string | null)[]): Promise<Map<string, string>> {
  const wanted = [...new Set(ids.filter((id): id is string => id !== null))]
  const { data } = await req.scope.resolve(ContainerRegistrationKeys.QUERY).graph({ entity: "user", fields: ["id", "email"], filters: { id: wanted } })
  return new Map(data.map(({ id, email }) => [id, email]))
}

/** Names, or else e-mail addresses, of users of the dashboard; who was removed has none any more. */
async function staffNames(req: MedusaRequest, ids: (string | null)[]): Promise<Map<string, string>> {
  const wanted = [...new Set(ids.filter((id): id is string => id !== null))]
  if (!wanted.length) {
    return new Map()
  }
  const { data } = await req.scope.resolve(ContainerRegistrationKeys.QUERY).graph({ entity: "user", fields: ["id", "email", "first_name", "last_name"], filters: { id: wanted } })
  return new Map(data.map(({ id, email, first_name, last_name }) => [id, [first_name, last_name].filter(Boolean).join(" ") || email]))
}
