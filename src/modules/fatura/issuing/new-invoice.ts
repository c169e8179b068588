import type { NewInvoice } from "../../../gateway"
import { netLines } from "../../../domain/invoice-lines"
import { pixDueDate } from "../../../domain/dates"
import { writeTicket } from "../crypto/tickets"
import type { KeyRing } from "../crypto/key-ring"
import type { FaturaOptions } from "../options/schema"
import type { PaymentMethod } from "../ledger/row"
import type { Payer } from "./payer"
import type { Purchase } from "./purchase"

const MINUTE = 60_000

/** When the invoice falls due at the gateway, and when we stop showing its code. */
export type Terms = { dueOn: string; expiresAt: Date | null }

/** The methods of which this module issues invoices. */
export type IssuableMethod = Extract<PaymentMethod, "pix">

/** Each method's terms. The gateway knows only dates, in São Paulo time; the minutes are ours. */
export const TERMS: Record<IssuableMethod, (at: Date, options: FaturaOptions) => Terms> = {
  pix: (at, { methods }) => ({
    dueOn: pixDueDate(at, methods.pix.expiresInMinutes),
    expiresAt: new Date(at.getTime() + methods.pix.expiresInMinutes * MINUTE),
  }),
}

/** The request that has an invoice issued (spec 4.3), for one attempt. */
export function newInvoice(input: {
  purchase: Purchase
  payer: Payer
  method: PaymentMethod
  reference: string
  attempt: number
  terms: Terms
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
    installments: 1,
    payer: { ...payer, document: payer.document.value },
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
  }
}

function orderUrl(options: FaturaOptions, purchase: Purchase): string | null {
  if (!options.orderUrl) {
    return options.storefrontUrl ?? null
  }
  return options.orderUrl
    .replace("{order_id}", encodeURIComponent(purchase.orderId ?? ""))
    .replace("{cart_id}", encodeURIComponent(purchase.cartId ?? ""))
    .replace("{session_id}", encodeURIComponent(purchase.sessionId))
}
