import { cents, toReais } from "../../../domain/money"
import { moneyArrived } from "../../../domain/invoice-status"
import type { Payer } from "../issuing/payer"
import type { InvoiceRow, PaymentMethod } from "../ledger/row"

/** The kind of payment as the nota fiscal names it (field `tPag`): dynamic PIX, bank slip, credit card. */
const NFE_PAYMENT: Record<PaymentMethod, string> = { pix: "17", boleto: "15", card: "03" }

/** What an ERP needs for the nota fiscal. Amounts in decimal reais. Personal: only for who may see it. */
export type FiscalData = {
  order_id: string
  order_display_id: number | null
  /** Null when it was erased, as some time after the last movement of money. */
  payer: {
    name: string
    document: string | null
    document_kind: "cpf" | "cnpj" | null
    email: string | null
    phone: string | null
    address: Payer["address"]
  } | null
  payments: {
    id: string
    invoice_id: string | null
    method: PaymentMethod
    nfe_payment_kind: string
    amount: number
    paid_amount: number | null
    paid_at: string | null
    installments: number
    card_brand: string | null
    card_last4: string | null
    tid: string | null
    end_to_end_id: string | null
    nosso_numero: string | null
  }[]
}

/** @param rows the order's invoices, newest first */
export function fiscalDataOf(order: { id: string; number: number | null }, rows: InvoiceRow[], payerOf: (row: InvoiceRow) => Payer | null): FiscalData {
  const captured = rows.filter((row) => row.captured_cents > 0)
  const paid = captured.length ? captured : rows.filter((row) => row.status && moneyArrived(row.status, row.paid_at !== null))
  const payer = (paid.length ? paid : rows).map(payerOf).find((known) => known !== null) ?? null
  return {
    order_id: order.id,
    order_display_id: order.number,
    payer: payer && {
      name: payer.name,
      document: payer.document?.value ?? null,
      document_kind: payer.document?.kind ?? null,
      email: payer.email,
      phone: payer.phone,
      address: payer.address,
    },
    payments: (paid.length ? paid : rows.slice(0, 1)).map((row) => ({
      id: row.id,
      invoice_id: row.invoice_id,
      method: row.method,
      nfe_payment_kind: NFE_PAYMENT[row.method],
      amount: toReais(cents(row.amount_cents)),
      paid_amount: row.paid_cents === null ? null : toReais(cents(row.paid_cents)),
      paid_at: row.paid_at?.toISOString() ?? null,
      installments: row.installments,
      card_brand: row.instructions?.card?.brand ?? null,
      card_last4: row.instructions?.card?.last4 ?? null,
      tid: row.tid,
      end_to_end_id: row.end_to_end_id,
      nosso_numero: row.nosso_numero,
    })),
  }
}
