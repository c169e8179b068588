import { z } from "zod"
import { api, billet, envelope, ete, refunds, split, status } from "./envelope"
import { assumed, from, integer, localTime, message, number, text, textOrInteger, day } from "./field"

const S22 = "spec 2.2"
const S23 = "spec 2.3"

const card = message(
  {
    type: text.nullable(),
    tid: text.nullable(),
    token: text.nullable(),
    bin: text.nullable(),
    last4: text.nullable(),
    number: text.nullable(),
    brand: text.nullable(),
    acquirer: text.nullable(),
    expire: text.nullable(),
    holder: message({ name: text.nullable(), document: text.nullable() }, S22),
  },
  S22
)

/** The `invoice` of a create answer (spec 2.2). Amounts in decimal reais, prices in cents. */
export const invoice = message(
  {
    currency: text,
    id: textOrInteger,
    uuid: text,
    invoice_id: textOrInteger,
    token: text,
    referrer: text.nullable(),
    card,
    created_at: localTime,
    due_at: message({ day: localTime, original: localTime }, S22),
    links: message({ url: text.nullable() }, S22),
    installments: textOrInteger,
    products: z.array(
      message({ image: text.nullable(), description: text, quantity: integer, discount: text, price_cents: integer }, S22)
    ),
    customer: message({ id: textOrInteger }, S22),
    subscription: message({ id: textOrInteger.nullable() }, S22),
    secure: message({ id: text.nullable(), url: text.nullable() }, S22),
    amount: message({ gross: number, net: number, fees: number, discount: number, shipping: text }, S22),
    pix: message({ image: text.nullable(), payload: text.nullable(), status: text.nullable(), ete }, S22),
    billet,
    payment: message(
      {
        total: number.nullable(),
        fees: number.nullable(),
        dates: message({ system: text.nullable(), customer: text.nullable(), captured: text.nullable() }, S22),
      },
      S22
    ),
    split,
    refunds,
    webhook: text.nullable(),
    status,
  },
  S22
)

/** The `fatura` of a due date, cancel or refund answer, and of create on older installations (spec 2.3). Amounts in cents. */
export const fatura = message(
  {
    moeda: text,
    id: textOrInteger,
    uuid: textOrInteger,
    invoice_id: textOrInteger,
    token: text.nullable(),
    cartao: message(
      { tid: text.nullable(), token: text.nullable(), bin: text.nullable(), numero: text.nullable(), bandeira: text.nullable() },
      S23
    ),
    criacao: localTime,
    vencimento: message({ dia: day, original: day }, S23),
    assinatura: message({ id: textOrInteger.nullable() }, S23),
    secure: message({ id: text.nullable(), url: text.nullable() }, S23),
    parcelas: textOrInteger,
    produtos: z.array(
      message(
        {
          id: textOrInteger,
          description: text,
          price_cents: integer,
          quantity: integer,
          created_at: text,
          updated_at: text,
          price: text,
        },
        S23
      )
    ),
    cliente: message({ id: textOrInteger, name: text, external: textOrInteger.nullable() }, S23),
    externo: message({ url: text.nullable(), fatura: text.nullable(), bankSlipUrl: text.nullable() }, S23),
    valores: message(
      {
        bruto: integer,
        liquido: integer,
        original: integer,
        desconto: integer,
        juros: integer.nullable(),
        taxas: integer.nullable(),
      },
      S23
    ),
    pix: message({ image: text.nullable(), payload: text.nullable(), status: text.nullable(), ete }, S23),
    billet,
    status,
    pagamento: message(
      {
        total: number.nullable(),
        taxas: number.nullable(),
        datas: message({ sistema: text.nullable(), cliente: text.nullable(), capturado: text.nullable() }, S23),
      },
      S23
    ),
    nossoNumero: text,
    referencia: text,
    split,
    refunds,
  },
  S23
)

/** `fatura` in place of `invoice` on older installations (observation: Codes and units (C)). */
export const createAnswer = message(
  { ...envelope, api, invoice, fatura: from(fatura, "observation: Codes and units (C)"), tipo: text },
  S22
)

/** The state after a new due date is not stated (spec 3). */
const postponed = from(fatura.extend({ status: assumed(status, "the state after a new due date is not stated") }), S23)

export const faturaAnswer = message({ ...envelope, api, tipo: text, fatura: postponed }, S23)

/** Cancel: `status` held nothing but the text `canceled` (observation: Cancel (A)). */
export const cancelAnswer = message(
  { ...envelope, api, tipo: text, req: z.unknown(), fatura },
  "observation: Cancel (A)"
)

export const refundAnswer = message({ ...envelope, api, tipo: text, fatura }, "observation: Refund (D)")
