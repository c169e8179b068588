import type { Language } from "../../modules/fatura/texts/shopper-texts"

/** Heads of the columns of exported files. */
const HEADERS = {
  id: { "pt-BR": "ID", en: "ID" },
  invoice_id: { "pt-BR": "Fatura no gateway", en: "Gateway invoice" },
  order: { "pt-BR": "Pedido", en: "Order" },
  status: { "pt-BR": "Status", en: "Status" },
  method: { "pt-BR": "Método", en: "Method" },
  payer: { "pt-BR": "Pagador", en: "Payer" },
  document: { "pt-BR": "Documento", en: "Document" },
  amount: { "pt-BR": "Valor", en: "Amount" },
  paid: { "pt-BR": "Pago", en: "Paid" },
  refunded: { "pt-BR": "Estornado", en: "Refunded" },
  fees: { "pt-BR": "Taxas", en: "Fees" },
  net: { "pt-BR": "Líquido", en: "Net" },
  installments: { "pt-BR": "Parcelas", en: "Installments" },
  due_on: { "pt-BR": "Vencimento", en: "Due date" },
  paid_at: { "pt-BR": "Pago em", en: "Paid at" },
  created_at: { "pt-BR": "Criada em", en: "Created at" },
  nosso_numero: { "pt-BR": "Nosso número", en: "Nosso número" },
  end_to_end_id: { "pt-BR": "ID ponta a ponta", en: "End-to-end ID" },
  tid: { "pt-BR": "TID", en: "TID" },
  account: { "pt-BR": "Conta", en: "Account" },
  day: { "pt-BR": "Dia", en: "Day" },
  count: { "pt-BR": "Pagamentos", en: "Payments" },
  without_fees: { "pt-BR": "Sem taxas informadas", en: "Without known fees" },
  without_net: { "pt-BR": "Sem líquido informado", en: "Without known net" },
} satisfies Record<string, Record<Language, string>>

export function csvHeader(name: keyof typeof HEADERS, language: Language): string {
  return HEADERS[name][language]
}
