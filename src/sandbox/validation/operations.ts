import type { Assumptions } from "../assumptions"
import { Refusal, Fields } from "./fields"
import { readDueDate } from "./due-date"

/** The body of a cancel: `{"payment":{"id"}}` (observation: Cancel (A)). */
export const readCancelRequest = (body: unknown): { id: string } => ({
  id: new Fields(body, "", ["payment"]).object("payment", ["id"]).text("id"),
})

type RefundForm = Pick<Assumptions, "refund_takes" | "refund_body">

/**
 * The body of a refund, its amount in integer cents (observation: Refund (D)). One client alone shows both, so
 * that the amount may be reais (a number, or a text with two places), and the body a flat one.
 */
export const readRefundRequest = (body: unknown, { refund_takes, refund_body }: RefundForm): { id: string; amountCents: number } => {
  const isFlat = refund_body === "flat"
  const fields = isFlat ? new Fields(body, "", ["invoice", "value"]) : new Fields(body, "", ["payment"]).object("payment", ["id", "amount"])
  const [id, amount] = isFlat ? ["invoice", "value"] : ["id", "amount"]
  const inReais = () => (typeof fields.raw(amount) === "string" ? fields.decimalText(amount) : fields.amount(amount))
  fields.require(amount)
  const amountCents = refund_takes === "reais" ? inReais() : fields.integer(amount)
  if (amountCents < 1) {
    throw new Refusal(`Campo ${fields.name(amount)} deve ser maior que zero`)
  }
  return { id: fields.text(id), amountCents }
}

/** The body of a new due date (spec 4.4). */
export const readDueDateRequest = (body: unknown, now: Date): { id: string; dueOn: string } => {
  const payment = new Fields(body, "", ["payment"]).object("payment", ["invoice_id", "due_at"])
  return { id: payment.text("invoice_id"), dueOn: readDueDate(payment, now) }
}
