import type { MedusaRequest } from "@medusajs/framework/http"
import { findCardData } from "../../domain/card-data"
import { parseDocument } from "../../domain/document"
import { Draft, draftSchema, said } from "../../modules/fatura/drafts/drafts"
import { ShopperError } from "../../modules/fatura/texts/shopper-error"
import { customerIfAny } from "./customer"
import { shopperIp } from "./shopper-ip"
import { faturaOf } from "./staff"

/**
 * The same, with the saved payer that the logged-in customer has chosen in the place of its id.
 * @throws ShopperError that names the field
 */
export async function draftOfShopper(req: MedusaRequest, data: Record<string, unknown> | undefined, known: Draft = {}): Promise<Draft> {
  const { payer: typed, ...rest } = draftOfRequest(data, shopperIp(req), known)
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
 * stored nowhere; keys that we do not know are dropped, and what is empty was not said.
 * @param known what was said before: a card without a token is that one, with other installments or another holder
 * @throws ShopperError that names the field
 */
export function draftOfRequest(data: Record<string, unknown> | undefined, ip: string | null, known: Draft = {}): Draft {
  const found = findCardData(data ?? {})
  if (found) {
    throw new ShopperError("field", "card_data_refused", { path: found.path })
  }
  const [payer, given] = [membersOf(data?.payer), membersOf(data?.card)]
  const isSameCard = known.card !== undefined && isRecord(given) && !("token" in given)
  const card = isSameCard ? { ...known.card, ...(given as object) } : given
  const parsed = draftSchema.safeParse({ ...(payer !== undefined && { payer }), ...(card !== undefined && { card }), ip })
  if (!parsed.success) {
    throw new ShopperError("field", "unknown_payment_field", { path: parsed.error.issues[0]?.path.join(".") ?? "data" })
  }
  const document = parsed.data.payer?.document
  if (document && !parseDocument(document)) {
    throw new ShopperError("field", "invalid_document", { path: "payer.document" })
  }
  return parsed.data
}

/** Without what is empty; nothing at all when nothing is left. What is no object is left to the schema. */
function membersOf(value: unknown): unknown {
  if (value === null || value === undefined || value === "") {
    return undefined
  }
  const members = isRecord(value) ? said(value) : value
  return isRecord(members) && Object.keys(members).length === 0 ? undefined : members
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
