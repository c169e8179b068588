import type { InvoiceDetails } from "../invoice"
import { loose, part } from "./loose"

/** What no decision needs, of both shapes (spec 2.2, 2.3). Tokens, names and documents are left where they are. */
const dates = { system: loose.time, customer: loose.time, captured: loose.time }
const wireDetails = part({
  uuid: loose.text,
  status: part({ sub_text: loose.text, title: loose.text, description: loose.text }),
  customer: part({ id: loose.text }),
  cliente: part({ id: loose.text, external: loose.text }),
  subscription: part({ id: loose.text }),
  assinatura: part({ id: loose.text }),
  secure: part({ id: loose.text }),
  split: part({ id: loose.text }),
  due_at: part({ original: loose.day }),
  vencimento: part({ original: loose.day }),
  valores: part({ original: loose.cents, juros: loose.cents }),
  pix: part({ status: loose.text, ete: part({ refund_id: loose.text }) }),
  card: part({ type: loose.text, bin: loose.text, acquirer: loose.text }),
  cartao: part({ bin: loose.text }),
  payment: part({ total: loose.reais, fees: loose.reais, dates: part(dates) }),
  pagamento: part({
    total: loose.number,
    taxas: loose.number,
    datas: part({ sistema: loose.time, cliente: loose.time, capturado: loose.time }),
  }),
  refunds: part({ possbile: loose.number, brl: loose.text, data: loose.time }),
  products: loose.records,
  produtos: loose.records,
  referencia: loose.text,
})
const wireProduct = part({
  id: loose.text,
  description: loose.text,
  quantity: loose.integer,
  discount: loose.reais,
  price_cents: loose.cents,
  image: loose.httpsUrl,
})

/** @param invoice the `invoice` or `fatura` of an answer */
export function readDetails(invoice: Record<string, unknown>): InvoiceDetails {
  const wire = wireDetails.parse(invoice)
  const { payment, pagamento, refunds } = wire
  return {
    uuid: wire.uuid,
    statusSubText: wire.status.sub_text,
    statusTitle: wire.status.title,
    statusDescription: wire.status.description,
    customerId: wire.customer.id ?? wire.cliente.id,
    customerExternalId: wire.cliente.external,
    subscriptionId: wire.subscription.id ?? wire.assinatura.id,
    secureId: wire.secure.id,
    splitId: wire.split.id,
    originalDueOn: wire.due_at.original ?? wire.vencimento.original,
    originalCents: wire.valores.original,
    interestCents: wire.valores.juros,
    pixStatus: wire.pix.status,
    pixRefundEndToEndId: wire.pix.ete.refund_id,
    cardType: wire.card.type,
    cardBin: wire.card.bin ?? wire.cartao.bin,
    cardAcquirer: wire.card.acquirer,
    payment: {
      totalCents: payment.total,
      feesCents: payment.fees,
      totalRaw: pagamento.total,
      feesRaw: pagamento.taxas,
      systemAt: payment.dates.system ?? pagamento.datas.sistema,
      customerAt: payment.dates.customer ?? pagamento.datas.cliente,
      capturedAt: payment.dates.captured ?? pagamento.datas.capturado,
    },
    refunds: { possibleRaw: refunds.possbile, brl: refunds.brl, at: refunds.data },
    products: (wire.products ?? wire.produtos ?? []).map((record) => {
      const product = wireProduct.parse(record)
      return {
        id: product.id,
        description: product.description,
        quantity: product.quantity,
        discountCents: product.discount,
        priceCents: product.price_cents,
        imageUrl: product.image,
      }
    }),
    acquirerReference: wire.referencia,
  }
}
