import { hasten, letCodesExpire, letPass, readLists } from "../world/time"
import { pause } from "../../chaos/stories/patience"
import type { Scene } from "./scene"

const CALM_LIMIT_MS = 4_000
const REST_LIMIT_MS = 30_000
const LOOK_EVERY_MS = 30
/** What the first quiet round changed, the next one sees. */
const QUIET_ROUNDS = 2
const HOURS = 60

/** What the plugin still has to do for a story, by name. */
async function pendingOf(scene: Scene, dueWithin: string): Promise<Record<string, number>> {
  const notices = scene.world.columns.has("fatura_webhook") ? "fatura_webhook" : "fatura_notice"
  const { rows } = await scene.world.pool.query<Record<string, number>>(
    `select (select count(*)::int from ${notices} where fatura_invoice_id = any($1) and state = 'pending' and next_try_at < now() + $2::interval) as webhooks,
       (select count(*)::int from fatura_outbox t where fatura_invoice_id = any($1) and state = 'pending' and next_try_at < now() + $2::interval and not exists (
          select 1 from fatura_problem p where p.fatura_invoice_id = t.fatura_invoice_id and p.resolved_at is null and p.kind = 'card_outcome_unknown')) as tasks,
       (select count(*)::int from fatura_invoice where id = any($1) and state = 'issuing') as attempts,
       (select count(*)::int from fatura_invoice where id = any($1) and lease_until > now()) as leases`,
    [scene.facts.rows.map(({ id }) => id), dueWithin],
  )
  return rows[0]!
}

const isQuiet = (pending: Record<string, number>): boolean => Object.values(pending).every((count) => count === 0)

/** Waits until what a move has set going is done; what is tried again later is not waited for. */
export async function calmDown(scene: Scene): Promise<void> {
  const limit = Date.now() + CALM_LIMIT_MS
  for (let quiet = 0; quiet < QUIET_ROUNDS && Date.now() < limit; ) {
    await pause(LOOK_EVERY_MS)
    await scene.look()
    quiet = isQuiet(await pendingOf(scene, "1 second")) ? quiet + 1 : 0
  }
}

/**
 * Lets everything be done that is still to be done for a story, all pauses being over.
 * @returns what is left at the time limit
 */
export async function comeToRest(scene: Scene): Promise<Record<string, number>> {
  const limit = Date.now() + REST_LIMIT_MS
  await scene.look()
  if (scene.isSilent) await readLists(scene)
  let quiet = 0
  let pending: Record<string, number> = {}
  while (quiet < QUIET_ROUNDS) {
    if (Date.now() > limit) return pending
    await hasten(scene)
    await scene.world.ticker.round()
    await scene.look()
    pending = await pendingOf(scene, "10 years")
    quiet = isQuiet(pending) ? quiet + 1 : 0
  }
  return {}
}

/** So much time passes that no code can be paid any more and no order waits for its shopper. */
export async function letAllEnd(scene: Scene): Promise<Record<string, number>> {
  await letCodesExpire(scene)
  await comeToRest(scene)
  await letPass(scene, 3 * HOURS)
  return comeToRest(scene)
}
