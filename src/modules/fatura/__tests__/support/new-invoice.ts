import { cpf } from "cpf-cnpj-validator"
import { cents } from "../../../../domain/money"
import type { NewInvoice } from "../../../../gateway"
import type { PaymentMethod } from "../../ledger/row"

/** What is asked of the gateway for a purchase of R$ 105,80; a card's outcome stays open. */
export function newInvoice(reference: string, method: PaymentMethod = "pix"): NewInvoice {
  return {
    reference,
    method,
    dueOn: "2099-01-01",
    installments: 1,
    payer: { name: "Joana Prado", document: cpf.generate(), email: "joana@example.com", phone: null, ip: null, address: null },
    lines: [{ id: "1", title: "Curso", quantity: 1, amount: cents(10_580) }],
    notifyUrl: "http://127.0.0.1:9/hooks/fatura/none",
    orderUrl: null,
    storeUrl: null,
    productType: 2,
    ...(method === "card" && { card: { token: "tok_processing", validity: "12/99", holderName: "JOANA PRADO" } }),
  }
}
