import { z } from "zod"
import { from, integer, localTime, message, number, text } from "./field"

/** Members around an invoice (spec 2.2, 2.3). */
export const envelope = {
  date: localTime,
  success: z.boolean(),
  error: z.boolean(),
  type: text,
  __seconds: number,
}

/** `api.version` is a text for invoices and an integer for the statement (observation: Statement (A)). */
export const api = message(
  { by: text, version: from(z.union([text, integer]), "observation: Statement (A)"), updated: text },
  "spec 9"
)

/** Spec 2.4. `text` varies with the acquirer; `code` is what counts. */
export const status = message(
  {
    text,
    sub_text: text,
    code: integer,
    title: text,
    description: text,
    details: z.unknown().meta({ "x-source": "spec 2.4" }),
  },
  "spec 2.4"
)

export const ete = message({ id: text.nullable(), refund_id: text.nullable() }, "spec 2.2")

/** The unit of these is told by no source. */
export const refunds = message(
  {
    possbile: number.nullable(),
    total: number.nullable(),
    brl: z.union([text, number]).nullable(),
    data: text.nullable(),
  },
  "spec 2.2"
)

export const split = message({ id: z.union([text, integer]).nullable(), rules: z.unknown() }, "spec 2.2")

/** A boleto's members are in no source. */
export const billet = message(
  { barcode: text.nullable(), line: text.nullable(), url: text.nullable() },
  "observation: assumed, members of a boleto are not shown"
).nullable()

/** A refusal (spec 7 for the flags; the words by observation: Errors and limits (D)). */
export const refusal = message(
  { ...envelope, message: text },
  "observation: Errors and limits (D)"
)
