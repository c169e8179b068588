import type { Gateway } from "../../../../integration-tests/support/gateway"
import { AccountHealth } from "../accounts/account-health"
import { KeyRing } from "../crypto/key-ring"
import { type Database, tables } from "../database"
import { ACCOUNT, faturaParts } from "./support/fatura-parts"
import { newInvoice } from "./support/new-invoice"
import { insertInvoice, ring, testKey } from "./support/rows"
import { useShop } from "./support/use-shop"
import { callReport, openKinds, watchOnce } from "./support/watching"

let db: Database
let gateway: Gateway
let parts: ReturnType<typeof faturaParts>

useShop((shop) => ({ db, gateway } = shop))
beforeEach(async () => {
  parts = faturaParts(db, gateway.url)
  await parts.accounts.all()
})
afterEach(() => void (process.env.NODE_ENV = "test"))

/** Beside what `problem-kinds` shows, kind by kind. */
describe("what is watched", () => {
  it("a host name of the notices that does not exist", async () => {
    process.env.NODE_ENV = "production"
    await watchOnce(db, gateway.url, { options: { backendUrl: "https://shop.example" }, exists: false })
    expect(await db(tables.problem).first()).toMatchObject({ kind: "notification_address", details: { host_not_found: "shop.example" } })
  })

  it("a key that was dropped while older data needs it, also after new orders were placed", async () => {
    await insertInvoice(db, { id: "finv_1", payer_sealed: ring.seal("{}", "payer", ["finv_1"]) })
    await new Promise((resolve) => setTimeout(resolve, 5))
    const second = new KeyRing(testKey("second"))
    await insertInvoice(db, { id: "finv_2", payer_sealed: second.seal("{}", "payer", ["finv_2"]) })
    await watchOnce(db, gateway.url, { keys: second })
    expect(await openKinds(db)).toEqual(["encryption_key"])
  })

  it("a finding is written once a minute, and its opposite at once", async () => {
    const watched = new AccountHealth(ACCOUNT, parts.problems)
    for (let count = 0; count < 5; count++) {
      await watched.take(callReport({ clockSkewMs: 200_000 }))
    }
    expect(await db(tables.problem)).toEqual([expect.objectContaining({ kind: "clock_skew", seen_count: 1, details: { seconds: 200 } })])
    await watched.take(callReport({ clockSkewMs: 1_000 }))
    expect(await openKinds(db)).toEqual([])
  })

  it("a calm answer to another kind of call does not end a block of look-ups", async () => {
    const { client } = await parts.accounts.byId(ACCOUNT)
    await gateway.fault({ match: { method: "GET", path: "/invoices" }, kind: "403", times: 1 })
    await expect(client.listInvoices()).rejects.toMatchObject({ kind: "blocked" })
    await client.createInvoice(newInvoice("payses_calm-1"))
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(await openKinds(db)).toEqual(["blocked_by_gateway"])
    await db(tables.account).update({ blocked_until: db.raw("now() - interval '1 second'") })
    await client.listInvoices()
    expect(await openKinds(db)).toEqual([])
  })
})
