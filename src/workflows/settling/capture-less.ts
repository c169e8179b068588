import { createOrderCreditLinesWorkflow } from "@medusajs/medusa/core-flows"
import { ContainerRegistrationKeys, MathBN, Modules } from "@medusajs/framework/utils"
import type { BigNumberInput, IPaymentModuleService } from "@medusajs/framework/types"
import { UnexpectedStateError } from "../../domain/words-of-error"
import { cents, toCents, toReais, type Cents } from "../../domain/money"
import { type MedusaView, hasActiveChange } from "../medusa-view"
import { BookingWaits } from "./booking-waits"
import type { Settling } from "./settling"

/** By this the credit line is found again, and told from those that Medusa makes at a refund. */
export const CREDIT_REFERENCE = "fatura_invoice"

/**
 * Less is captured than what was due: staff took it for enough, or the order owes less by now. Medusa's payment is
 * brought to what is captured, session and collection with it: captured in part, it would offer staff to capture
 * and to refund money that nobody has, or that is not for this order.
 * @param credits whether what is missing is credited on the order afterwards
 * @throws BookingWaits while the order has a change in progress, beside which it takes no credit line
 */
export async function fitPayment({ container, invoice }: Settling, medusa: MedusaView, amount: Cents, { credits }: { credits: boolean }): Promise<void> {
  const sessionCents = medusa.sessionAmount === null ? amount : toCents(medusa.sessionAmount)
  if (!credits && sessionCents === amount) {
    return
  }
  if (!medusa.order) {
    throw new UnexpectedStateError(`Less than what is due can't be captured without an order (invoice ${invoice.id})`)
  }
  if (credits && (await hasActiveChange(container, medusa.order.id))) {
    throw new BookingWaits("the order has a change in progress")
  }
  const payments: IPaymentModuleService = container.resolve(Modules.PAYMENT)
  const [session] = await payments.listPaymentSessions({ id: [invoice.session_id] })
  const reais = toReais(amount)
  if (session && sessionCents !== amount) {
    await payments.updatePaymentSession({ id: session.id, data: session.data ?? {}, currency_code: session.currency_code, amount: reais })
  }
  if (medusa.paymentId) {
    await payments.updatePayment({ id: medusa.paymentId, amount: reais } as never)
  }
  const [collection] = await payments.listPaymentCollections({ id: [invoice.payment_collection_id] })
  if (collection && [invoice.amount_cents, sessionCents].includes(toCents(collection.amount as never))) {
    await payments.updatePaymentCollections(collection.id, { amount: reais })
  }
}

/**
 * What is to be credited of what was not paid, in reais, as far as the order still owes it.
 * @param owed in reais, with the fractions of a cent that a percentage off leaves: Medusa takes no credit above it
 */
export function restToCredit(due: Cents, captured: Cents, owed: BigNumberInput): string {
  return MathBN.max(0, MathBN.min(toReais(cents(due - captured)), owed)).toString()
}

/** With the total Medusa tells what is pending as it looks at it itself: a cent counts as paid, and it takes no credit line for it. */
const FIELDS = ["id", "total", "summary.*", "credit_lines.*"]

type OrderView = { summary?: { pending_difference?: BigNumberInput } | null; credit_lines?: { reference: string | null; reference_id: string | null }[] | null }

/** What was not paid is credited on the order once, so that nothing is left to pay. Safe to repeat. */
export async function creditRest({ container, fatura, invoice }: Settling, orderId: string, captured: Cents): Promise<void> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({ entity: "order", fields: FIELDS, filters: { id: orderId } })
  const { summary, credit_lines: lines } = data[0] as unknown as OrderView
  const isCredited = (lines ?? []).some(({ reference, reference_id }) => reference === CREDIT_REFERENCE && reference_id === invoice.id)
  const rest = restToCredit(cents(invoice.amount_cents), captured, summary?.pending_difference ?? 0)
  if (isCredited || Number(rest) === 0) {
    return
  }
  await createOrderCreditLinesWorkflow(container).run({
    input: { id: orderId, credit_lines: [{ amount: rest, reference: CREDIT_REFERENCE, reference_id: invoice.id }] },
  })
  await fatura.ledger.addEvent(invoice.id, { kind: "rest_credited", cause: "system", details: { amount_cents: toCents(rest) } })
}
