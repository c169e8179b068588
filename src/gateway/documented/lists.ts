import { z } from "zod"
import { api, envelope } from "./envelope"
import { integer, localTime, message, number, text, textOrInteger } from "./field"

const LIST = "observation: List (A)"
const STATEMENT = "observation: Statement (A)"

/** An entry of the list: times with offset, prices in decimal reais, of the status nothing but the code. */
const listed = message(
  {
    id: textOrInteger,
    data: text,
    date: text,
    referrer: text.nullable(),
    status: message({ code: integer }, LIST),
    prices: message(
      {
        total: number,
        discount: number,
        taxs: message({ others: number, shipping: number }, LIST),
        refund: number.nullable(),
      },
      LIST
    ),
    type: message({ id: integer }, LIST),
    payment: message({ date: text.nullable(), card: z.unknown() }, LIST),
  },
  LIST
)

export const listAnswer = message(
  {
    pages: message({ now: integer, total: textOrInteger }, LIST),
    total: message({ invoices: integer, per_page: integer }, LIST),
    invoices: z.array(listed),
  },
  LIST
)

const movement = message(
  {
    id: integer,
    refer: integer,
    description: text,
    balance: number,
    amount: number,
    invoice_id: textOrInteger.nullable(),
    mediation_id: textOrInteger.nullable(),
    chargeback_id: textOrInteger.nullable(),
    withdraw_id: textOrInteger.nullable(),
    created_at: localTime,
    release_at: localTime.nullable(),
    released_at: localTime.nullable(),
    uuid: text,
  },
  STATEMENT
)

export const statementAnswer = message(
  {
    ...envelope,
    api,
    pages: message({ records: integer, total: integer, page: integer }, STATEMENT),
    statement: z.array(movement),
  },
  STATEMENT
)

/** Consumers, mediations and chargebacks: no source shows a record, so any is taken as it comes. */
export const unknownRecords = z
  .looseObject({})
  .meta({ "x-source": "observation: assumed, records are not shown", "x-assumed": true })
