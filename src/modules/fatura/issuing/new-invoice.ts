import type { NewInvoice } from "../../../gateway"
import { netLines } from "../../../domain/invoice-lines"
import { writeTicket } from "../crypto/tickets"
import type { KeyRing } from "../crypto/key-ring"
import type { FaturaOptions } from "../options/schema"
import type { PaymentMethod } from "../ledger/row"
import type { Terms } from "../methods/policy"
import type { CardDetails } from "./card"
import { orderUrl } from "./order-url"
import type { Payer } from "./payer"
import type { Purchase } from "./purchase"

/** The request that has an invoice issued (spec 4.3), for one attempt. */
export function newInvoice(input: {
  purchase: Purchase
  payer: Payer
  method: PaymentMethod
  reference: string
  attempt: number
  terms: Terms
  card: CardDetails | null
  options: FaturaOptions
  ring: KeyRing
}): NewInvoice {
  const { purchase, payer, options } = input
  const physical = purchase.items.some((item) => item.requiresShipping)
  const ticket = writeTicket(input.ring, { sessionId: purchase.sessionId, attempt: input.attempt })
  return {
    reference: input.reference,
    method: input.method,
    dueOn: input.terms.dueOn,
    installments: input.card?.installments ?? 1,
    payer: { ...payer, document: payer.document?.value ?? null },
    lines: netLines({
      items: purchase.items,
      shippingTotal: purchase.shippingTotal,
      due: purchase.amount,
      orderLabel: purchase.orderNumber ? `Pedido ${purchase.orderNumber}` : "Pedido",
    }),
    notifyUrl: `${options.backendUrl}/hooks/fatura/${ticket}`,
    orderUrl: orderUrl(options, purchase),
    storeUrl: options.storefrontUrl ?? null,
    productType: physical ? options.productTypes.physical : options.productTypes.digital,
    ecommerce: options.ecommerce,
    ...(input.card && { card: { token: input.card.token, validity: input.card.validity, holderName: input.card.holderName } }),
  }
}
