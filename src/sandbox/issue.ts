import { randomUUID } from "node:crypto"
import type { Assumptions } from "./assumptions"
import { LARGEST_BOLETO_CENTS, boletoCodes } from "./boleto"
import { brCode } from "./br-code"
import { type CardOutcome, cardOfToken, outcomeOfToken } from "./card-outcomes"
import { feesOf } from "./fees"
import { statusOf } from "./status-texts"
import type { Product, SandboxInvoice } from "./types"
import type { CreateRequest } from "./validation/create"
import { Refusal } from "./validation/fields"

const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0)

/** Whether a product's amount and discount count per unit or per line is told by no source. */
const amountsOf = (request: CreateRequest, assumptions: Assumptions) => {
  const price = ({ priceCents, quantity }: Product) =>
    priceCents * (assumptions.product_amount === "per_unit" ? quantity : 1)
  const discount = ({ discountCents, quantity }: Product) =>
    discountCents * (assumptions.product_discount === "per_unit" ? quantity : 1)
  const itemsCents = sum(request.products.map(price))
  const discountCents = sum(request.products.map(discount)) + request.discountCents
  const { shippingCents } = request
  return { itemsCents, discountCents, shippingCents, dueCents: itemsCents - discountCents + shippingCents }
}

/** What a payer can pay with: made anew when due date or amount change. */
export const codesOf = (
  invoice: Pick<SandboxInvoice, "method" | "id" | "token" | "dueOn">,
  payableCents: number,
  assumptions: Assumptions,
): Pick<SandboxInvoice, "pixPayload" | "boleto"> => {
  const location = `pix.gateway.example/qr/v2/${invoice.token.replaceAll("-", "")}`
  return {
    pixPayload: invoice.method === "pix" ? brCode(location, assumptions.br_code_amount ? payableCents : null) : null,
    boleto: invoice.method === "boleto" ? boletoOf(invoice.id, invoice.dueOn, payableCents) : null,
  }
}

const boletoOf = (id: string, dueOn: string, dueCents: number) => {
  if (dueCents > LARGEST_BOLETO_CENTS) {
    throw new Refusal("Valor maior que o permitido para boleto")
  }
  return { ...boletoCodes(id, dueOn, dueCents), url: `https://gateway.example/boleto/${id}.pdf` }
}

const secureOf = (request: CreateRequest, outcome: CardOutcome | null, id: string) => ({
  id: `5C${id.slice(-4)}`,
  url:
    request.method === "boleto"
      ? `https://acquirer.example/fatura/${id}`
      : outcome?.needsAction
        ? `https://acquirer.example/secure/${id}`
        : null,
})

export type Identity = {
  account: string
  id: string
  webhookId: string
  customerId: number
  now: Date
}

/**
 * Makes the invoice that a valid request asks for. It stands in state 1; a card's outcome is returned beside it,
 * because reaching it is a change of status.
 * @throws Refusal when the amount or the card token can't be taken
 */
export const issueInvoice = (
  request: CreateRequest,
  assumptions: Assumptions,
  { account, id, webhookId, customerId, now }: Identity,
): { invoice: SandboxInvoice; outcome: CardOutcome | null } => {
  const amounts = amountsOf(request, assumptions)
  if (amounts.dueCents <= 0) {
    throw new Refusal("O valor da fatura deve ser maior que zero")
  }
  const outcome = request.card ? outcomeOfToken(request.card.token) : null
  if (request.card && !outcome) {
    throw new Refusal("Token do cartao invalido")
  }
  const token = randomUUID()
  const invoice: SandboxInvoice = {
    account,
    id,
    invoiceId: assumptions.invoice_ids === "same" ? id : `7${id}`,
    uuid: randomUUID(),
    token,
    webhookId,
    method: request.method,
    externalId: request.externalId,
    referrer: request.referrer,
    createdAt: now,
    dueOn: request.dueOn,
    originalDueOn: request.dueOn,
    installments: request.installments,
    products: request.products,
    customer: { id: customerId, ...request.client },
    ...amounts,
    interestCents: 0,
    feesCents: feesOf(request.method, amounts.dueCents, request.installments),
    ...codesOf({ method: request.method, id, token, dueOn: request.dueOn }, amounts.dueCents, assumptions),
    endToEndId: null,
    card: request.card ? cardOfToken(request.card) : null,
    secure: secureOf(request, outcome, id),
    webhook: request.webhook,
    status: statusOf(1),
    history: [{ at: now, code: 1 }],
    paidCents: 0,
    paidAt: null,
    refundedCents: 0,
    refundedAt: null,
    pendingRefundCents: 0,
    canceledAt: null,
    trackingCode: null,
  }
  return { invoice, outcome }
}
