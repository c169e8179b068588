import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { wordsOfError } from "../../domain/words-of-error"
import { moneyArrived } from "../../domain/invoice-status"
import { FATURA_MODULE, type FaturaModuleService } from "../../modules/fatura"
import { METHOD_BY_PROVIDER_ID } from "../../modules/fatura/sessions/provider-ids"
import { hasActiveChange, readOrder } from "../../workflows/medusa-view"
import { refundableAmount } from "../../modules/fatura/refunds/refundable-amount"
import { StaffError, type StaffErrorCode } from "../../modules/fatura/texts/staff-error"
import { settleInvoiceWorkflow } from "../../workflows/settle-invoice"
import { hasEnded, onceAnswered } from "./request-end"
import { languageOf } from "./staff"

/**
 * Before `POST /admin/payments/:id/refund`: Medusa pays out and then fails when the order is cancelled or
 * has a change in progress, and books an amount that nobody can be paid. The provider refuses as well; here staff
 * get to read why.
 */
export async function refundDoor(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): Promise<void> {
  const query = req.scope.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({ entity: "payment", fields: ["id", "provider_id", "payment_collection_id"], filters: { id: req.params.id } })
  const payment = data[0] as { provider_id: string; payment_collection_id: string } | undefined
  if (!payment || !METHOD_BY_PROVIDER_ID[payment.provider_id]) {
    return next()
  }
  const { amount } = (req.body ?? {}) as { amount?: unknown }
  if (typeof amount === "number" && !(await isRefundable(req, amount))) {
    return refuse(req, res, "amount_fraction")
  }
  const links = await query.graph({ entity: "order_payment_collection", fields: ["order_id"], filters: { payment_collection_id: payment.payment_collection_id } })
  const orderId = (links.data[0] as { order_id: string } | undefined)?.order_id
  const order = orderId ? await readOrder(req.scope, orderId) : null
  if (order?.status === "canceled") {
    return refuse(req, res, "order_canceled")
  }
  return order && (await hasActiveChange(req.scope, order.id)) ? refuse(req, res, "order_change_active") : next()
}

async function isRefundable(req: MedusaRequest, amount: number): Promise<boolean> {
  try {
    await refundableAmount(req.scope.resolve(Modules.PAYMENT), req.params.id!, amount, null)
    return true
  } catch (error) {
    if (error instanceof StaffError) {
      return false
    }
    throw error
  }
}

/** The ledger's leases last for so long. */
const LONGEST_CANCEL_MS = 90_000

type Provided = { provider_id: string }
type OrderToCancel = { payment_collections?: { id: string; payment_sessions?: Provided[] | null; payments?: Provided[] | null }[] }

/**
 * Before `POST /admin/orders/:id/cancel`. Medusa looks at the payments first and cancels some time later,
 * without a lock: money that is captured in between would be kept for a cancelled order. So what has
 * arrived is captured before Medusa looks (it is refunded then), and what may still arrive waits. While the order has a
 * change in progress Medusa refunds, or voids what is held, and then fails: the order would go on without its payment,
 * and an unpaid one with every reservation that it ever had. A cancel whose sender went away before Medusa began is not
 * begun. One that Medusa has begun it brings to its end, whether its sender is still there or not: so long its invoices are held.
 */
export async function cancelOrderDoor(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): Promise<void> {
  const query = req.scope.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "order",
    fields: ["id", "payment_collections.id", "payment_collections.payment_sessions.provider_id", "payment_collections.payments.provider_id"],
    filters: { id: req.params.id },
  })
  const collections = (data[0] as unknown as OrderToCancel | undefined)?.payment_collections ?? []
  const provided = collections.flatMap(({ payment_sessions, payments }) => [...(payment_sessions ?? []), ...(payments ?? [])])
  const ours = provided.some(({ provider_id }) => METHOD_BY_PROVIDER_ID[provider_id])
  if (ours && (await hasActiveChange(req.scope, req.params.id!))) {
    return refuse(req, res, "order_change_active")
  }
  let release = (): void => undefined
  const answered = new Promise<void>((done) => (release = done))
  await holdInvoices(req, collections.map(({ id }) => id), answered)
  if (hasEnded(res)) {
    return release()
  }
  onceAnswered(res, release, LONGEST_CANCEL_MS)
  next()
}

/** Keeps the open invoices from being captured until the request is answered. One that is busy for long is not waited for. */
async function holdInvoices(req: MedusaRequest, collectionIds: string[], answered: Promise<unknown>): Promise<void> {
  const fatura: FaturaModuleService = req.scope.resolve(FATURA_MODULE)
  const rows = (await Promise.all(collectionIds.map((id) => fatura.ledger.ofCollection(id)))).flat()
  for (const row of rows.filter(({ is_live, settled_at }) => is_live && !settled_at)) {
    try {
      await hold(req, fatura, row.id, answered)
    } catch (error) {
      req.scope.resolve(ContainerRegistrationKeys.LOGGER).warn(`Fatura: order ${req.params.id} is cancelled while its invoice is at work (${wordsOfError(error)})`)
    }
  }
}

async function hold(req: MedusaRequest, fatura: FaturaModuleService, invoiceId: string, answered: Promise<unknown>): Promise<void> {
  const paid = await new Promise<boolean>((holding, failed) => {
    fatura.ledger
      .withLease(invoiceId, async (row) => {
        const arrived = row.status !== null && moneyArrived(row.status)
        holding(arrived)
        await (arrived ? undefined : answered)
      })
      .catch(failed)
  })
  if (paid) {
    // Not through the outbox: its task may be held by somebody who has not begun.
    await settleInvoiceWorkflow(req.scope).run({ input: { invoice_id: invoiceId } })
  }
}

function refuse(req: MedusaRequest, res: MedusaResponse, code: StaffErrorCode): void {
  const error = new StaffError(code)
  res.status(error.status).json(error.in(languageOf(req)))
}
