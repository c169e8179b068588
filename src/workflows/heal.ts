import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import type { IPaymentModuleService, MedusaContainer } from "@medusajs/framework/types"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { FATURA_MODULE, type FaturaModuleService } from "../modules/fatura"
import { PROVIDER_IDS } from "../modules/fatura/sessions/provider-ids"
import { closeNeverIssued, neverIssuedOrders } from "./settling/close-never-issued"
import { closeUnpaidOrder } from "./settling/close-unpaid-order"
import { cancelOrderInvoicesWorkflow } from "./cancel-order-invoices"
import { fitInvoices } from "./orders/fit-invoices"
import { ordersWhoseBooksMoved } from "./orders/misfits"
import { renewPayment } from "./orders/renew-payment"
import { idSince } from "./recent-ids"
import { cancelForsakenCreditLines, ordersWithForsakenCreditLines } from "./settling/forsaken-changes"
import { orderlessCodes } from "./settling/orderless-codes"
import { settleForgottenRefunds } from "./settling/forgotten-refunds"

const BATCH = 20
const FORSAKEN_GRACE_MINUTES = 15
/** Who withdrew the code is most likely still at work on the next one. */
const RENEW_AFTER_SECONDS = 5

/**
 * Finishes what a killed process or a lost event left undone: orders without an invoice, attempts
 * without an answer, cancelled orders with an open code. Each query is one indexed join over what is
 * recent or live, which Medusa's query can't express without loading every abandoned cart.
 */
export async function heal(container: MedusaContainer): Promise<void> {
  const fatura: FaturaModuleService = container.resolve(FATURA_MODULE)
  const db = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  await authoriseForgottenOrders(container, fatura, db)
  await resolveStaleAttempts(fatura, db)
  await followCanceledOrders(container, db)
  for (const orderId of await ordersWithForsakenCreditLines(db, BATCH)) {
    await attempt(container, `ending the forsaken change of order ${orderId}`, () => cancelForsakenCreditLines(container, orderId))
  }
  await closeForsakenOrders(container, fatura, db)
  for (const id of await orderlessCodes(db, BATCH)) {
    await attempt(container, `withdrawing code ${id}, which has no order`, () => fatura.canceling.cancel(id, "expired"))
  }
  await renewWithdrawnCodes(container, db)
  for (const orderId of await ordersWhoseBooksMoved(db, BATCH)) {
    await attempt(container, `fitting the code of order ${orderId} to what it owes`, () => fitInvoices(container, orderId))
  }
  await settleForgottenRefunds(fatura, db)
  await freeExpiredLocks(fatura, db)
}

/** Killed between the order and its payment: the session is still pending and nothing will authorise it. */
async function authoriseForgottenOrders(container: MedusaContainer, fatura: FaturaModuleService, db: Knex): Promise<void> {
  const { rows } = await db.raw(
    `select ps.id from "order" o
     join order_payment_collection opc on opc.order_id = o.id and opc.deleted_at is null
     join payment_session ps on ps.payment_collection_id = opc.payment_collection_id and ps.deleted_at is null
     where o.id > ? and o.deleted_at is null and o.created_at > now() - interval '2 days' and o.created_at < now() - make_interval(secs => ?)
       and o.status = 'pending' and ps.status = 'pending' and ps.provider_id = any(?) limit ?`,
    [idSince("order"), fatura.options.reconciliation.healAfterSeconds, PROVIDER_IDS as unknown as string[], BATCH]
  )
  for (const { id } of rows as { id: string }[]) {
    await attempt(container, `authorising session ${id} of a forgotten order`, () => authoriseSession(container, id))
  }
}

/** Has the invoice of a placed order issued that its own completion did not get to. */
export async function authoriseSession(container: MedusaContainer, sessionId: string): Promise<void> {
  const payments: IPaymentModuleService = container.resolve(Modules.PAYMENT)
  await payments.authorizePaymentSession(sessionId, {})
}

async function resolveStaleAttempts(fatura: FaturaModuleService, db: Knex): Promise<void> {
  const { rows } = await db.raw(
    `select i.id from fatura_invoice i
     where i.state in ('issuing', 'unknown') and i.is_live
       and i.issuing_started_at < now() - make_interval(secs => ?)
       and not exists (select 1 from fatura_outbox t where t.fatura_invoice_id = i.id and t.kind = 'resolve_attempt' and t.state = 'pending')
     limit ?`,
    [Math.ceil(fatura.options.timeouts.create / 1_000) + 5, BATCH]
  )
  for (const { id } of rows as { id: string }[]) {
    await fatura.outbox.add("resolve_attempt", id)
  }
}

/** The event of a cancelled order can be lost; its code must not outlive it. */
async function followCanceledOrders(container: MedusaContainer, db: Knex): Promise<void> {
  const { rows } = await db.raw(
    `select distinct o.id from fatura_invoice i
     join order_payment_collection opc on opc.payment_collection_id = i.payment_collection_id and opc.deleted_at is null
     join "order" o on o.id = opc.order_id
     where i.is_live and i.cancel_requested_at is null and i.paid_at is null and o.status = 'canceled' limit ?`,
    [BATCH]
  )
  for (const { id } of rows as { id: string }[]) {
    await attempt(container, `cancelling the invoices of order ${id}`, () => cancelOrderInvoicesWorkflow(container).run({ input: { order_id: id } }))
  }
}

/**
 * A second chance that came to nothing (a denied card, a refused invoice) leaves an order that waits with
 * nothing to pay. After the time that a PIX code would have had it goes the way of an expired one.
 */
async function closeForsakenOrders(container: MedusaContainer, fatura: FaturaModuleService, db: Knex): Promise<void> {
  const { methods } = await fatura.settings.current()
  const minutes = methods.pix.expiresInMinutes + FORSAKEN_GRACE_MINUTES
  for (const orderId of await neverIssuedOrders(db, minutes, BATCH)) {
    await attempt(container, `closing order ${orderId}, which has no invoice`, () => closeNeverIssued(container, fatura, orderId))
  }
  const { rows } = await db.raw(
    `select distinct on (opc.order_id) i.id, opc.order_id from fatura_invoice i
     join order_payment_collection opc on opc.payment_collection_id = i.payment_collection_id and opc.deleted_at is null
     join "order" o on o.id = opc.order_id and o.status = 'pending' and o.deleted_at is null
     where not i.is_live and i.paid_at is null
       and i.updated_at > now() - interval '2 days' and greatest(i.created_at, i.canceled_at) < now() - make_interval(mins => ?)
       and not exists (
         select 1 from fatura_invoice other where other.payment_collection_id = i.payment_collection_id
           and (other.is_live or other.paid_at is not null or greatest(other.created_at, other.canceled_at) > now() - make_interval(mins => ?)))
       and not exists (
         select 1 from payment_session ps where ps.payment_collection_id = i.payment_collection_id and ps.deleted_at is null
           and (ps.provider_id <> all(?) or ps.status in ('authorized', 'captured')))
     order by opc.order_id, i.created_at desc limit ?`,
    [minutes, minutes, PROVIDER_IDS as unknown as string[], BATCH]
  )
  for (const { id, order_id } of rows as { id: string; order_id: string }[]) {
    await attempt(container, `closing the forsaken order ${order_id}`, async () => {
      const invoice = (await fatura.ledger.find(id))!
      await closeUnpaidOrder({ container, fatura, invoice: { ...invoice, cancel_reason: "expired" } })
    })
  }
}

/**
 * A code was withdrawn for another (the order was changed, or its shopper asked), but the gateway confirmed
 * it too late, or the process died: the order waits with nothing that could be paid, and nothing that would
 * expire. Only the newest attempt's own session tells so: one that was replaced is gone.
 */
async function renewWithdrawnCodes(container: MedusaContainer, db: Knex): Promise<void> {
  const { rows } = await db.raw(
    `select o.id from fatura_invoice i
     join payment_session ps on ps.id = i.session_id and ps.deleted_at is null
     join order_payment_collection opc on opc.payment_collection_id = i.payment_collection_id and opc.deleted_at is null
     join "order" o on o.id = opc.order_id
     where i.next_check_at is not null and i.status = 'canceled' and i.cancel_reason = 'replaced' and i.method <> 'card'
       and i.paid_at is null and i.canceled_at < now() - make_interval(secs => ?) and o.status = 'pending'
       and not exists (
         select 1 from fatura_invoice other where other.payment_collection_id = i.payment_collection_id
           and (other.is_live or other.paid_at is not null or other.created_at > i.created_at)
       ) limit ?`,
    [RENEW_AFTER_SECONDS, BATCH]
  )
  for (const { id } of rows as { id: string }[]) {
    await attempt(container, `renewing the withdrawn code of order ${id}`, () => renewPayment(container, { orderId: id, actor: "system" }))
  }
}

/**
 * Medusa's Postgres locking never takes over a lock that has expired: after a crash the cart would stay
 * locked for ever. Only rows of carts that chose one of our methods are touched.
 */
async function freeExpiredLocks(fatura: FaturaModuleService, db: Knex): Promise<void> {
  const { rows: tables } = await db.raw(`select to_regclass('locking') as name`)
  if (!tables[0].name) {
    return
  }
  const { rows } = await db.raw(
    `delete from locking where expiration < now() - interval '1 minute' and id in (
       select cpc.cart_id from cart_payment_collection cpc
       join payment_session ps on ps.payment_collection_id = cpc.payment_collection_id
       where ps.provider_id = any(?) and ps.created_at > now() - interval '7 days'
     ) returning id`,
    [PROVIDER_IDS as unknown as string[]]
  )
  if (rows.length) {
    await fatura.problems.raise({ kind: "expired_locks", subject: "store", details: { carts: rows.map((row: { id: string }) => row.id) } })
  }
}

const FIRST_PAUSE_MS = 15_000
const LONGEST_PAUSE_MS = 3_600_000
/** What failed here and when; an order whose shopper must first mend something is not tried at every tick. */
const failures = new Map<string, { count: number; at: number }>()

async function attempt(container: MedusaContainer, what: string, work: () => Promise<unknown>): Promise<void> {
  const failed = failures.get(what)
  if (failed && Date.now() - failed.at < Math.min(FIRST_PAUSE_MS * 2 ** failed.count, LONGEST_PAUSE_MS)) {
    return
  }
  try {
    await work()
    failures.delete(what)
  } catch (error) {
    failures.set(what, { count: (failed?.count ?? 0) + 1, at: Date.now() })
    container.resolve(ContainerRegistrationKeys.LOGGER).warn(`Fatura: ${what} failed and is tried again (${(error as Error).message})`)
  }
}
