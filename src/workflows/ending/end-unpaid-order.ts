import { ContainerRegistrationKeys, MathBN } from "@medusajs/framework/utils"
import type { BigNumberInput, MedusaContainer } from "@medusajs/framework/types"
import { UnexpectedStateError } from "../../domain/words-of-error"
import { owesNothing } from "../../domain/invoice-money"
import { blockOfChange, type OrderBlock, ORDER_BLOCKS, readBlocks } from "../../domain/order-blocks"
import type { FaturaModuleService } from "../../modules/fatura"
import type { InvoiceRow } from "../../modules/fatura/ledger/row"
import { cancelForsakenCreditLines } from "../settling/forsaken-changes"
import { cancelOrder, inTurnToEnd } from "./cancel-order"
import { CREDIT_LINE, endChange, endTransfer, TRANSFER } from "./end-changes"
import { type ActiveChange, activeChanges, type OrderToEnd, readOrderToEnd } from "./read-order-to-end"
import { invoicesOf, whyKept } from "./why-kept"

/**
 * `ended`: cancelled now. `already`: it was, or there is none. `kept`: it is to go on (money, another payment, the
 * settings, staff's word). `blocked`: Medusa refuses, and a problem says why.
 */
export type Ended = "ended" | "already" | "kept" | "blocked"

type Ending = {
  orderId: string
  /** Staff want it cancelled now, whatever `onExpiry` says and whatever change was begun. */
  byStaff?: boolean
}

/**
 * Ends an order that nobody has paid, and gives its stock back: the one way in which this plugin ends an order by itself.
 * Looked at first are all its payments, in all collections and of all providers, and what makes Medusa refuse: a
 * cancel that fails half-way restores every reservation that the order ever had. A transfer request is ended with
 * the order, since a shopper alone could hold stock with it; what staff have begun is theirs, so they are told.
 * @throws Error when it can't be told yet; it is to be tried again
 */
export async function endUnpaidOrder(container: MedusaContainer, fatura: FaturaModuleService, ending: Ending): Promise<Ended> {
  const { orderId } = ending
  return inTurnToEnd(fatura, orderId, 0, async () => {
    const ended = await end(container, fatura, ending)
    if (ended !== "blocked") {
      await fatura.problems.clear("order_not_ended", orderId)
    }
    return ended
  })
}

async function end(container: MedusaContainer, fatura: FaturaModuleService, { orderId, byStaff = false }: Ending): Promise<Ended> {
  const order = await readOrderToEnd(container, orderId)
  if (!order || order.status === "canceled") {
    return "already"
  }
  const invoices = await invoicesOf(fatura, order)
  const isOver = !byStaff && ((await fatura.settings.current()).onExpiry === "keep_order" || (await wasKeptByStaff(fatura, orderId, invoices)) || isNothingOwed(order))
  if (order.is_draft_order || order.status === "draft" || whyKept(order, invoices) || isOver) {
    return "kept"
  }
  const changes = await clearTheWay(container, orderId, byStaff)
  const blocks = blocksOf(order, changes)
  if (blocks.length) {
    await raiseBlocked(fatura, orderId, invoices, blocks)
    return "blocked"
  }
  await cancelOrder(container, order, { tellShopper: true })
  const [newest] = newestFirst(invoices)
  if (newest) {
    await fatura.ledger.addEvent(newest.id, { kind: "order_canceled", cause: byStaff ? "staff" : "system", details: { order_id: orderId } })
  }
  return "ended"
}

/** @returns the changes that still stand in the way */
async function clearTheWay(container: MedusaContainer, orderId: string, byStaff: boolean): Promise<ActiveChange[]> {
  const changes = await activeChanges(container, orderId)
  if (!changes.length) {
    return changes
  }
  for (const change of changes) {
    if (change.change_type === TRANSFER) {
      await endTransfer(container, orderId)
      container.resolve(ContainerRegistrationKeys.LOGGER).info(`Fatura: a transfer request of order ${orderId} was ended, since the order ends unpaid`)
    } else if (change.change_type === CREDIT_LINE) {
      await cancelForsakenCreditLines(container, orderId)
    } else if (byStaff) {
      await endChange(container, orderId, change)
    }
  }
  const left = await activeChanges(container, orderId)
  if (left.some(({ change_type }) => change_type === CREDIT_LINE)) {
    throw new UnexpectedStateError(`a credit line of order ${orderId} is being written`)
  }
  return left
}

/** What makes Medusa (2.18 to 2.21) refuse the cancel. */
export function blocksOf({ status, fulfillments }: OrderToEnd, changes: ActiveChange[]): OrderBlock[] {
  const found = new Set<OrderBlock>(changes.map(({ change_type }) => blockOfChange(change_type)))
  if (status === "completed" || status === "archived") {
    found.add("completed")
  }
  if ((fulfillments ?? []).some(({ canceled_at }) => !canceled_at)) {
    found.add("fulfillment")
  }
  return ORDER_BLOCKS.filter((block) => found.has(block))
}

async function raiseBlocked(fatura: FaturaModuleService, orderId: string, invoices: InvoiceRow[], blocks: OrderBlock[]): Promise<void> {
  const open = await fatura.problems.openOf("order_not_ended", orderId)
  if (open && String(readBlocks(open.details?.blocks)) === String(blocks)) {
    return
  }
  const [newest] = newestFirst(invoices)
  await fatura.problems.raise({ kind: "order_not_ended", subject: orderId, orderId, invoiceId: newest?.id, accountId: newest?.account_id, details: { blocks } })
}

/** All of it was credited, or paid in another way. */
function isNothingOwed({ summary }: OrderToEnd): boolean {
  const pending = summary?.pending_difference ?? null
  return pending !== null && owesNothing(MathBN.mult(pending as BigNumberInput, 100).toNumber())
}

/** Staff who dismissed the problem keep the order as it is, until another code is issued for it. */
async function wasKeptByStaff(fatura: FaturaModuleService, orderId: string, invoices: InvoiceRow[]): Promise<boolean> {
  const decidedAt = await fatura.problems.decidedAt("order_not_ended", orderId)
  return decidedAt !== null && invoices.every(({ created_at }) => created_at <= decidedAt)
}

function newestFirst(invoices: InvoiceRow[]): InvoiceRow[] {
  return [...invoices].sort((one, other) => other.created_at.getTime() - one.created_at.getTime())
}
