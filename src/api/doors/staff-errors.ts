import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { z } from "zod"
import { issueWords } from "../../modules/fatura/texts/field-texts"
import { shopperLanguage } from "../../modules/fatura/texts/shopper-texts"
import { runForStaff } from "../../modules/fatura/texts/staff-context"
import { StaffError } from "../../modules/fatura/texts/staff-error"

type Handler = (req: MedusaRequest, res: MedusaResponse) => Promise<void>

/** Lets what a provider refuses within Medusa's own routes speak the language of the staff. */
export function asStaff(req: MedusaRequest, _res: MedusaResponse, next: MedusaNextFunction): void {
  runForStaff(shopperLanguage(req.headers["accept-language"]), () => next())
}

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
      ? unknown.map((key) => ({ path: [path, key].filter(Boolean).join("."), words: issueWords(issue) }))
      : [{ path: path || "body", words: issueWords(issue) }]
  })
  throw new StaffError("invalid_fields", { fields })
}
