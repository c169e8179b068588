import type { MedusaContainer } from "@medusajs/framework/types"
import { FATURA_MODULE, type FaturaModuleService } from "../../modules/fatura"
import type { Stretch } from "../recent-ids"
import { canceledNotRefunded } from "./canceled-orders"
import { forgottenRefunds } from "./forgotten-refunds"
import { forsakenOrders } from "./forsaken-orders"
import { neverIssuedOrders } from "./never-issued-orders"
import { orderlessMoney } from "./orderless-money"
import { recoverOne } from "./recover-one"
import type { Recovery } from "./recovery"
import { stockOfCanceledOrders } from "./stock-of-canceled-orders"
import { uncapturedOrders } from "./uncaptured-orders"

const DAY = 86_400_000
/** One at each run of the job, so that the whole past has had its turn after half a day. */
const MOST_STRETCHES = 360
/** An order that has waited for longer with nothing to pay is nobody's forgotten: staff let it wait. */
const ENDED_WITHIN = 30 * DAY

/** Money and stock that are in the wrong place, however long ago that began. */
const ALWAYS: Recovery[] = [canceledNotRefunded, orderlessMoney, forgottenRefunds, stockOfCanceledOrders]
/** Orders to be ended. */
const FOR_A_MONTH: Recovery[] = [neverIssuedOrders, forsakenOrders, uncapturedOrders]

/**
 * Looks at one stretch of the past: what the jobs that look back a few days did not find, since none ran for so long,
 * or since it began later. The one that has waited longest is next, so that all of them have their turn.
 */
export async function lookBack(container: MedusaContainer, now = new Date()): Promise<void> {
  const fatura: FaturaModuleService = container.resolve(FATURA_MODULE)
  const first = await fatura.ledger.firstMadeAt()
  const stretches = first ? stretchesSince(first, now) : []
  const [id] = await fatura.turns.due("look_back", { sql: "select unnest(cast(:stretches as text[])) as id", values: { stretches: stretches.map(nameOf) } }, 1)
  const stretch = stretches.find((one) => nameOf(one) === id)
  if (!stretch || !(await fatura.turns.take("look_back", nameOf(stretch)))) {
    return
  }
  const isRecent = stretch.to.getTime() > now.getTime() - ENDED_WITHIN
  for (const recovery of [...ALWAYS, ...(isRecent ? FOR_A_MONTH : [])]) {
    await recoverOne(container, recovery, stretch)
  }
  await fatura.turns.done("look_back", nameOf(stretch))
}

/** The time since then in at most so many equal parts, each of whole days; the newest is the last. */
export function stretchesSince(first: Date, now: Date): Stretch[] {
  const [from, to] = [Math.floor(first.getTime() / DAY) - 1, Math.floor(now.getTime() / DAY) + 1]
  const width = Math.max(1, Math.ceil((to - from) / MOST_STRETCHES))
  const parts = Array.from({ length: Math.floor((to - 1) / width) - Math.floor(from / width) + 1 }, (_, index) => Math.floor(from / width) + index)
  return parts.map((part) => ({ from: new Date(part * width * DAY), to: new Date((part + 1) * width * DAY) }))
}

function nameOf({ from, to }: Stretch): string {
  return `${from.toISOString().slice(0, 10)}/${to.toISOString().slice(0, 10)}`
}
