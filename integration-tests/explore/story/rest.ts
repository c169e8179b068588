import { hasten, letCodesExpire, letPass, readLists } from "../world/time"
import { pause } from "../../chaos/stories/patience"
import type { Scene } from "./scene"

const CALM_LIMIT_MS = 4_000
const LOOK_EVERY_MS = 40
const CALM_LOOKS = 2
/** What the first quiet round changed, the next one sees. */
const QUIET_ROUNDS = 2
/** Of the plugin's jobs, with all pauses between them over. What is not done by then is not going to be. */
const MOST_ROUNDS = 12
/** In minutes. */
const HOUR = 60

/** Work that waits for somebody goes on being tried; staff know of it by these. */
const TOLD = ["card_outcome_unknown", "cancel_refused", "gateway_refund_not_booked", "dead_letter"]

/** What the plugin still has to do for a story, by name. */
async function pendingOf(scene: Scene, dueWithin: string): Promise<Record<string, number>> {
  const webhooks = scene.world.columns.has("fatura_webhook") ? "fatura_webhook" : "fatura_notice"
  const { rows } = await scene.world.pool.query<Record<string, number>>(
    `with own as (select id, state, method, lease_until from fatura_invoice where cart_id = any($1) or order_id = any($2) or payment_collection_id = any($3))
     select (select count(*)::int from ${webhooks} where fatura_invoice_id in (select id from own) and state = 'pending' and next_try_at < now() + $4::interval) as webhooks,
       (select count(*)::int from fatura_outbox t where fatura_invoice_id in (select id from own) and state = 'pending' and next_try_at < now() + $4::interval
          and not (t.kind = 'resolve_attempt' and exists (select 1 from own where own.id = t.fatura_invoice_id and own.state = 'unknown' and own.method = 'card'))
          and not exists (select 1 from fatura_problem p where p.fatura_invoice_id = t.fatura_invoice_id and p.resolved_at is null and p.kind = any($5))) as tasks,
       (select count(*)::int from own where state = 'issuing') as attempts,
       (select count(*)::int from own where lease_until > now()) as leases`,
    [scene.cartIds, scene.orderIds, scene.facts.collections, dueWithin, TOLD],
  )
  return rows[0]!
}

const isQuiet = (pending: Record<string, number>): boolean => Object.values(pending).every((count) => count === 0)

/** Waits until what a move has set going is done; what is tried again later is not waited for. */
export async function calmDown(scene: Scene): Promise<void> {
  const limit = Date.now() + CALM_LIMIT_MS
  for (let quiet = 0; quiet < CALM_LOOKS && Date.now() < limit; ) {
    await pause(LOOK_EVERY_MS)
    quiet = isQuiet(await pendingOf(scene, "1 second")) ? quiet + 1 : 0
  }
  await scene.look()
}

/**
 * Lets everything be done that is still to be done for a story, all pauses being over.
 * @returns what is left at the end
 */
export async function comeToRest(scene: Scene, quietRounds = QUIET_ROUNDS): Promise<Record<string, number>> {
  await scene.look()
  if (scene.isSilent) await readLists(scene)
  let pending: Record<string, number> = {}
  for (let rounds = 0, quiet = 0; quiet < quietRounds && rounds < MOST_ROUNDS; rounds++) {
    await hasten(scene)
    await scene.world.ticker.round()
    pending = await pendingOf(scene, "10 years")
    quiet = isQuiet(pending) ? quiet + 1 : 0
  }
  await scene.look()
  return pending
}

/** So much time passes that no code can be paid any more and no order waits for its shopper. */
export async function letAllEnd(scene: Scene): Promise<Record<string, number>> {
  await letCodesExpire(scene)
  await comeToRest(scene, 1)
  await letPass(scene, 3 * HOUR)
  let pending = await comeToRest(scene)
  for (let codes = 0; codes < MOST_CODES && isOpen(scene); codes++) {
    await letCodesExpire(scene)
    pending = await comeToRest(scene)
  }
  if (isQuiet(pending) && !scene.facts.change && !mayStillBePaid(scene) && !scene.facts.rows.some(isLostCard)) return pending
  // So long a card waits whose outcome nobody tells, before staff hear of it. A day is what staff have to end a change that they began, and what a shopper has whose money went back before it was captured.
  await letPass(scene, 23 * HOUR)
  return comeToRest(scene)
}

/** Looked for again and again until its hours are over; then staff decide. */
const isLostCard = ({ method, state, is_live }: Scene["facts"]["rows"][number]): boolean => method === "card" && state === "unknown" && is_live

/** Recovery may issue a code only now, for a method that was chosen and left. */
const isOpen = ({ facts }: Scene): boolean => facts.invoices.some(({ _sandbox }) => _sandbox.payable && _sandbox.kind !== "card")

/** An order that is not paid, for which money had come: its shopper can have another code for a day. */
const mayStillBePaid = ({ facts }: Scene): boolean =>
  facts.orders.some(({ status, pendingCents }) => status === "pending" && pendingCents > 0) && facts.rows.some(({ is_live }) => !is_live) && facts.invoices.some(({ _sandbox }) => _sandbox.paid_cents > 0)

/** Codes that one after the other come to be at the end of a story. */
const MOST_CODES = 3
const STEPS = [10, 2 * HOUR, 22 * HOUR]

/** Time passes as it does: the jobs run meanwhile, first often and then now and again. */
export async function pass(scene: Scene, minutes: number): Promise<void> {
  for (let left = minutes, index = 0; left > 0; index++) {
    const step = Math.min(left, STEPS[index] ?? left)
    await letPass(scene, step)
    await scene.world.ticker.round()
    left -= step
  }
}

/** The story's orders are over for the plugin, so that what is wrong in one story keeps no other from being worked on. */
export async function bury({ world: { pool }, facts, orderIds }: Scene): Promise<void> {
  const rows = facts.rows.map(({ id }) => id)
  await pool.query(`update fatura_outbox set state = 'done' where state = 'pending' and fatura_invoice_id = any($1)`, [rows])
  await pool.query(`update fatura_invoice set is_live = false, next_check_at = null where id = any($1)`, [rows])
  await pool.query(`update "order" set status = 'archived' where id = any($1) and status = 'pending'`, [orderIds])
}
