import type { MedusaRequest } from "@medusajs/framework/http"
import { findCardData } from "../../domain/card-data"
import { parseDocument } from "../../domain/document"
import { Draft, draftSchema } from "../../modules/fatura/drafts/drafts"
import { ShopperError } from "../../modules/fatura/texts/shopper-error"
import { customerIfAny } from "./customer"
import { faturaOf } from "./staff"

/**
 * The same, with the saved payer that the logged-in customer has chosen in the place of its id.
 * @throws ShopperError that names the field
 */
export async function draftOfShopper(req: MedusaRequest, data: Record<string, unknown> | undefined): Promise<Draft> {
  const { payer: typed, ...rest } = draftOfRequest(data, req.ip ?? null)
  if (!typed?.id) {
    return { ...rest, payer: typed }
  }
  const { id, ...other } = typed
  const customer = customerIfAny(req)
  const saved = customer && (await faturaOf(req).payers.find(customer, id))
  if (!saved) {
    throw new ShopperError("field", "payer_not_found", { path: "payer.id" })
  }
  return { ...rest, payer: { ...other, document: saved.document, name: other.name ?? saved.name, phone: other.phone ?? saved.phone ?? undefined } }
}

/**
 * What the shopper said about payer and card. A card number or its code is refused at the door and
 * stored nowhere; keys that we do not know are dropped.
 * @throws ShopperError that names the field
 */
export function draftOfRequest(data: Record<string, unknown> | undefined, ip: string | null): Draft {
  const found = findCardData(data ?? {})
  if (found) {
    throw new ShopperError("field", "card_data_refused", { path: found.path })
  }
  const parsed = draftSchema.safeParse({ payer: data?.payer, card: data?.card, ip })
  if (!parsed.success) {
    throw new ShopperError("field", "unknown_payment_field", { path: parsed.error.issues[0]?.path.join(".") ?? "data" })
  }
  const document = parsed.data.payer?.document
  if (document && !parseDocument(document)) {
    throw new ShopperError("field", "invalid_document", { path: "payer.document" })
  }
  return parsed.data
}
