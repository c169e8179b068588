import { z } from "zod"
import { from, integer, message, number, text } from "./field"

const fee = { percent: number, cents: number }
const INSTALLMENTS = ["x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12"] as const

/** `details.fees` (spec 2.1). */
const fees = message(
  {
    warning: text,
    ...fee,
    billet: message(fee, "spec 2.1"),
    pix: message(fee, "spec 2.1"),
    card: message(
      { ...fee, installments: message(Object.fromEntries(INSTALLMENTS.map((name) => [name, number])), "spec 2.1") },
      "spec 2.1"
    ),
  },
  "spec 2.1"
)

/** The answer of `GET /auth` (spec 2.1). */
export const credential = message(
  {
    account: text,
    access_token: text,
    token_type: z.enum(["Basic", "Bearer"]),
    scope: z.array(text),
    expires_in: from(integer, "observation: Authentication (D)"),
    working: z.enum(["PRODUCTION", "SANDBOX"]),
    companie: integer,
    details: message(
      {
        type: integer,
        document: text,
        name: text,
        social_name: text,
        owner: message({ document: text }, "spec 2.1"),
        sac: message({ phone: text, email: text }, "spec 2.1"),
        softDesc: text,
        fees,
      },
      "spec 2.1"
    ),
    __seconds: number,
  },
  "spec 2.1"
)

/** The answer of `GET /status`: 2xx is read as valid, whatever stands in it. */
export const tokenStatus = message(
  { status: z.boolean(), expires_in: integer, __seconds: number },
  "observation: Authentication (E)"
)
