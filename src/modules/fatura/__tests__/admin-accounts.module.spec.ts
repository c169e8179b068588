import { readFileSync } from "node:fs"
import path from "node:path"
import { startGateway, type Gateway } from "../../../../integration-tests/support/gateway"
import { AccountDesk } from "../accounts/account-desk"
import { AccountRegistry } from "../accounts/account-registry"
import { newAccountSchema } from "../accounts/account-schema"
import { type Database, newId, tables } from "../database"
import { KeyRing } from "../crypto/key-ring"
import { Notices } from "../inbox/notices"
import { optionsSchema } from "../options/schema"
import { Problems } from "../problems/problems"
import { Audit } from "../settings/audit"
import { Revision } from "../settings/revision"
import { SensitiveChanges } from "../settings/sensitive-changes"
import { Settings } from "../settings/settings"
import { SettingsDesk, settingsChangeSchema } from "../settings/settings-desk"
import { StaffError } from "../texts/staff-error"
import { faturaParts } from "./support/fatura-parts"
import { insertInvoice, ring, testKey } from "./support/rows"
import { type TestDatabase, testDatabase } from "./support/test-database"

let database: TestDatabase
let db: Database
let gateway: Gateway

beforeAll(async () => {
  database = await testDatabase()
  db = database.db
  gateway = await startGateway()
})
afterAll(async () => {
  await gateway.close()
  await database.close()
})
beforeEach(async () => {
  for (const table of Object.values(tables)) {
    await db(table).delete()
  }
})

/** One process of the store. */
function process(pool: Database = db, options: Record<string, unknown> = {}, keys: KeyRing = ring) {
  const given = optionsSchema.parse({ backendUrl: "http://127.0.0.1:9", encryptionKey: testKey("first"), ...options })
  const revision = new Revision(pool)
  const [problems, audit, settings] = [new Problems(pool), new Audit(pool), new Settings(pool, revision, given)]
  const sensitive = new SensitiveChanges(pool, keys)
  return {
    audit,
    settings,
    registry: new AccountRegistry(pool, given, keys, problems, revision),
    sensitive,
    desk: new AccountDesk({ db: pool, ring: keys, options: given, audit, sensitive, revision, problems }),
    settingsDesk: new SettingsDesk({ db: pool, settings, options: given, audit, sensitive, revision }),
  }
}

const input = (more: Record<string, unknown> = {}) =>
  newAccountSchema.parse({ name: "Matriz", base_url: gateway.url, token: " pasted-token\n", secret_key: "c2VjcmV0LWtleS1wYXN0ZWQ=", ...more })

async function refusal(work: Promise<unknown>): Promise<{ code: string; fields?: string[] }> {
  const error = await work.then(() => null, (thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(StaffError)
  const { key, details } = error as StaffError
  return { code: key, ...(details.fields && { fields: details.fields.map((fault) => fault.path) }) }
}

describe("accounts of the admin", () => {
  it("are used by every process at once when an invoice is issued, and within two seconds otherwise", async () => {
    const [one, two] = [process(), process(database.other())]
    expect(await two.registry.offeredTo(null)).toBeNull()
    const id = await one.desk.add(input(), "user_1")
    expect((await two.registry.forSalesChannel(null, { fresh: true })).id).toBe(id)
    await one.desk.edit(id, { name: "Loja" }, "user_1")
    await new Promise((resolve) => setTimeout(resolve, 2_100))
    expect((await two.registry.all()).map(({ name }) => name)).toEqual(["Loja"])
  })

  it("keep the same client until their credentials change", async () => {
    const { desk, registry } = process()
    const id = await desk.add(input(), "user_1")
    const first = (await registry.byId(id)).client
    await desk.edit(id, { name: "Loja" }, "user_1")
    expect((await registry.byId(id)).client).toBe(first)
    await desk.edit(id, { secret_key: "another-secret-key" }, "user_1")
    expect((await registry.byId(id)).client).not.toBe(first)
  })

  it("stand sealed in the table, with the last four characters of the secret", async () => {
    const { desk } = process()
    await desk.add(input({ merchant_webhook_token: "merchant-token-1" }), "user_1")
    const row = await db(tables.account).first()
    expect(row).toMatchObject({ secret_last4: "ZWQ=", source: "admin", is_default: true })
    expect(JSON.stringify(row)).not.toMatch(/pasted-token|c2VjcmV0|merchant-token-1/)
    expect(JSON.parse(ring.open(row.credentials_sealed, "account-credentials", [row.id, row.base_url]))).toEqual({ token: "pasted-token", secretKey: "c2VjcmV0LWtleS1wYXN0ZWQ=" })
  })

  it("tell nothing of a secret that is short", async () => {
    await process().desk.add(input({ secret_key: "12345678901" }), "user_1")
    expect(await db(tables.account).first("secret_last4")).toEqual({ secret_last4: null })
  })

  it("have exactly one default, also when two of the staff choose one at once", async () => {
    const { desk, registry } = process()
    const first = await desk.add(input(), "user_1")
    const [second, third] = [await desk.add(input({ name: "B" }), "user_1"), await desk.add(input({ name: "C" }), "user_1")]
    await Promise.allSettled([desk.edit(second, { is_default: true }, "user_1"), process(database.other()).desk.edit(third, { is_default: true }, "user_2")])
    expect(await db(tables.account).where({ is_default: true })).toHaveLength(1)
    expect((await registry.all()).filter(({ isDefault }) => isDefault)).toHaveLength(1)
    expect([first]).not.toContain((await registry.forSalesChannel(null)).id)
    const now = (await registry.forSalesChannel(null)).id
    expect(await refusal(desk.edit(now, { is_default: false }, "user_1"))).toEqual({ code: "default_cannot_be_unset" })
  })

  it("pass the default on when it is removed", async () => {
    const { desk, registry } = process()
    const first = await desk.add(input(), "user_1")
    const second = await desk.add(input({ name: "B" }), "user_1")
    expect(await desk.remove(first, "user_1")).toBe("removed")
    expect(await db(tables.account).select("id", "is_default")).toEqual([{ id: second, is_default: true }])
    expect((await registry.forSalesChannel(null)).id).toBe(second)
  })

  it("serve the sales channels that they name", async () => {
    const { desk, registry } = process()
    const first = await desk.add(input(), "user_1")
    const second = await desk.add(input({ name: "B", sales_channel_ids: ["sc_b"] }), "user_1")
    expect((await registry.forSalesChannel("sc_b")).id).toBe(second)
    expect((await registry.forSalesChannel("sc_a")).id).toBe(first)
    expect(await refusal(desk.add(input({ name: "C", sales_channel_ids: ["sc_b"] }), "user_1"))).toEqual({ code: "invalid_fields", fields: ["sales_channel_ids"] })
  })

  it("need token and secret again for another address", async () => {
    const { desk } = process()
    const id = await desk.add(input(), "user_1")
    const elsewhere = { base_url: "http://127.0.0.1:9" }
    expect(await refusal(desk.edit(id, elsewhere, "user_1"))).toEqual({ code: "invalid_fields", fields: ["token", "secret_key"] })
    expect(await refusal(desk.edit(id, { ...elsewhere, token: "t" }, "user_1"))).toEqual({ code: "invalid_fields", fields: ["secret_key"] })
    await desk.edit(id, { ...elsewhere, token: "t", secret_key: "s" }, "user_1")
    expect(await db(tables.account).first("base_url")).toEqual({ base_url: "http://127.0.0.1:9" })
  })

  it("can't be removed while an invoice needs them, and are archived when old ones exist", async () => {
    const { desk, registry } = process()
    const id = await desk.add(input(), "user_1")
    const invoice = await insertInvoice(db, { account_id: id })
    expect(await refusal(desk.remove(id, "user_1"))).toEqual({ code: "account_in_use" })
    await db(tables.invoice).where({ id: invoice.id }).update({ is_live: false, watch_until: db.raw("now() + interval '1 hour'") })
    expect(await refusal(desk.remove(id, "user_1"))).toEqual({ code: "account_in_use" })
    await db(tables.invoice).where({ id: invoice.id }).update({ watch_until: null })
    await db(tables.refund).insert({ id: newId("fref"), fatura_invoice_id: invoice.id, amount_cents: 1, cumulative_cents: 1, origin: "medusa", state: "unknown" })
    expect(await refusal(desk.remove(id, "user_1"))).toEqual({ code: "account_in_use" })
    await db(tables.refund).delete()
    expect(await desk.remove(id, "user_1")).toBe("archived")
    expect(await registry.offeredTo(null)).toBeNull()
    expect(await registry.byId(id)).toMatchObject({ archived: true })
    expect(await refusal(desk.edit(id, { name: "x" }, "user_1"))).toEqual({ code: "account_archived" })
  })

  it("stay behind those of the configuration, which can't be changed", async () => {
    const { desk, registry } = process(db, { accounts: [{ name: "Matriz", baseUrl: gateway.url, token: "t", secretKey: "s", isDefault: true }] })
    await registry.all()
    expect(await refusal(desk.edit("facc_config_matriz", { name: "x" }, "user_1"))).toEqual({ code: "account_from_configuration" })
    expect(await refusal(desk.remove("facc_config_matriz", "user_1"))).toEqual({ code: "account_from_configuration" })
    expect(await refusal(desk.add(input(), "user_1"))).toEqual({ code: "invalid_fields", fields: ["name"] })
    expect(await refusal(desk.add(input({ name: "B", is_default: true }), "user_1"))).toEqual({ code: "default_from_configuration" })
    await desk.add(input({ name: "B" }), "user_1")
    expect((await registry.forSalesChannel(null)).id).toBe("facc_config_matriz")
  })

  it("are out of use when the key that sealed them is gone, and come back when they are entered again", async () => {
    const id = await process().desk.add(input(), "user_1")
    const other = process(db, { encryptionKey: testKey("second") }, new KeyRing(testKey("second")))
    expect(await other.registry.offeredTo(null)).toBeNull()
    expect(await refusal(other.desk.edit(id, { token: "t" }, "user_1"))).toEqual({ code: "invalid_fields", fields: ["secret_key"] })
    await other.desk.edit(id, { token: "t", secret_key: "s" }, "user_1")
    expect((await other.registry.forSalesChannel(null)).id).toBe(id)
  })

  it("are not taken without a key", async () => {
    const { desk, registry } = process(db, { encryptionKey: undefined }, new KeyRing(undefined))
    expect(await registry.offeredTo(null)).toBeNull()
    expect(await refusal(desk.add(input(), "user_1"))).toEqual({ code: "encryption_key_missing" })
  })
})

describe("settings of the admin", () => {
  const change = (values: Record<string, unknown>) => settingsChangeSchema.parse(values)

  it("win over the options, for every process, until they are reset", async () => {
    const options = { methods: { pix: { expiresInMinutes: 45 } } }
    const [one, two] = [process(db, options), process(database.other(), options)]
    expect((await two.settings.current()).methods.pix.expiresInMinutes).toBe(45)
    await one.settingsDesk.change(change({ pix_expires_in_minutes: 7, card_enabled: false }), "user_1")
    expect((await two.settings.current({ fresh: true })).methods).toMatchObject({ pix: { expiresInMinutes: 7, enabled: true }, card: { enabled: false } })
    await one.settingsDesk.change(change({ pix_expires_in_minutes: null }), "user_1")
    expect((await two.settings.current({ fresh: true })).methods).toMatchObject({ pix: { expiresInMinutes: 45 }, card: { enabled: false } })
    expect(await one.settingsDesk.view()).toMatchObject({ values: { pix_expires_in_minutes: 45, card_enabled: false }, defaults: { card_enabled: true }, overridden: ["card_enabled"] })
  })

  it("switch methods off for single accounts", async () => {
    const { desk, settings, settingsDesk } = process()
    const id = await desk.add(input(), "user_1")
    await settingsDesk.change(change({ accounts: { [id]: { boleto: false } } }), "user_1")
    expect((await settings.current({ accountId: id })).methods).toMatchObject({ boleto: { enabled: false }, pix: { enabled: true } })
    expect((await settings.current()).methods.boleto.enabled).toBe(true)
    await settingsDesk.change(change({ accounts: { [id]: { boleto: null } } }), "user_1")
    expect((await settings.current({ accountId: id })).methods.boleto.enabled).toBe(true)
    expect(await refusal(settingsDesk.change(change({ accounts: { facc_none: { pix: false } } }), "user_1"))).toEqual({ code: "account_not_found" })
  })

  it.each([
    ["more minutes than the option may have", { pix_expires_in_minutes: 43_201 }],
    ["half a day", { boleto_due_in_days: 0.5 }],
    ["thirteen installments", { card_max_installments: 13 }],
    ["a name that is none", { pix_colour: "red" }],
    ["a word that is none", { on_expiry: "explode" }],
  ])("refuse %s", (_what, values) => {
    expect(settingsChangeSchema.safeParse(values).success).toBe(false)
  })

  it("refuse a minimum above its maximum, also against what is already set", async () => {
    const { settingsDesk } = process()
    await settingsDesk.change(change({ pix_max_amount: 50 }), "user_1")
    expect(await refusal(settingsDesk.change(change({ pix_min_amount: 60 }), "user_1"))).toEqual({ code: "invalid_fields", fields: ["pix_max_amount"] })
  })

  it("keep the changes that two of the staff make at once", async () => {
    const [one, two] = [process(), process(database.other())]
    await Promise.all([one.settingsDesk.change(change({ pix_expires_in_minutes: 7 }), "user_1"), two.settingsDesk.change(change({ boleto_due_in_days: 9 }), "user_2")])
    expect((await one.settingsDesk.view()).overridden.sort()).toEqual(["boleto_due_in_days", "pix_expires_in_minutes"])
  })

  it("are in the timeline with who changed them, from what to what", async () => {
    const { audit, desk, settingsDesk } = process()
    const id = await desk.add(input(), "user_1")
    await desk.edit(id, { name: "Loja", secret_key: "another-secret-key" }, "user_2")
    await settingsDesk.change(change({ pix_expires_in_minutes: 7 }), "user_3")
    await settingsDesk.change(change({ pix_expires_in_minutes: 7 }), "user_3")
    const { history, count } = await audit.list({ limit: 10 })
    expect(count).toBe(3)
    expect(history.map(({ action, actor, changes }) => [action, actor, changes])).toEqual([
      ["settings_changed", "user_3", { pix_expires_in_minutes: { from: null, to: 7 } }],
      ["account_changed", "user_2", { name: { from: "Matriz", to: "Loja" }, secret_key: "changed" }],
      ["account_created", "user_1", expect.objectContaining({ name: { from: null, to: "Matriz" } })],
    ])
    expect(JSON.stringify(history)).not.toMatch(/pasted|another-secret/)
  })
})

describe("a notice", () => {
  const paid = readFileSync(path.join(__dirname, "../../../gateway/__tests__/wire/notice-paid-pix.json"))
  const token = Buffer.from(":service-token").toString("base64")

  it.each([
    ["whose account is not there", { accounts: [] }, ring],
    ["whose token was sealed with a key that is gone", {}, new KeyRing(testKey("lost"))],
  ])("%s is kept and tried again, never given up", async (_what, given, keys) => {
    const { reader } = faturaParts(db, gateway.url, { ...given, webhooks: { maxAttempts: 1 } })
    const invoice = await insertInvoice(db, { invoice_id: "1795194190", gateway_id: "1795194190" })
    const stored = await new Notices(db, keys).store({ invoiceId: invoice.id, door: "ticket", body: paid, contentType: "application/json", rawHeaders: ["Webhook", "1", "Webhook", token] })
    expect(await reader.take(stored)).toMatchObject({ outcome: "waiting" })
    expect(await db(tables.notice).first("state", "attempts")).toEqual({ state: "pending", attempts: 0 })
  })
})
