import { findCardData } from "../../domain/card-data"
import { parseDocument } from "../../domain/document"
import { Draft, draftSchema } from "../../modules/fatura/drafts/drafts"
import { ShopperError } from "../../modules/fatura/texts/shopper-error"

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
