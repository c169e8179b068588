import { z } from "zod"
import { foreignPostalCode, type InvoiceAddress } from "../domain/address"
import { brazilianState, foreignState } from "../domain/state"
import { cents, reaisText, toReais } from "../domain/money"
import type { NewInvoice } from "./invoice"
import type { PaymentTypes } from "./methods"

/**
 * The body of `POST /invoices`, exactly as specification 4.3 has it: number of installments and amounts
 * as texts, quantities and codes as integers, product discounts and freight as numbers, all amounts in
 * decimal reais. Checked before sending, so that a mistake of ours is never taken for a refusal.
 */
const decimalText = z.string().regex(/^\d+\.\d{2}$/, "must be a decimal with two places")
const day = z.iso.date("must be YYYY-MM-DD")
const text = z.string().min(1, "must not be empty")
const amount = z.number().nonnegative("must not be negative")
const count = z.int().positive("must be a whole number from 1 up")
const digits = z.string().regex(/^\d+$/, "must be digits")
const address = {
  ...{ street: text, number: text, district: text, city: text },
  state: z.string().regex(/^[A-Z]{2}$/, "must be two letters"),
  zipcode: digits,
  country: z.string().regex(/^[A-Z]{3}$/, "must be a three-letter code"),
}

export const createBody = z.strictObject({
  client: z.strictObject({
    name: text,
    document: z.string().regex(/^(?:\d{11}|[0-9A-Z]{12}\d{2})$/, "must be a CPF or CNPJ without punctuation").optional(),
    email: text.optional(),
    phone: digits.optional(),
    address: z.strictObject(address).optional(),
    ip: text.optional(),
  }),
  ecommerce: z.strictObject({ store_id: z.int(), checkout: z.int() }).optional(),
  payment: z.strictObject({
    product_type: z.int().optional(),
    id: text,
    type: z.int(),
    due_at: day,
    referrer: text,
    installments: z.string().regex(/^([1-9]|1[0-2])$/, "must be 1 to 12"),
    order_url: z.url().optional(),
    store_url: z.url().optional(),
    webhook: z.url("must be a URL"),
    discount: decimalText,
    products: z
      .array(
        z.strictObject({
          id: text,
          image: z.url().optional(),
          title: text,
          qnt: count,
          discount: amount,
          amount: decimalText,
        })
      )
      .min(1, "must have at least one line"),
    card: z
      .strictObject({
        saved: z.literal(0),
        tokenize: z.literal(0),
        token: text,
        valid: z.string().regex(/^(0[1-9]|1[0-2])\/\d{2}$/, "must be MM/YY"),
        holder: z.strictObject({ name: text }),
      })
      .optional(),
  }),
  shipping: z.strictObject({ amount }),
})

export type CreateBody = z.output<typeof createBody>

/**
 * Our invoice as the gateway wants it.
 * @throws RangeError naming the first member that cannot be sent; it quotes no value
 */
export function createRequest(invoice: NewInvoice, types: PaymentTypes): CreateBody {
  if ((invoice.method === "card") !== (invoice.card !== undefined)) {
    throw new RangeError("payment.card goes with card payments, and only with them")
  }
  if (!invoice.payer.document && (invoice.method !== "card" || !invoice.payer.email)) {
    throw new RangeError("client.document is required for national payments, client.email for global ones")
  }
  const checked = createBody.safeParse({
    client: clientOf(invoice.payer),
    ...(invoice.ecommerce
      ? { ecommerce: { store_id: invoice.ecommerce.storeId, checkout: invoice.ecommerce.checkout } }
      : {}),
    payment: paymentOf(invoice, types),
    shipping: { amount: toReais(invoice.shipping ?? cents(0)) },
  })
  if (!checked.success) {
    const issue = checked.error.issues[0]
    throw new RangeError(`${issue?.path.join(".")} ${issue?.code === "invalid_type" ? "is missing" : issue?.message}`)
  }
  return checked.data
}

function clientOf({ name, document, email, phone, ip, address }: NewInvoice["payer"]) {
  return known({
    name,
    document: document?.replace(/[\s./-]/g, "").toUpperCase(),
    email,
    phone: phone?.replace(/\D/g, ""),
    // Member by member: what else our address may carry has no place in the gateway's.
    address: address && addressOf(address),
    ip,
  })
}

/** Whoever calls: a state by its name, a CEP with its hyphen and a country in small letters are not what the gateway takes. */
function addressOf({ street, number, district, city, state, zipcode, country }: InvoiceAddress) {
  const upper = country.toUpperCase()
  const places = upper === "BRA" ? { state: brazilianState(state) ?? state, zipcode: zipcode.replace(/[\s.-]/g, "") } : { state: foreignState(state), zipcode: foreignPostalCode(zipcode) }
  if (upper === "BRA" && !/^\d{8}$/.test(places.zipcode)) {
    throw new RangeError("client.address.zipcode must be the eight digits of a CEP")
  }
  return { street, number, district, city, ...places, country: upper }
}

function paymentOf(invoice: NewInvoice, types: PaymentTypes) {
  return known({
    product_type: invoice.productType,
    // Only one of the two is sure to come back (observation: Codes and units (B)), so both are the same.
    id: invoice.reference,
    type: types[invoice.method],
    due_at: invoice.dueOn,
    referrer: invoice.reference,
    installments: String(invoice.installments),
    order_url: invoice.orderUrl,
    store_url: invoice.storeUrl,
    webhook: invoice.notifyUrl,
    discount: reaisText(invoice.discount ?? cents(0)),
    products: invoice.lines.map((line) =>
      known({
        id: line.id,
        image: line.imageUrl,
        title: line.title,
        qnt: line.quantity,
        discount: toReais(line.discount ?? cents(0)),
        amount: reaisText(line.amount),
      })
    ),
    card: invoice.card && {
      saved: 0,
      tokenize: 0,
      token: invoice.card.token,
      valid: invoice.card.validity,
      holder: { name: invoice.card.holderName },
    },
  })
}

/** Without the members that are not known: the gateway gets no nulls. */
function known(members: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null && value !== undefined))
}
