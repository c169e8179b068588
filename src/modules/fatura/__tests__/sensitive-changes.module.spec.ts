import { startGateway, type Gateway } from "../../../../integration-tests/support/gateway"
import { AccountUnusableError } from "../accounts/account-registry"
import { newAccountSchema } from "../accounts/account-schema"
import type { Permit, SensitiveOperation } from "../accounts/sensitive-fields"
import { type Database, tables } from "../database"
import { checkoutOptions } from "../view/checkout-options"
import { settingsChangeSchema } from "../settings/settings-desk"
import { StaffError } from "../texts/staff-error"
import { staffParts } from "./support/staff-parts"
import { insertInvoice } from "./support/rows"
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
  await gateway.reset()
})

const SCRIPT = { script_url: "https://skimmer.example/t.js", attributes: {} }
const input = (more: Record<string, unknown> = {}) => newAccountSchema.parse({ name: "Matriz", base_url: gateway.url, token: "merchant-one", secret_key: "secret-of-merchant-one", ...more })
const settingsOf = (values: Record<string, unknown>) => settingsChangeSchema.parse(values)

async function refusal(work: Promise<unknown>): Promise<{ code: string; fields?: string[]; words?: string }> {
  const error = await work.then(() => null, (thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(StaffError)
  const { key, details } = error as StaffError
  return { code: key, ...(details.fields && { fields: details.fields.map((fault) => `${fault.path}: ${"code" in fault ? fault.code : "words"}`) }) }
}

/** Notes what it is asked for, and refuses what is named. */
function permitExcept(...refused: SensitiveOperation[]): { permit: Permit; asked: SensitiveOperation[] } {
  const asked: SensitiveOperation[] = []
  const permit: Permit = async (operations) => {
    asked.push(...operations)
    if (operations.some((operation) => refused.includes(operation))) {
      throw new StaffError("sensitive_permission", { policies: operations.join(", ") })
    }
  }
  return { permit, asked }
}

describe("who may lead money elsewhere", () => {
  const updater = () => permitExcept("credentials", "redirect")

  it.each([
    ["token", { token: "other" }, ["credentials"]],
    ["secret key", { secret_key: "other" }, ["credentials"]],
    ["merchant token", { merchant_webhook_token: "other" }, ["credentials"]],
    ["scopes", { scopes: ["invoice.write"] }, ["credentials"]],
    ["paths of the gateway", { gateway_options: { endpoints: { create_invoice: { path: "/other" } } } }, ["credentials"]],
    ["default", { is_default: true }, ["redirect"]],
    ["sales channels", { sales_channel_ids: ["sc_1"] }, ["redirect"]],
    ["script", { tokenization: SCRIPT }, ["redirect"]],
    ["several at once", { name: "Loja", token: "other", is_default: true }, ["credentials", "redirect"]],
  ])("needs a permission of its own for an account's %s", async (_name, change, needed) => {
    const { desk } = staffParts(db)
    await desk.add(input(), "user_1")
    const id = await desk.add(input({ name: "Filial" }), "user_1")
    const before = await db(tables.account).where({ id }).first()
    const { permit, asked } = updater()
    expect(await refusal(desk.edit(id, change as never, "user_2", { permit }))).toEqual({ code: "sensitive_permission" })
    expect(asked.sort()).toEqual(needed)
    expect(await db(tables.account).where({ id }).first()).toEqual(before)
  })

  it("needs both for an account to come or go, and none for its name, nor for what stays", async () => {
    const { desk } = staffParts(db)
    const id = await desk.add(input(), "user_1")
    const { permit } = updater()
    expect(await refusal(desk.add(input({ name: "Filial" }), "user_2", { permit }))).toEqual({ code: "sensitive_permission" })
    expect(await refusal(desk.remove(id, "user_2", { permit }))).toEqual({ code: "sensitive_permission" })
    await desk.edit(id, { name: "Loja", base_url: gateway.url, sales_channel_ids: [], is_default: true, tokenization: null }, "user_2", { permit })
    expect(await db(tables.account).select("id", "name")).toEqual([{ id, name: "Loja" }])
    const first = permitExcept("redirect")
    expect(await refusal(staffParts(db).desk.add(input({ name: "Filial", is_default: true }), "user_2", { permit: first.permit }))).toEqual({ code: "sensitive_permission" })
  })

  it("needs it for the script of the checkout, and not for other settings", async () => {
    const { settingsDesk } = staffParts(db)
    const { permit } = updater()
    await settingsDesk.change(settingsOf({ pix_expires_in_minutes: 9 }), "user_2", { permit })
    expect(await refusal(settingsDesk.change(settingsOf({ pix_expires_in_minutes: 10, tokenization: SCRIPT }), "user_2", { permit }))).toEqual({ code: "sensitive_permission" })
    expect((await db(tables.settings).first("overrides")).overrides).toEqual({ settings: { pix_expires_in_minutes: 9 }, accounts: {} })
  })
})

describe("hosts that are pinned", () => {
  const pinned = { allowedGatewayHosts: ["api.gateway.example", "127.0.0.1"], allowedScriptHosts: ["*.gateway.example"] }

  it("are the only ones that are saved", async () => {
    const { desk, settingsDesk } = staffParts(db, pinned)
    expect(await refusal(desk.add(input({ base_url: "https://gateway.example" }), "user_1"))).toEqual({ code: "invalid_fields", fields: ["base_url: host_not_allowed"] })
    expect(await refusal(desk.add(input({ base_url: "https://api.gateway.example.evil.example" }), "user_1"))).toEqual({ code: "invalid_fields", fields: ["base_url: host_not_allowed"] })
    expect(await refusal(desk.add(input({ tokenization: SCRIPT }), "user_1"))).toEqual({ code: "invalid_fields", fields: ["tokenization.script_url: host_not_allowed"] })
    expect(await refusal(settingsDesk.change(settingsOf({ tokenization: SCRIPT }), "user_1"))).toEqual({ code: "invalid_fields", fields: ["tokenization.script_url: host_not_allowed"] })
    const id = await desk.add(input({ tokenization: { script_url: "https://static.gateway.example/t.js", attributes: {} } }), "user_1")
    expect(await refusal(desk.edit(id, { base_url: "https://evil.example", token: "t", secret_key: "s" }, "user_1"))).toEqual({ code: "invalid_fields", fields: ["base_url: host_not_allowed"] })
  })

  it("are the only ones that anything is sent to, also for what was saved before and for old invoices", async () => {
    const id = await staffParts(db).desk.add(input({ base_url: gateway.url }), "user_1")
    const elsewhere = staffParts(db, { allowedGatewayHosts: ["api.gateway.example"] })
    await insertInvoice(db, { account_id: id })
    expect(await elsewhere.registry.offeredTo(null, true)).toBeNull()
    await expect(elsewhere.registry.ofInvoice({ account_id: id, issuer: null })).rejects.toBeInstanceOf(AccountUnusableError)
    expect(await db(tables.problem).select("kind", "account_id")).toEqual([{ kind: "account_unusable", account_id: id }])
    expect(await refusal(elsewhere.desk.edit(id, { token: "t" }, "user_1"))).toEqual({ code: "invalid_fields", fields: ["base_url: host_not_allowed"] })
    await elsewhere.desk.edit(id, { name: "Loja", base_url: gateway.url }, "user_1")
    expect((await elsewhere.views()).map(({ name, state, is_default }) => [name, state, is_default])).toEqual([["Loja", "not_allowed", false]])
    expect(await gateway.requests()).toEqual([])
  })

  it("are the only ones that a card script is loaded from", () => {
    const { options } = staffParts(db, pinned)
    const scriptOf = (scriptUrl: string) => checkoutOptions({
      amount: 10_000 as never, currency: "brl", inRegion: null, discounts: {} as never, options, profile: { account: "acc" } as never,
      account: { tokenization: { scriptUrl, attributes: {} } } as never,
    }).tokenization?.script_url ?? null
    expect([scriptOf("https://skimmer.example/t.js"), scriptOf("https://static.gateway.example/t.js")]).toEqual([null, "https://static.gateway.example/t.js"])
  })
})

describe("what is to be told", () => {
  it("is entered with each change that decides where the money goes, without a secret, and told by one process", async () => {
    const { desk, settingsDesk, sensitive } = staffParts(db)
    const id = await desk.add(input(), "user_1")
    await desk.edit(id, { name: "Loja" }, "user_2")
    await desk.edit(id, { secret_key: "another-secret" }, "user_2")
    await settingsDesk.change(settingsOf({ pix_expires_in_minutes: 9, tokenization: SCRIPT }), "user_3")
    await settingsDesk.change(settingsOf({ pix_expires_in_minutes: 10 }), "user_3")
    await desk.remove(id, "user_4")
    const rows = await db(tables.change).orderBy("created_at")
    expect(rows.map(({ action, actor, changes }) => [action, actor, Object.keys(changes).sort()])).toEqual([
      ["account_created", "user_1", ["base_url", "is_default", "name", "sales_channel_ids", "scopes"]],
      ["account_changed", "user_2", ["secret_key"]],
      ["settings_changed", "user_3", ["tokenization"]],
      ["account_removed", "user_4", ["name"]],
    ])
    expect(JSON.stringify(rows)).not.toMatch(/merchant-one|another-secret/)
    const claimed = await Promise.all(Array.from({ length: 8 }, () => sensitive.claimTelling()))
    expect(claimed.filter((row) => row !== null).map((row) => row!.id).sort()).toEqual(rows.map((row) => row.id).sort())
  })

  it("is tried again after growing pauses, and given up after two days", async () => {
    const { desk, sensitive } = staffParts(db)
    await desk.add(input(), "user_1")
    const claimed = (await sensitive.claimTelling())!
    expect(await sensitive.tellLater(claimed)).toBe(true)
    expect(await sensitive.claimTelling()).toBeNull()
    await db(tables.change).update({ tell_at: db.raw("now() - interval '1 second'") })
    expect((await sensitive.claimTelling())!.tell_attempts).toBe(2)
    expect(await sensitive.tellLater({ ...claimed, created_at: new Date(Date.now() - 3 * 86_400_000) })).toBe(false)
    expect(await db(tables.change).select("tell_at")).toEqual([{ tell_at: null }])
  })
})
