import { ContainerRegistrationKeys, MathBN, Modules } from "@medusajs/framework/utils"
import type { BigNumberInput, IPaymentModuleService, MedusaContainer } from "@medusajs/framework/types"
import { Cents, cents, toCents } from "../domain/money"
import type { InvoiceRow } from "../modules/fatura/ledger/row"

/** What Medusa has of an invoice's payment, read afresh. Amounts in cents. */
export type MedusaView = {
  sessionExists: boolean
  sessionStatus: string | null
  /** Decimal reais, as exact as Medusa has them: a percentage off leaves fractions of a cent. */
  sessionAmount: string | null
  paymentId: string | null
  /** Cancelled in Medusa, as by an edit of the order or by its cancel: it takes no capture. */
  isVoided: boolean
  capturedCents: Cents
  refundedCents: Cents
  /** What is captured and not refunded, in decimal reais with fractions of a cent. */
  exactRest: number
  /** `amount` in decimal reais, as exact as Medusa has it. */
  refunds: { id: string; cents: Cents; amount: number; createdAt: Date }[]
  order: { id: string; status: string } | null
  cartId: string | null
}

type PaymentRow = { id: string; canceled_at?: string | Date | null; captures?: { amount: unknown }[]; refunds?: { id: string; amount: unknown; created_at: string | Date }[] }
type SessionRow = { id: string; status: string; amount: unknown; raw_amount?: { value: string | number } | null; payment?: PaymentRow | null }

/** Reads session, payment, captures, refunds and order of an invoice in one go. */
export async function readMedusa(container: MedusaContainer, invoice: InvoiceRow): Promise<MedusaView> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const payments: IPaymentModuleService = container.resolve(Modules.PAYMENT)
  const [sessions, orderLinks, cartLinks] = await Promise.all([
    payments.listPaymentSessions({ id: [invoice.session_id] }, { relations: ["payment", "payment.captures", "payment.refunds"] }),
    query.graph({ entity: "order_payment_collection", fields: ["order_id"], filters: { payment_collection_id: invoice.payment_collection_id } }),
    query.graph({ entity: "cart_payment_collection", fields: ["cart_id"], filters: { payment_collection_id: invoice.payment_collection_id } }),
  ])
  const session = sessions[0] as unknown as SessionRow | undefined
  const orderId = (orderLinks.data[0] as { order_id?: string } | undefined)?.order_id ?? null
  return {
    sessionExists: session !== undefined,
    sessionStatus: session?.status ?? null,
    sessionAmount: session ? String(session.raw_amount?.value ?? session.amount) : null,
    ...moneyOf(session?.payment),
    order: orderId ? await readOrder(container, orderId) : null,
    cartId: (cartLinks.data[0] as { cart_id?: string } | undefined)?.cart_id ?? null,
  }
}

function moneyOf(payment: PaymentRow | null | undefined): Pick<MedusaView, "paymentId" | "isVoided" | "capturedCents" | "refundedCents" | "exactRest" | "refunds"> {
  const { captures = [], refunds = [] } = payment ?? {}
  return {
    paymentId: payment?.id ?? null,
    isVoided: Boolean(payment?.canceled_at),
    capturedCents: sum(captures),
    refundedCents: sum(refunds),
    exactRest: MathBN.sub(exactSum(captures), exactSum(refunds)).toNumber(),
    refunds: refunds.map(({ id, amount, created_at }) => ({ id, cents: toCents(amount as never), amount: MathBN.convert(amount as BigNumberInput).toNumber(), createdAt: new Date(created_at) })),
  }
}

export async function readOrder(container: MedusaContainer, orderId: string): Promise<{ id: string; status: string } | null> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({ entity: "order", fields: ["id", "status"], filters: { id: orderId } })
  return (data[0] as { id: string; status: string } | undefined) ?? null
}

const PAID_COLLECTIONS = ["authorized", "partially_authorized", "partially_captured", "completed"]

/** Whether there is money in a payment collection. */
export function isPaidCollection({ status }: { status: string }): boolean {
  return PAID_COLLECTIONS.includes(status)
}

/** An edit, return, exchange or claim in progress: Medusa would pay out and then fail to book. */
export async function hasActiveChange(container: MedusaContainer, orderId: string): Promise<boolean> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({ entity: "order_change", fields: ["id"], filters: { order_id: orderId, status: ["pending", "requested"] } })
  return data.length > 0
}

function exactSum(rows: { amount: unknown }[]): BigNumberInput {
  return MathBN.sum(0, ...rows.map(({ amount }) => amount as BigNumberInput))
}

function sum(rows: { amount: unknown }[]): Cents {
  return cents(rows.reduce((total, row) => total + toCents(row.amount as never), 0))
}
