import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { z } from "zod"
import { shopperLanguage } from "../../modules/fatura/texts/shopper-texts"
import { StaffError } from "../../modules/fatura/texts/staff-error"

type Handler = (req: MedusaRequest, res: MedusaResponse) => Promise<void>

/** A route whose refusals are answered as `{ type, message, code, fields? }`, in the language of who asks. */
export function forStaff(handler: Handler): Handler {
  return async (req, res) => {
    try {
      await handler(req, res)
    } catch (error) {
      if (!(error instanceof StaffError)) {
        throw error
      }
      res.status(error.status).json(error.in(shopperLanguage(req.headers["accept-language"])))
    }
  }
}

/** @throws StaffError that names every field that is wrong */
export function bodyOf<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value ?? {})
  if (result.success) {
    return result.data
  }
  const fields = result.error.issues.flatMap((issue) => {
    const path = issue.path.join(".")
    // Named one by one, so that a form or a caller sees which.
    const unknown = issue.code === "unrecognized_keys" ? issue.keys : []
    return unknown.length
      ? unknown.map((key) => ({ path: [path, key].filter(Boolean).join("."), message: issue.message }))
      : [{ path: path || "body", message: issue.message }]
  })
  throw new StaffError("invalid_fields", { fields })
}
