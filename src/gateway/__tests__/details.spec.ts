import type { InvoiceDetails } from "../index"
import { readInvoice } from "../wire/read-invoice"
import { sampleJson } from "./support/fake-gateway"

const NOTHING: InvoiceDetails = {
  uuid: null, statusSubText: null, statusTitle: null, statusDescription: null, customerId: null, customerExternalId: null,
  subscriptionId: null, secureId: null, splitId: null, originalDueOn: null, originalCents: null, interestCents: null,
  pixStatus: null, pixRefundEndToEndId: null, cardType: null, cardBin: null, cardAcquirer: null,
  payment: { totalCents: null, feesCents: null, totalRaw: null, feesRaw: null, systemAt: null, customerAt: null, capturedAt: null },
  refunds: { possibleRaw: null, brl: null, at: null }, products: [], acquirerReference: null,
}
const PAID = new Date("2026-11-20T17:12:39Z")

const DETAILS: Record<string, InvoiceDetails> = {
  "create-card-200.json": {
    ...NOTHING, uuid: "2f4c6f9b-1f0a-4f5e-8d62-31c41d6f5f42", statusSubText: "approved", statusTitle: "Pago",
    statusDescription: "Pagamento aprovado", customerId: "138002", originalDueOn: "2026-11-20", cardType: "credit",
    cardBin: "411111", cardAcquirer: "ACQ",
    payment: { totalCents: 89900, feesCents: 5244, totalRaw: null, feesRaw: null, systemAt: PAID, customerAt: PAID, capturedAt: PAID },
    products: [{ id: null, description: "Pedido 1042", quantity: 1, discountCents: 0, priceCents: 89900, imageUrl: null }],
  },
  "create-pix-200.json": {
    ...NOTHING, uuid: "8d7f0e0c-52a4-4a76-9a2e-0c9a5d6f7b11", statusSubText: "pending", statusTitle: "Aguardando Pagamento",
    statusDescription: "Aguardando a confirmacao do pagamento", customerId: "138000", secureId: "5C0F", originalDueOn: "2026-11-21",
    pixStatus: "qr_code_created",
    products: [{ id: null, description: "Camiseta P", quantity: 2, discountCents: 0, priceCents: 4990, imageUrl: "https://loja.example/p/1.jpg" }],
  },
  "patch-due-date-200.json": {
    ...NOTHING, uuid: "1795194601", statusSubText: "pending", statusTitle: "Aguardando Pagamento",
    statusDescription: "Aguardando a confirmacao do pagamento", customerId: "138001", secureId: "5C10", originalDueOn: "2026-11-23",
    originalCents: 30580, acquirerReference: "000144816",
    products: [{ id: "9001", description: "Tenis 41", quantity: 1, discountCents: null, priceCents: 29990, imageUrl: null }],
  },
  "assumed-put-refund-200.json": {
    ...NOTHING, uuid: "1795194757", statusSubText: "partially_refunded", statusTitle: "Parcialmente Estornado",
    statusDescription: "Parte do valor foi devolvida", originalCents: 89900,
    refunds: { possibleRaw: 79900, brl: "R$ 100,00", at: new Date("2026-11-22T14:00:00Z") },
  },
}

it.each(Object.entries(DETAILS))("the remaining members of %s", (name, expected) => {
  expect(readInvoice(sampleJson(name), null).details).toStrictEqual(expected)
})

it("keeps neither tokens nor names nor documents among the details", () => {
  const details = JSON.stringify(readInvoice(sampleJson("create-card-200.json"), null).details)
  expect(details).not.toMatch(/f6c1b0a4|MARIA|0193c6ab/)
})
