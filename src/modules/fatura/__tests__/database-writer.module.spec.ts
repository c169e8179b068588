import { cpf } from "cpf-cnpj-validator"
import type { Gateway } from "../../../../integration-tests/support/gateway"
import { AccountRows } from "../accounts/account-rows"
import { type Database, tables } from "../database"
import { Payers } from "../payers/payers"
import { Revision } from "../settings/revision"
import { faturaParts } from "./support/fatura-parts"
import { NoticeReceiver } from "./support/notice-receiver"
import { ring } from "./support/rows"
import { useShop } from "./support/use-shop"

let db: Database
let gateway: Gateway
let rows: AccountRows
const thief = new NoticeReceiver()

useShop((shop) => ({ db, gateway } = shop))
beforeAll(() => thief.start())
afterAll(() => thief.close())
beforeEach(() => {
  thief.received.length = 0
  rows = new AccountRows(db, ring)
})
afterEach(() => void (process.env.NODE_ENV = "test"))

/** An account as staff enter it. */
async function enter(id: string, token: string): Promise<void> {
  const place = { id, source: "admin", base_url: gateway.url } as const
  await db.transaction((trx) =>
    rows.insert(trx, { ...place, name: id, is_default: false, scopes: ["invoice.write"], sales_channel_ids: [], merchant_token_sealed: rows.sealMerchantToken(`${token}-merchant`, id), ...rows.seal({ token, secretKey: "secret" }, place) })
  )
}

/** Another process, which knows the tables alone. */
async function freshly() {
  await db.transaction((trx) => new Revision(db).raise(trx))
  return faturaParts(db, gateway.url, { accounts: [] })
}

describe("who can write to the database", () => {
  it("can't have a secret sent to an address of their own", async () => {
    await enter("facc_1", "sandbox-one")
    const before = await (await freshly()).accounts.byId("facc_1")
    await before.client.auth()
    await db(tables.account).where({ id: "facc_1" }).update({ base_url: thief.url })
    const { accounts } = await freshly()
    await expect(accounts.byId("facc_1")).rejects.toMatchObject({ kind: "not_configured", outcome: "not_sent" })
    // Nor as an account of the configuration, which is bound to no address.
    await db(tables.account).where({ id: "facc_1" }).update({ source: "configuration" })
    await expect((await freshly()).accounts.byId("facc_1")).rejects.toMatchObject({ kind: "not_configured" })
    expect(thief.received).toEqual([])
  })

  it("can't have one account's secrets or tokens used by another", async () => {
    await enter("facc_1", "sandbox-one")
    await enter("facc_2", "sandbox-two")
    const one = await db(tables.account).where({ id: "facc_1" }).first("credentials_sealed", "merchant_token_sealed")
    await db(tables.account).where({ id: "facc_2" }).update(one)
    const { accounts } = await freshly()
    await expect(accounts.byId("facc_2")).rejects.toMatchObject({ kind: "not_configured" })
    expect((await accounts.byId("facc_1")).merchantToken).toBe("sandbox-one-merchant")
    expect(rows.merchantTokenOf((await rows.find("facc_2"))!)).toBeNull()
  })

  it("can't have an access token used by another account: it asks for one of its own", async () => {
    await enter("facc_1", "sandbox-one")
    await enter("facc_2", "sandbox-two")
    const { accounts } = await freshly()
    for (const id of ["facc_1", "facc_2"]) {
      const account = await accounts.byId(id)
      await account.tokens.kept(() => account.client.auth())
    }
    const { access_token_sealed } = await db(tables.account).where({ id: "facc_1" }).first("access_token_sealed")
    await db(tables.account).where({ id: "facc_2" }).update({ access_token_sealed })
    const again = await (await freshly()).accounts.byId("facc_2")
    expect(await again.tokens.read()).toBeNull()
  })

  it("can't give a customer's saved payer to another customer", async () => {
    const payers = new Payers(db, ring)
    await payers.save("cus_1", { document: cpf.generate(), name: "Joana Prado", phone: null })
    expect(await payers.list("cus_1")).toHaveLength(1)
    await db(tables.payer).update({ customer_id: "cus_2" })
    expect(await payers.list("cus_2")).toEqual([])
  })
})

describe("an address that staff entered leads inside by now", () => {
  it("nothing is sent there in production, not even by an account that was saved before", async () => {
    await enter("facc_1", "sandbox-one")
    process.env.NODE_ENV = "production"
    const account = await (await freshly()).accounts.byId("facc_1")
    await gateway.forgetRequests()
    await expect(account.client.auth()).rejects.toMatchObject({ kind: "not_configured", outcome: "not_sent", message: expect.stringContaining("its address leads into a network") })
    expect(await gateway.counts()).toEqual({})
  })

  it("what the configuration plainly names as internal is meant to be", async () => {
    process.env.NODE_ENV = "production"
    const { accounts } = faturaParts(db, gateway.url)
    const account = await accounts.byId("facc_config_default")
    await expect(account.client.auth()).resolves.toMatchObject({ accessToken: expect.any(String) })
  })
})
