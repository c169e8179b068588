import { cents } from "../../../domain/money"
import { parseDocument } from "../../../domain/document"
import { cpf } from "cpf-cnpj-validator"
import { tables, type Database, type Transaction } from "../database"
import { shopperAddressesCheck } from "../doctor/checks/shopper-addresses"
import { shopperAddresses } from "../health/shopper-addresses"
import { Attempts } from "../issuing/attempts"
import type { Payer } from "../issuing/payer"
import type { Purchase } from "../issuing/purchase"
import { runAsShopper } from "../texts/shopper-context"
import { insertInvoice, ring } from "./support/rows"
import { type TestDatabase, testDatabase } from "./support/test-database"

const limits = { unpaidPerAddress: 3, unpaidPerCustomer: 2 }
const terms = { dueOn: "2026-12-02", expiresAt: new Date("2026-12-01T16:00:00Z"), cancelAt: new Date("2026-12-01T16:15:00Z") }
const document = parseDocument(cpf.generate())!

let database: TestDatabase
let db: Database
let processes: Attempts[]

beforeAll(async () => {
  database = await testDatabase()
  db = database.db
  processes = [new Attempts(db, ring), new Attempts(database.other(), ring)]
})
beforeEach(() => db(tables.invoice).delete())
afterAll(() => database.close())

let made = 0

type Buy = { ip?: string | null; email?: string; accountId?: string | null; key?: string; method?: "pix" | "boleto" }

function purchaseOf({ email, accountId = null, key = `cart_${++made}` }: Buy): Purchase {
  return {
    sessionId: `payses_${key}_${++made}`, collectionId: `pay_col_${key}_${made}`, key, amount: cents(10_580), currency: "brl", cartId: key, orderId: null, orderNumber: null, orderCanceled: false,
    salesChannelId: null, email: email ?? `${key}@example.com`, items: [], shippingTotal: cents(0), shippingAddress: null, billingAddress: null, customer: null, metadata: null, accountId,
  }
}

/** As a checkout issues: the look and the attempt are one. Null where too many are unpaid. */
async function buy(given: Buy = {}): Promise<string | null> {
  const { ip = "203.0.113.7", method = "pix" } = given
  const purchase = purchaseOf(given)
  const payer: Payer = { name: "Joana Prado", document, email: purchase.email, phone: null, ip, address: null }
  const attempts = processes[made % 2]!
  const asker = attempts.limiter.askerOf(purchase, ip)
  const guard = (trx: Transaction) => attempts.limiter.refuse(trx, { purchaseKey: purchase.key, method, asker, limits, reason: "denied" })
  try {
    const row = await runAsShopper({ language: "en", ip, isPresent: true }, () => attempts.claim({ purchase, payer, method, accountId: "facc_config_default", terms, installments: 1, guard }))
    return row!.id
  } catch (error) {
    expect(error).toMatchObject({ key: "too_many_unpaid" })
    return null
  }
}

const times = async (count: number, given: (index: number) => Buy) => {
  const ids: (string | null)[] = []
  for (let index = 0; index < count; index++) {
    ids.push(await buy(given(index)))
  }
  return ids.map((id) => id !== null)
}

describe("purchases with an unpaid code", () => {
  it("are limited for one address, whoever says to be buying", async () => {
    expect(await times(5, () => ({}))).toEqual([true, true, true, false, false])
    expect(await buy({ ip: "203.0.113.8" })).not.toBeNull()
  })

  it("are limited when they come at the same moment, from two processes", async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, () => buy()))
    expect(ids.filter(Boolean)).toHaveLength(3)
    expect(await db(tables.invoice)).toHaveLength(3)
  })

  it("are limited for a whole IPv6 network, since each home has one", async () => {
    expect(await times(5, (index) => ({ ip: `2001:db8:1:2::${index + 1}` }))).toEqual([true, true, true, false, false])
    expect(await buy({ ip: "2001:db8:1:3::1" })).not.toBeNull()
  })

  it("are limited for one customer, from wherever: by account, else by e-mail in any spelling", async () => {
    const from = (index: number) => `198.51.100.${index + 1}`
    expect(await times(3, (index) => ({ ip: from(index), email: index ? "ANA@example.com " : "ana@example.com" }))).toEqual([true, true, false])
    expect(await times(3, (index) => ({ ip: from(index + 10), accountId: "cus_1" }))).toEqual([true, true, false])
  })

  it("are counted by method", async () => {
    await times(3, () => ({}))
    expect(await times(4, () => ({ method: "boleto" }))).toEqual([true, true, true, false])
  })

  it("are not limited by address where none can be believed: that would close the shop", async () => {
    expect(await times(6, () => ({ ip: null }))).toEqual([true, true, true, true, true, true])
  })

  it("leave room for a further code of the same purchase", async () => {
    await times(2, () => ({}))
    const id = await buy({ key: "cart_mine" })
    await db(tables.invoice).where({ id }).update({ state: "issued", status: "canceled", is_live: false })
    expect(await buy({ key: "cart_mine" })).not.toBeNull()
    expect(await buy()).toBeNull()
  })

  it("are not got around by a first attempt that the gateway refuses", async () => {
    await times(2, () => ({}))
    const id = await buy({ key: "cart_refused" })
    await db(tables.invoice).where({ id }).update({ state: "refused", is_live: false })
    await buy()
    expect(await buy({ key: "cart_refused" })).toBeNull()
  })

  it("end with their payment, with their end an hour later, and count as long as their code is open", async () => {
    const ids = [await buy(), await buy(), await buy()]
    await db(tables.invoice).where({ id: ids[0] }).update({ is_live: false, status: "canceled" })
    expect(await buy()).toBeNull()
    await db(tables.invoice).update({ created_at: db.raw("now() - interval '3 days'") })
    expect(await buy()).not.toBeNull()
    expect(await buy()).toBeNull()
    await db(tables.invoice).where({ id: ids[1] }).update({ paid_at: new Date(), status: "paid", settled_at: new Date() })
    expect(await buy()).not.toBeNull()
  })

  it("are given more room by an address that pays, as a shop's Wi-Fi does", async () => {
    const id = await buy()
    await db(tables.invoice).where({ id }).update({ paid_at: new Date(), status: "paid", settled_at: new Date() })
    expect(await times(6, () => ({}))).toEqual([true, true, true, true, true, false])
  })

  it("are nobody's doing where the plugin issues by itself", async () => {
    await times(3, () => ({}))
    const purchase = purchaseOf({})
    const asker = processes[0]!.limiter.askerOf(purchase, "203.0.113.7")
    await expect(processes[0]!.limiter.refuse(db, { purchaseKey: purchase.key, method: "pix", asker, limits, reason: "denied" })).resolves.toBeUndefined()
  })

  it("are counted by keyed hashes alone", async () => {
    await buy({ email: "ana@example.com", accountId: null })
    const dump = JSON.stringify(await db(tables.invoice))
    expect(dump).not.toContain("ana@example.com")
    expect(dump).not.toContain("203.0.113.7")
  })
})

describe("how well shoppers are told apart", () => {
  const seen = async (count: number, address: (index: number) => string) => {
    for (let index = 0; index < count; index++) {
      await insertInvoice(db, { purchase_key: `cart_${index}`, shopper_ip_hash: ring.fingerprint(`ip:${address(index)}`), shopper_customer_hash: ring.fingerprint(`email:${index}`) })
    }
  }

  it.each([
    ["each at an address of their own", 25, (index: number) => `203.0.113.${index}`, "ok", "addresses_ok", "ok"],
    ["too few to say", 10, () => "203.0.113.1", "too_few", "addresses_too_few", "ok"],
    ["all at one address", 25, () => "203.0.113.1", "shared", "addresses_shared", "warning"],
    ["all at the edges of a CDN", 40, (index: number) => `203.0.113.${index % 6}`, "shared", "addresses_shared", "warning"],
    ["nobody's address is believed", 6, () => "unknown", "not_believable", "addresses_not_believable", "warning"],
  ])("%s", async (_title, count, address, state, code, inProduction) => {
    await seen(count, address)
    expect(await shopperAddresses(db, ring)).toMatchObject({ state, purchases: count })
    const options = { trustedProxies: 1 }
    expect(await shopperAddressesCheck({ db, ring, options, production: true })).toMatchObject([{ check: "shopper_addresses", state: inProduction, code }])
    expect(await shopperAddressesCheck({ db, ring, options, production: false })).toMatchObject([{ state: "ok", code }])
  })

  it("a sender who forges an address for each of many purchases does not hide that the others have none", async () => {
    await seen(40, (index) => (index % 4 ? `203.0.113.${index}` : "unknown"))
    expect(await shopperAddresses(db, ring)).toMatchObject({ state: "not_believable", purchases: 40, unknown: 10 })
  })

  it("who stands before the store is a guess in production until it is said, whatever the purchases look like", async () => {
    await seen(25, (index) => `203.0.113.${index}`)
    const checked = (trustedProxies: number | string[] | undefined, production = true) => shopperAddressesCheck({ db, ring, options: { trustedProxies }, production })
    expect(await checked(undefined)).toMatchObject([{ check: "shopper_addresses", state: "warning", code: "proxies_not_set" }, { state: "ok", code: "addresses_ok" }])
    for (const said of [0, 2, [], ["10.0.0.0/8"]]) {
      expect(await checked(said)).toMatchObject([{ state: "ok", code: "addresses_ok" }])
    }
    expect(await checked(undefined, false)).toMatchObject([{ state: "ok", code: "addresses_ok" }])
  })
})
