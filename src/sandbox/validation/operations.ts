import { Refusal, Fields } from "./fields"
import { readDueDate } from "./due-date"

/** The body of a cancel: `{"payment":{"id"}}` (observation: Cancel (A)). */
export const readCancelRequest = (body: unknown): { id: string } => ({
  id: new Fields(body, "", ["payment"]).object("payment", ["id"]).text("id"),
})

/** The body of a refund, its amount in integer cents (observation: Refund (D)). */
export const readRefundRequest = (body: unknown): { id: string; amountCents: number } => {
  const payment = new Fields(body, "", ["payment"]).object("payment", ["id", "amount"])
  const amountCents = payment.integer("amount")
  if (amountCents < 1) {
    throw new Refusal("Campo payment.amount deve ser maior que zero, em centavos")
  }
  return { id: payment.text("id"), amountCents }
}

/** The body of a new due date (spec 4.4). */
export const readDueDateRequest = (body: unknown, now: Date): { id: string; dueOn: string } => {
  const payment = new Fields(body, "", ["payment"]).object("payment", ["invoice_id", "due_at"])
  return { id: payment.text("invoice_id"), dueOn: readDueDate(payment, now) }
}
