import type { z } from "zod"
import type { GatewayInvoice } from "../invoice"
import { asId, asRecord, loose, part } from "./loose"
import { readDetails } from "./read-details"

/**
 * Both shapes in one: the English members of `invoice` (specification 2.2) and the Portuguese ones of
 * `fatura` (2.3). Amounts differ in unit, not only in name: `amount.*` is decimal reais, `valores.*` whole
 * cents (observation: Codes and units (A/B)).
 */
const ete = part({ id: loose.id })
const wireInvoice = part({
  id: loose.id,
  invoice_id: loose.id,
  referrer: loose.id,
  status: part({ code: loose.integer, text: loose.text }),
  currency: loose.text,
  moeda: loose.text,
  amount: part({
    gross: loose.reais, net: loose.reais, fees: loose.reais, discount: loose.reais, shipping: loose.reais,
  }),
  valores: part({ bruto: loose.cents, liquido: loose.cents, taxas: loose.cents, desconto: loose.cents }),
  pix: part({ payload: loose.text, image: loose.httpsUrl, ete }),
  billet: loose.raw,
  externo: part({ url: loose.httpsUrl, fatura: loose.httpsUrl, bankSlipUrl: loose.httpsUrl }),
  links: part({ url: loose.httpsUrl }),
  secure: part({ url: loose.httpsUrl }),
  card: part({ brand: loose.text, last4: loose.text, number: loose.text, tid: loose.id }),
  cartao: part({ bandeira: loose.text, numero: loose.text, tid: loose.id }),
  due_at: loose.raw,
  vencimento: loose.raw,
  created_at: loose.time,
  criacao: loose.time,
  installments: loose.integer,
  parcelas: loose.integer,
  payment: part({ dates: part({ captured: loose.time, customer: loose.time, system: loose.time }) }),
  pagamento: part({ datas: part({ capturado: loose.time, cliente: loose.time, sistema: loose.time }) }),
  refunds: part({ total: loose.number }),
  nossoNumero: loose.id,
})
type WireInvoice = z.output<typeof wireInvoice>

/** Whether an answer carries an invoice at all. */
export function holdsInvoice(json: unknown): boolean {
  const invoice = invoiceOf(json)
  return asId(invoice["id"]) !== null || asId(invoice["invoice_id"]) !== null
}

/**
 * The invoice in an answer, read as far as it can be.
 * @param raw the redacted answer, kept for staff
 */
export function readInvoice(json: unknown, raw: unknown): GatewayInvoice {
  const members = invoiceOf(json)
  const wire = wireInvoice.parse(members)
  const { dates } = wire.payment
  const { datas } = wire.pagamento
  return {
    id: wire.id,
    invoiceId: wire.invoice_id,
    // `referencia` of the Portuguese shape held the boleto's number, not the reference that was sent.
    reference: wire.referrer,
    statusCode: wire.status.code,
    statusText: wire.status.text,
    currency: wire.currency ?? wire.moeda,
    grossCents: wire.amount.gross ?? wire.valores.bruto,
    netCents: wire.amount.net ?? wire.valores.liquido,
    feesCents: wire.amount.fees ?? wire.valores.taxas,
    discountCents: wire.amount.discount ?? wire.valores.desconto,
    shippingCents: wire.amount.shipping,
    pix: readPix(wire),
    boleto: readBoleto(wire),
    card: readCard(wire),
    actionUrl: wire.secure.url,
    documentUrl: wire.links.url ?? wire.externo.fatura ?? wire.externo.url,
    dueOn: readDay(wire.due_at) ?? readDay(wire.vencimento),
    createdAt: wire.created_at ?? wire.criacao,
    paidAt: dates.captured ?? dates.customer ?? dates.system ?? datas.capturado ?? datas.cliente ?? datas.sistema,
    installments: wire.installments ?? wire.parcelas,
    refundedRaw: wire.refunds.total,
    nossoNumero: wire.nossoNumero,
    details: readDetails(members),
    raw,
  }
}

function invoiceOf(json: unknown): Record<string, unknown> {
  const answer = asRecord(json) ?? {}
  return asRecord(answer["invoice"]) ?? asRecord(answer["fatura"]) ?? {}
}

function readPix({ pix }: WireInvoice): GatewayInvoice["pix"] {
  const instructions = { payload: pix.payload, imageUrl: pix.image, endToEndId: pix.ete.id }
  return someKnown(instructions) ? instructions : null
}

/** `billet`'s members were never seen, so the line (47 or 48 digits) and barcode (44) are known by length. */
function readBoleto({ billet, externo }: WireInvoice): GatewayInvoice["boleto"] {
  const members = Object.values(asRecord(billet) ?? {})
  const digits = members.map((member) => (typeof member === "string" ? member.replace(/[\s.-]/g, "") : ""))
  const url = loose.httpsUrl.parse(asRecord(billet)?.["url"])
  const instructions = {
    line: digits.find((text) => /^\d{47,48}$/.test(text)) ?? null,
    barcode: digits.find((text) => /^\d{44}$/.test(text)) ?? null,
    url: url ?? externo.bankSlipUrl,
  }
  return someKnown(instructions) ? instructions : null
}

function readCard({ card, cartao }: WireInvoice): GatewayInvoice["card"] {
  const number = card.number ?? cartao.numero ?? ""
  const last4 = [card.last4 ?? "", number.slice(-4)].find((text) => /^\d{4}$/.test(text)) ?? null
  const details = { brand: card.brand ?? cartao.bandeira, last4, tid: card.tid ?? cartao.tid }
  return someKnown(details) ? details : null
}

function readDay(value: unknown): string | null {
  const members = asRecord(value)
  return loose.day.parse(members ? (members["day"] ?? members["dia"]) : value)
}

function someKnown(members: Record<string, string | null>): boolean {
  return Object.values(members).some((member) => member !== null)
}
