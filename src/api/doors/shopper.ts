import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { type Refusal, type Shopper, runAsShopper } from "../../modules/fatura/texts/shopper-context"
import { ShopperError, asShopperError } from "../../modules/fatura/texts/shopper-error"
import { shopperLanguage } from "../../modules/fatura/texts/shopper-texts"
import { shopperIp } from "./shopper-ip"

const STATUS: Record<ShopperError["reason"], number> = { field: 400, denied: 422, conflict: 409, not_found: 404, too_many: 429 }

/** Lets everything behind it speak the shopper's language and know the shopper's address. */
export function asShopper(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): void {
  const shopper: Shopper = { language: shopperLanguage(req.headers["accept-language"]), ip: shopperIp(req), isPresent: true }
  const json = res.json.bind(res)
  res.json = (body: unknown) => json(withRefusal(body, shopper.refusal))
  runAsShopper(shopper, () => next())
}

type Told = { message?: unknown }

/** Medusa's completion answers a refusal with its message alone; code and fields are put back beside it. */
function withRefusal(body: unknown, refusal: Refusal | undefined): unknown {
  if (!refusal || typeof body !== "object" || body === null) {
    return body
  }
  const { code, fields } = refusal
  const more = { code, ...(fields.length && { fields }) }
  if ((body as Told).message === refusal.message) {
    return { ...body, ...more }
  }
  const { error } = body as { error?: Told }
  return error?.message === refusal.message ? { ...body, error: { ...error, ...more } } : body
}

type Handler = (req: MedusaRequest, res: MedusaResponse) => Promise<void>

/** A route whose errors for shoppers are answered as `{ type, message, code, fields? }`. */
export function forShopper(handler: Handler): Handler {
  return async (req, res) => {
    try {
      await handler(req, res)
    } catch (error) {
      const told = asShopperError(error) ?? refusalOfMedusa(error)
      if (!told) {
        throw error
      }
      sendShopperError(res, told)
    }
  }
}

/** What Medusa refuses it says in English, for developers, and with its own ids. */
const REFUSED_BY_MEDUSA: readonly string[] = [MedusaError.Types.INVALID_DATA, MedusaError.Types.NOT_ALLOWED, MedusaError.Types.NOT_FOUND, MedusaError.Types.CONFLICT, MedusaError.Types.DUPLICATE_ERROR]

function refusalOfMedusa(error: unknown): ShopperError | null {
  const { type } = (error ?? {}) as Partial<MedusaError>
  return type && REFUSED_BY_MEDUSA.includes(type) ? new ShopperError("conflict", "changed_meanwhile") : null
}

export function sendShopperError(res: MedusaResponse, error: ShopperError): void {
  if (error.reason === "too_many" && !res.getHeader("retry-after")) {
    res.setHeader("retry-after", "60")
  }
  // At completion it must be a denial, or Medusa would lose its text; here it is a conflict like any other.
  res.status(error.key === "outcome_unknown" ? STATUS.conflict : STATUS[error.reason]).json({
    type: error.type,
    message: error.message,
    code: error.key,
    ...(error.fields.length && { fields: error.fields }),
  })
}
