import type { CallReport } from "../../../../gateway"
import type { KeyRing } from "../../crypto/key-ring"
import { type Database, tables } from "../../database"
import { Watch } from "../../health/watch"
import { Problems } from "../../problems/problems"
import { faturaParts } from "./fatura-parts"
import { ring } from "./rows"

/** Looks once at what goes wrong silently, as the job does; `exists`: whether the name of the notices' address can be found. */
export function watchOnce(db: Database, gatewayUrl: string, given: { keys?: KeyRing; options?: Record<string, unknown>; exists?: boolean } = {}): Promise<void> {
  const { options } = faturaParts(db, gatewayUrl, given.options)
  return new Watch(db, given.keys ?? ring, options, new Problems(db), async () => given.exists ?? true).run()
}

/** A call that went well, but for what is given. */
export const callReport = (given: Partial<CallReport>): CallReport => ({ operation: "create_invoice", httpStatus: 200, ms: 1, outcome: "ok", kind: null, isLookUp: false, clockSkewMs: 0, drift: [], ...given })

export const openKinds = (db: Database): Promise<string[]> => db(tables.problem).whereNull("resolved_at").pluck("kind")
