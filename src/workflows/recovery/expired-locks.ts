import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { FaturaModuleService } from "../../modules/fatura"
import { PROVIDER_IDS } from "../../modules/fatura/sessions/provider-ids"

/**
 * Medusa's Postgres locking never takes over a lock that has expired: after a crash the cart would stay
 * locked for ever, and so would what staff had begun here. Only our own rows and those of carts that chose one of our
 * methods are touched.
 */
export async function freeExpiredLocks(fatura: FaturaModuleService, db: Knex): Promise<void> {
  const { rows: tables } = await db.raw(`select to_regclass('locking') as name`)
  if (!tables[0].name) {
    return
  }
  const { rows } = await db.raw(
    `delete from locking where expiration < now() - interval '1 minute' and (id like 'fatura-%' or id in (
       select cpc.cart_id from locking held join cart_payment_collection cpc on cpc.cart_id = held.id
       join payment_session ps on ps.payment_collection_id = cpc.payment_collection_id
       where held.expiration < now() - interval '1 minute' and ps.provider_id = any(?)
     )) returning id`,
    [PROVIDER_IDS as unknown as string[]]
  )
  if (rows.length) {
    await fatura.problems.raise({ kind: "expired_locks", subject: "store", details: { carts: rows.map((row: { id: string }) => row.id) } })
  }
}
