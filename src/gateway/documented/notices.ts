import { z } from "zod"
import { assumed, integer, message, number, text, textOrInteger } from "./field"

const NOTICE = "observation: Notifications (B)"

/** A notification (webhook): `invoices` is one object despite its name. */
export const notice = message(
  {
    event: message({ type: text, date: text }, NOTICE),
    invoices: message(
      {
        id: textOrInteger,
        external_id: text.nullable(),
        token: text.nullable(),
        date: text,
        status: message({ code: integer, title: text, description: text, text }, NOTICE),
        customer: integer,
        prices: message(
          {
            total: number,
            discount: number,
            taxs: message({ others: number }, NOTICE),
            refound: number.nullable(),
            refund: number.nullable(),
          },
          NOTICE
        ),
        type: text,
        payment: message(
          {
            gateway: text,
            date: text.nullable(),
            due: text,
            card: z.unknown(),
            payId: assumed(text.nullable(), "that it is the end-to-end id of a PIX is not shown"),
            payDate: text.nullable(),
            details: message(
              { barcode: text.nullable(), pix_code: text.nullable(), qrcode: text.nullable(), url: text.nullable() },
              NOTICE
            ),
          },
          NOTICE
        ),
      },
      NOTICE
    ),
  },
  NOTICE
)

/** Spec 4.5. */
export const validateAnswer = message({ success: z.boolean() }, "spec 4.5")

const response = message(
  {
    events: text,
    webhook: text,
    response: message(
      {
        action: text,
        details: message(
          { raw_response: z.boolean(), json_response: z.unknown(), http: integer, headers: z.array(text) },
          "spec 4.6"
        ),
        update: text,
        version: text,
      },
      "spec 4.6"
    ),
  },
  "spec 4.6"
)

/** Spec 4.6. */
export const resendAnswer = message(
  {
    success: z.boolean(),
    sent: message({ event: text, total: integer, responses: z.array(response) }, "spec 4.6"),
  },
  "spec 4.6"
)

/** No source shows what is answered; the two flags are what every write answers (spec 7). */
export const trackingAnswer = message({ success: z.boolean(), error: z.boolean() }, "observation: assumed, its answer is not shown")
