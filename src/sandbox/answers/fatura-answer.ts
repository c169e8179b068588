import type { Assumptions } from "../assumptions"
import { brazilianText } from "../money"
import { localTime, localTimeWithOffset } from "../sao-paulo"
import { statusMember } from "../status-texts"
import type { SandboxInvoice, Status } from "../types"
import { grossCents, pixMember } from "./invoice-answer"
import { NO_REFUNDS, refundsMember } from "./refunds"

const OLD_API = { by: "GATEWAY", version: "1.6", updated: "2024-10-05" }
const API = { version: "1.8", updated: "2026-08-01" }

type Context = { assumptions: Assumptions; url: string; now: Date }

const envelope = (now: Date, api: Record<string, string>) => ({
  date: localTime(now),
  success: true,
  error: false,
  type: "invoice",
  api,
  tipo: "invoice",
})

const valores = (invoice: SandboxInvoice, assumptions: Assumptions) => ({
  bruto: grossCents(invoice, assumptions) + invoice.interestCents,
  liquido: invoice.dueCents - invoice.feesCents,
  original: invoice.dueCents,
  desconto: invoice.discountCents,
  juros: invoice.interestCents || null,
  taxas: invoice.feesCents,
})

const ids = (invoice: SandboxInvoice) => ({
  moeda: "BRL",
  id: invoice.id,
  uuid: Number(invoice.id),
  invoice_id: invoice.invoiceId,
})

const produtos = (invoice: SandboxInvoice) => {
  const at = localTimeWithOffset(invoice.createdAt)
  return invoice.products.map((product, index) => ({
    id: String(9000 + index),
    description: product.description,
    price_cents: product.priceCents,
    quantity: product.quantity,
    created_at: at,
    updated_at: at,
    price: brazilianText(product.priceCents),
  }))
}

/** The `fatura` object of spec 2.3: Portuguese members, money in integer cents. */
const faturaMember = (invoice: SandboxInvoice, { assumptions, url }: Context) => {
  const paidAt = invoice.paidAt ? localTime(invoice.paidAt) : null
  const page = invoice.boleto ? `https://gateway.example/fatura/${invoice.id}` : null
  const ourNumber = invoice.boleto ? invoice.id : null
  return {
    ...ids(invoice),
    token: null,
    cartao: {
      tid: invoice.card?.tid ?? null,
      token: invoice.card?.token ?? null,
      bin: invoice.card?.bin ?? null,
      numero: invoice.card ? `${invoice.card.bin}******${invoice.card.last4}` : null,
      bandeira: invoice.card?.brand ?? null,
    },
    criacao: localTime(invoice.createdAt),
    vencimento: { dia: invoice.dueOn, original: invoice.originalDueOn },
    assinatura: { id: null },
    secure: invoice.secure,
    parcelas: invoice.installments,
    produtos: produtos(invoice),
    cliente: { id: invoice.customer.id, name: invoice.customer.name, external: null },
    externo: { url: page, fatura: page, bankSlipUrl: invoice.boleto?.url ?? null },
    valores: valores(invoice, assumptions),
    pix: pixMember(invoice, url),
    billet: invoice.boleto,
    status: statusMember(invoice.status),
    pagamento: {
      total: paidAt ? invoice.paidCents : null,
      taxas: paidAt ? invoice.feesCents : null,
      datas: { sistema: paidAt, cliente: paidAt, capturado: paidAt },
    },
    nossoNumero: ourNumber,
    referencia: ourNumber,
    split: { id: null, rules: null },
    refunds: refundsMember(invoice, assumptions),
  }
}

/** The answer to create as older installations give it (observation: Codes and units (C)). */
export const faturaCreateAnswer = (invoice: SandboxInvoice, context: Context) => ({
  ...envelope(context.now, OLD_API),
  fatura: faturaMember(invoice, context),
})

/** The answer to a new due date: `billet` is null even for a boleto (wire: patch-due-date-200), unless it is switched. */
export const dueDateAnswer = (invoice: SandboxInvoice, context: Context) => ({
  ...envelope(context.now, API),
  fatura: { ...faturaMember(invoice, context), billet: context.assumptions.due_date_codes ? invoice.boleto : null },
})

/** The answer to a cancel: its status is a text without code (observation: Cancel (A)). */
export const cancelAnswer = (invoice: SandboxInvoice, context: Context) => ({
  ...envelope(context.now, API),
  req: null,
  fatura: {
    ...ids(invoice),
    token: null,
    criacao: localTime(invoice.createdAt),
    vencimento: { dia: invoice.dueOn, original: invoice.originalDueOn },
    parcelas: invoice.installments,
    valores: valores(invoice, context.assumptions),
    pix: pixMember(invoice, context.url),
    status: { text: "canceled" },
  },
})

/** The answer to a refund, as assumed (wire: assumed-put-refund-200); how much of it shows is a switch. */
export const refundAnswer = (invoice: SandboxInvoice, before: Status, context: Context) => {
  const shown = context.assumptions.refund_answer
  return {
    ...envelope(context.now, API),
    fatura: {
      ...ids(invoice),
      valores: valores(invoice, context.assumptions),
      refunds: shown === "whole" ? refundsMember(invoice, context.assumptions) : NO_REFUNDS,
      status: statusMember(shown === "empty" ? before : invoice.status),
    },
  }
}
