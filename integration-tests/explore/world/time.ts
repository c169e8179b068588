import type { PoolClient } from "pg"
import { pause } from "../../chaos/stories/patience"
import type { Scene } from "../story/scene"

/** Rows that belong to a story, by table; `$1` are its invoices in the ledger, `$2` its orders, `$3` its payment collections. */
const OWN: Record<string, string> = {
  fatura_invoice: "id = any($1)",
  fatura_invoice_event: "fatura_invoice_id = any($1)",
  fatura_refund: "fatura_invoice_id = any($1)",
  fatura_outbox: "fatura_invoice_id = any($1)",
  fatura_notice: "fatura_invoice_id = any($1)",
  fatura_webhook: "fatura_invoice_id = any($1)",
  fatura_problem: "fatura_invoice_id = any($1) or order_id = any($2)",
  fatura_email: "fatura_invoice_id = any($1)",
  fatura_turn: "subject = any($1) or subject = any($2) or subject in (select id from payment_session where payment_collection_id = any($3))",
  order: "id = any($2)",
  order_change: "order_id = any($2)",
  payment_session: "payment_collection_id = any($3)",
  payment: "payment_collection_id = any($3)",
  refund: "payment_id in (select id from payment where payment_collection_id = any($3))",
}

/** Such moments are not of the past: they end something that another process does now. */
const NEVER_MOVED = ["deleted_at"]

type Connection = Pick<PoolClient, "query">

async function update(scene: Scene, table: string, set: string, connection: Connection = scene.world.pool): Promise<void> {
  if (!scene.world.columns.has(table)) return
  const where = `(${OWN[table]!})`
  const all = [scene.facts.rows.map(({ id }) => id), scene.orderIds, scene.facts.collections]
  // PostgreSQL refuses parameters that no part of a statement uses.
  const used = [1, 2, 3].filter((number) => where.includes(`$${number}`))
  const renumbered = used.reduce((text, number, index) => text.replaceAll(`$${number}`, `$${index + 1}`), where)
  await connection.query(`update "${table}" set ${set} where ${renumbered}`, used.map((number) => all[number - 1]))
}

const WORK_LIMIT_MS = 4_000
const LOOK_EVERY_MS = 40
const LOCK_NOT_AVAILABLE = "55P03"

/**
 * All that belongs to the story becomes older, as if so many minutes had passed. What a process is at takes no such time: it
 * is let finish, and nobody begins meanwhile. A process that died ends nothing.
 */
export async function letPass(scene: Scene, minutes: number): Promise<void> {
  const limit = Date.now() + WORK_LIMIT_MS
  const rows = scene.facts.rows.map(({ id }) => id)
  for (;;) {
    const client = await scene.world.pool.connect()
    try {
      await client.query("begin")
      // Shorter than PostgreSQL waits before it ends a deadlock: the store shall not be the one to yield.
      await client.query("set local lock_timeout = '300ms'")
      await client.query("select id from fatura_invoice where id = any($1) order by id for update", [rows])
      const { rowCount } = await client.query("select 1 from fatura_invoice where id = any($1) and lease_until > clock_timestamp()", [rows])
      if (!rowCount || Date.now() > limit) {
        await makeOlder(scene, minutes, client)
        await client.query("commit")
        return
      }
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error
    } finally {
      // Ends whatever is not committed; after a commit it does nothing.
      await client.query("rollback")
      client.release()
    }
    await pause(LOOK_EVERY_MS)
  }
}

async function makeOlder(scene: Scene, minutes: number, connection: Connection): Promise<void> {
  for (const table of Object.keys(OWN)) {
    const columns = (scene.world.columns.get(table) ?? []).filter((column) => !NEVER_MOVED.includes(column))
    if (!columns.length) continue
    const moved = columns.map((column) => `"${column}" = "${column}" - interval '${minutes} minutes'`)
    const days = Math.floor(minutes / 1_440)
    if (table === "fatura_invoice" && days > 0) moved.push(`due_on = to_char(due_on::date - ${days}, 'YYYY-MM-DD')`)
    await update(scene, table, moved.join(", "), connection)
  }
}

/** Whatever is tried again later is tried now; what has happened stays as it is. */
export async function hasten(scene: Scene): Promise<void> {
  await update(scene, "fatura_outbox", "next_try_at = least(next_try_at, now())")
  await update(scene, "fatura_notice", "next_try_at = least(next_try_at, now())")
  await update(scene, "fatura_webhook", "next_try_at = least(next_try_at, now())")
  await update(scene, "fatura_turn", "next_at = least(next_at, case when kind = 'end_order' then next_at else now() end)")
  await update(scene, "fatura_email", "due_at = case when kind = 'reminder' then due_at else least(due_at, now()) end")
  await update(scene, "fatura_invoice", "next_check_at = least(next_check_at, now()), canceled_at = canceled_at - interval '6 seconds'")
  // The gateway can't be at work any more on a call that had no answer.
  await update(scene, "fatura_invoice", "issuing_started_at = case when state = 'unknown' then issuing_started_at - interval '15 seconds' else issuing_started_at end")
  // What a killed or refused refund left counts as forsaken, and is asked for, after two minutes.
  await update(scene, "fatura_refund", "updated_at = updated_at - interval '3 minutes'")
  await update(scene, "refund", "created_at = created_at - interval '3 minutes'")
  await scene.world.pool.query(`update fatura_account set blocked_until = null, block_level = 0 where blocked_until is not null`)
}

const LIST_RUNS = 6

/** The lists of returned and disputed invoices, which are read every hour and whole every day, are read now. */
export async function readLists({ world: { pool, ticker } }: Scene): Promise<void> {
  await pool.query(`update fatura_reading set next_at = now(), whole_at = null where started_at is null`)
  for (let runs = 0; runs < LIST_RUNS; runs++) {
    await ticker.run("fatura-reconcile-settled")
    const { rows } = await pool.query(`select 1 from fatura_reading where started_at is not null or next_at <= now() limit 1`)
    if (!rows.length) return
    await pool.query(`update fatura_reading set next_at = now() where started_at is not null`)
  }
}

/**
 * The time of the story's codes is over: their minutes or days, and the grace after them. The day that a shopper has whose
 * money went back is no code's, and began after it was paid: `letPass` alone ends it.
 */
export async function letCodesExpire(scene: Scene): Promise<void> {
  const ofCode = "case when is_live then least(cancel_at, now() - interval '4 minutes') else cancel_at end"
  await update(scene, "fatura_invoice", `expires_at = least(expires_at, now() - interval '19 minutes'), cancel_at = ${ofCode}, next_check_at = least(next_check_at, now())`)
}
