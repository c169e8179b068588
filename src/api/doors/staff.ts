import type { AuthenticatedMedusaRequest, MedusaRequest } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "zod"
import { FATURA_MODULE, type FaturaModuleService } from "../../modules/fatura"
import { type Language, shopperLanguage } from "../../modules/fatura/texts/shopper-texts"
import type { InvoiceRow } from "../../modules/fatura/ledger/row"

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

/** @throws MedusaError not_found */
export async function invoiceOfRequest(req: MedusaRequest): Promise<InvoiceRow> {
  const invoice = await faturaOf(req).ledger.find(req.params.id!)
  if (!invoice) {
    throw new MedusaError(MedusaError.Types.NOT_FOUND, "This invoice does not exist")
  }
  return invoice
}

/** `limit` and `after` of a keyset page. */
export const pageSchema = z.object({ limit: z.coerce.number().int().min(1).max(100).default(20), after: z.string().optional() })
