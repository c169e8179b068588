import { startGateway, type Gateway } from "../../../../integration-tests/support/gateway"
import { newAccountSchema } from "../accounts/account-schema"
import type { Permit } from "../accounts/sensitive-fields"
import { KeyRing } from "../crypto/key-ring"
import { type Database, tables } from "../database"
import { SensitiveChanges } from "../settings/sensitive-changes"
import { settingsChangeSchema } from "../settings/settings-desk"
import { StaffError } from "../texts/staff-error"
import { insertInvoice, ring, testKey } from "./support/rows"
import { staffParts } from "./support/staff-parts"
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

const input = (more: Record<string, unknown> = {}) => newAccountSchema.parse({ name: "Matriz", base_url: gateway.url, token: "merchant-one", secret_key: "secret-of-merchant-one", ...more })
const script = (name: string) => ({ script_url: `https://static.gateway.example/${name}.js`, attributes: {} })
const settingsOf = (tokenization: unknown) => settingsChangeSchema.parse({ tokenization })
const lastChange = async (): Promise<string> => (await db(tables.change).orderBy("created_at", "desc").first("id")).id
const rowOf = async (id: string) => db(tables.account).where({ id }).first()
const entries = async () => (await db(tables.change).orderBy("created_at")).map(({ action, actor, undoes, undone_by, before_sealed }) => [action, actor, undoes !== null, undone_by, before_sealed !== null])
const defaults = async () => Object.fromEntries((await db(tables.account).where({ is_default: true }).select("id")).map(({ id }) => [id, true]))

/** Whom the gateway is asked for by the account that is paid. */
async function payeeOf(parts: ReturnType<typeof staffParts>, id: string): Promise<string | null> {
  const account = (await parts.registry.find(id, { fresh: true }))!
  return (await account.tokens.kept(() => account.client.auth())).account.account
}

async function refusal(work: Promise<unknown>): Promise<string> {
  const error = await work.then(() => null, (thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(StaffError)
  return (error as StaffError).key
}

/** An invoice as the account issues it now. */
async function issuedBy(parts: ReturnType<typeof staffParts>, id: string) {
  const account = (await parts.registry.find(id, { fresh: true }))!
  const { account: profile } = await account.tokens.kept(() => account.client.auth())
  return insertInvoice(db, { account_id: id, issuer: JSON.stringify({ account: profile.account, company_id: profile.companyId, document_masked: profile.documentMasked }) as never })
}

describe("what is undone", () => {
  it("credentials: the former merchant is paid again, and it is told as a change of its own", async () => {
    const parts = staffParts(db)
    const id = await parts.desk.add(input(), "owner")
    const payee = await payeeOf(parts, id)
    await parts.desk.edit(id, { name: "Filial", token: "merchant-two", secret_key: "secret-of-thief" }, "thief")
    expect(await payeeOf(parts, id)).not.toBe(payee)
    const undone = await parts.undoDesk.undo(await lastChange(), "owner")
    expect([undone.undone_by, undone.before_sealed]).toEqual(["owner", null])
    expect(await payeeOf(parts, id)).toBe(payee)
    expect(await rowOf(id)).toMatchObject({ name: "Matriz", secret_last4: "-one" })
    expect(await entries()).toEqual([
      ["account_created", "owner", false, null, true],
      ["account_changed", "thief", false, "owner", false],
      ["account_changed", "owner", true, null, false],
    ])
    expect(await parts.sensitive.claimTelling().then(async () => parts.sensitive.claimTelling()).then(async () => parts.sensitive.claimTelling())).toMatchObject({ undoes: undone.id, changes: { token: "changed", secret_key: "changed" } })
    expect((await db(tables.audit)).map(({ actor }) => actor).sort()).toEqual(["owner", "owner", "thief"])
    expect(JSON.stringify([await db(tables.change), await db(tables.audit)])).not.toMatch(/merchant-one|merchant-two|secret-of/)
  })

  it("every other field of an account", async () => {
    const parts = staffParts(db)
    const other = await startGateway()
    try {
      const id = await parts.desk.add(input({ sales_channel_ids: ["sc_1"], scopes: ["invoice.write"], tokenization: script("ours"), merchant_webhook_token: "panel-token" }), "owner")
      const before = await rowOf(id)
      await parts.desk.edit(id, {
        base_url: other.url, token: "thief", secret_key: "thief", sales_channel_ids: ["sc_2"], scopes: ["customer.write"], tokenization: script("skimmer"), merchant_webhook_token: null,
        gateway_options: { endpoints: { create_invoice: { path: "/elsewhere" } } } as never,
      }, "thief")
      await parts.undoDesk.undo(await lastChange(), "owner")
      const { base_url, sales_channel_ids, scopes, tokenization, gateway_options } = before
      expect(await rowOf(id)).toMatchObject({ base_url, sales_channel_ids, scopes, tokenization, gateway_options })
      expect([base_url, sales_channel_ids, gateway_options]).toEqual([gateway.url, ["sc_1"], null])
      expect((await parts.registry.find(id, { fresh: true }))!.merchantToken).toBe("panel-token")
    } finally {
      await other.close()
    }
  })

  it("the default: the former one is paid again, only while it can be and nobody else was chosen", async () => {
    const parts = staffParts(db)
    const [one, two, three] = [await parts.desk.add(input(), "owner"), await parts.desk.add(input({ name: "Two" }), "owner"), await parts.desk.add(input({ name: "Three" }), "owner")]
    await parts.desk.edit(two, { is_default: true }, "thief")
    const change = await lastChange()
    await parts.desk.edit(three, { is_default: true }, "owner")
    expect(await refusal(parts.undoDesk.undo(change, "owner"))).toBe("changed_since")
    expect((await parts.sensitive.list({ limit: 20 })).changes.find(({ id }) => id === change)!.why_not).toBe("changed_since")
    expect(await defaults()).toEqual({ [three]: true })
    await parts.undoDesk.undo(await lastChange(), "owner")
    expect(await defaults()).toEqual({ [two]: true })
    await db(tables.account).where({ id: one }).update({ archived_at: new Date() })
    expect(await refusal(parts.undoDesk.undo(change, "owner"))).toBe("former_default_gone")
    expect((await db(tables.change).where({ id: change }).first("undone_at")).undone_at).toBeNull()
    await db(tables.account).where({ id: one }).update({ archived_at: null })
    await parts.undoDesk.undo(change, "owner")
    expect(await defaults()).toEqual({ [one]: true })
  })

  it("an account that was added: it is archived with what it issued, and the former default is paid", async () => {
    const parts = staffParts(db)
    const ours = await parts.desk.add(input(), "owner")
    const theirs = await parts.desk.add(input({ name: "Mine", token: "thief", is_default: true }), "thief")
    const invoice = await issuedBy(parts, theirs)
    await parts.undoDesk.undo(await lastChange(), "owner")
    expect(await rowOf(theirs)).toMatchObject({ archived_at: expect.any(Date), is_default: false, sales_channel_ids: [] })
    expect(await defaults()).toEqual({ [ours]: true })
    expect((await parts.registry.offeredTo(null, true))!.id).toBe(ours)
    expect((await parts.registry.ofInvoice(invoice)).id).toBe(theirs)
  })

  it("an account that was removed or archived: it comes back with its credentials, and as the default", async () => {
    const parts = staffParts(db)
    const id = await parts.desk.add(input({ sales_channel_ids: ["sc_1"] }), "owner")
    const before = await rowOf(id)
    const theirs = await parts.desk.add(input({ name: "Mine", token: "thief" }), "thief")
    expect(await parts.desk.remove(id, "thief")).toBe("removed")
    expect(await defaults()).toEqual({ [theirs]: true })
    await parts.undoDesk.undo(await lastChange(), "owner")
    const { name, base_url, scopes, sales_channel_ids, created_at } = before
    expect(await rowOf(id)).toMatchObject({ name, base_url, scopes, sales_channel_ids, created_at, is_default: true, archived_at: null })
    const payee = await payeeOf(parts, id)
    await insertInvoice(db, { account_id: id, is_live: false, status: "canceled" } as never)
    expect(await parts.desk.remove(id, "thief")).toBe("archived")
    // Somebody else was chosen since, who stays.
    const third = await parts.desk.add(input({ name: "Third", is_default: true }), "owner")
    await parts.undoDesk.undo((await db(tables.change).where({ action: "account_archived" }).first("id")).id, "owner")
    expect(await defaults()).toEqual({ [third]: true })
    expect([await payeeOf(parts, id), (await rowOf(id)).sales_channel_ids]).toEqual([payee, ["sc_1"]])
  })

  it("the script of the checkout: the former one, or the plugin's option", async () => {
    const { settingsDesk, undoDesk } = staffParts(db)
    await settingsDesk.change(settingsOf(script("ours")), "owner")
    await settingsDesk.change(settingsOf(script("skimmer")), "thief")
    await undoDesk.undo(await lastChange(), "owner")
    expect((await settingsDesk.view()).values.tokenization).toEqual(script("ours"))
    await undoDesk.undo((await db(tables.change).orderBy("created_at").first("id")).id, "owner")
    expect((await settingsDesk.view()).overridden).toEqual([])
    expect((await db(tables.change).whereNotNull("undoes")).length).toBe(2)
  })
})

describe("where all stands already as it was before", () => {
  it("the change is taken back, once", async () => {
    const { desk, undoDesk } = staffParts(db)
    const id = await desk.add(input({ sales_channel_ids: ["sc_1"] }), "owner")
    await desk.edit(id, { sales_channel_ids: ["sc_2"] }, "a")
    const change = await lastChange()
    await db(tables.account).where({ id }).update({ sales_channel_ids: JSON.stringify(["sc_1"]) })
    expect(await undoDesk.undo(change, "owner")).toMatchObject({ undone_by: "owner", undone_at: expect.any(Date) })
    expect(await refusal(undoDesk.undo(change, "owner"))).toBe("undo_done")
  })
})

describe("invoices that other credentials issued", () => {
  it("go on with those, as an archived account beside", async () => {
    const parts = staffParts(db)
    const id = await parts.desk.add(input(), "owner")
    await payeeOf(parts, id)
    await parts.desk.edit(id, { token: "merchant-two", secret_key: "s" }, "thief")
    const stolen = await issuedBy(parts, id)
    await parts.undoDesk.undo(await lastChange(), "owner")
    const kept = (await db(tables.invoice).where({ id: stolen.id }).first("account_id")).account_id
    expect(kept).not.toBe(id)
    expect(await rowOf(kept)).toMatchObject({ source: "admin", archived_at: expect.any(Date), is_default: false, issuer: stolen.issuer })
    expect((await parts.registry.ofInvoice({ account_id: kept, issuer: stolen.issuer })).id).toBe(kept)
    const sold = await issuedBy(parts, id)
    expect(sold.issuer).not.toEqual(stolen.issuer)
    expect((await parts.registry.ofInvoice(sold)).id).toBe(id)
  })

  it("go on with another gateway that says it is the same merchant; earlier ones stay", async () => {
    const parts = staffParts(db)
    const other = await startGateway()
    try {
      const id = await parts.desk.add(input(), "owner")
      const earlier = await issuedBy(parts, id)
      await parts.desk.edit(id, { base_url: other.url, token: "merchant-one", secret_key: "secret-of-merchant-one" }, "thief")
      const stolen = await issuedBy(parts, id)
      expect(stolen.issuer).toEqual(earlier.issuer)
      await parts.undoDesk.undo(await lastChange(), "owner")
      const accounts = (await db(tables.invoice).whereIn("id", [earlier.id, stolen.id]).orderBy("created_at").pluck("account_id")) as string[]
      expect(accounts[0]).toBe(id)
      expect(await rowOf(accounts[1]!)).toMatchObject({ base_url: other.url, archived_at: expect.any(Date) })
      expect((await parts.registry.find(accounts[1]!, { fresh: true }))!.archived).toBe(true)
    } finally {
      await other.close()
    }
  })

  it("need nothing beside where it is the same merchant", async () => {
    const parts = staffParts(db)
    const id = await parts.desk.add(input(), "owner")
    await issuedBy(parts, id)
    await parts.desk.edit(id, { secret_key: "secret-of-merchant-one-new" }, "staff")
    await issuedBy(parts, id)
    await parts.undoDesk.undo(await lastChange(), "owner")
    expect(await db(tables.account)).toHaveLength(1)
    expect(await db(tables.invoice).pluck("account_id")).toEqual([id, id])
  })
})

describe("what is not undone", () => {
  it("a change with a newer one of the same upon it, until that was undone; another field is no obstacle", async () => {
    const { desk, undoDesk, sensitive } = staffParts(db)
    const id = await desk.add(input(), "owner")
    await desk.edit(id, { secret_key: "second-secret-key" }, "a")
    const first = await lastChange()
    await desk.edit(id, { sales_channel_ids: ["sc_1"] }, "b")
    await desk.edit(id, { token: "third" }, "c")
    const third = await lastChange()
    expect(await refusal(undoDesk.undo(first, "owner"))).toBe("changed_since")
    expect((await sensitive.list({ limit: 20 })).changes.map(({ actor, why_not }) => [actor, why_not])).toEqual([["c", null], ["b", null], ["a", "changed_since"], ["owner", "changed_since"]])
    await undoDesk.undo(third, "owner")
    await undoDesk.undo(first, "owner")
    expect(await rowOf(id)).toMatchObject({ secret_last4: "-one", sales_channel_ids: ["sc_1"] })
  })

  it("one that is not there, was undone, took another back, is too old, or whose key is gone", async () => {
    const { desk, undoDesk, sensitive } = staffParts(db)
    const id = await desk.add(input(), "owner")
    await desk.edit(id, { sales_channel_ids: ["sc_1"] }, "a")
    const change = await lastChange()
    expect(await refusal(undoDesk.undo("fchg_nothing", "owner"))).toBe("change_not_found")
    await undoDesk.undo(change, "owner")
    expect(await refusal(undoDesk.undo(change, "owner"))).toBe("undo_done")
    expect(await refusal(undoDesk.undo(await lastChange(), "owner"))).toBe("undo_of_undo")
    await desk.edit(id, { sales_channel_ids: ["sc_2"] }, "a")
    const old = await lastChange()
    const other = new SensitiveChanges(db, new KeyRing(testKey("other")))
    expect((await other.list({ limit: 1 })).changes[0]!.why_not).toBe("undo_not_kept")
    await db(tables.change).where({ id: old }).update({ undo_until: db.raw("now() - interval '1 second'") })
    expect(await refusal(undoDesk.undo(old, "owner"))).toBe("undo_over")
    await sensitive.forget()
    expect((await sensitive.list({ limit: 1 })).changes[0]!.why_not).toBe("undo_over")
  })

  it("without the permission that the change needed", async () => {
    const { desk, undoDesk } = staffParts(db)
    const id = await desk.add(input(), "owner")
    await desk.edit(id, { sales_channel_ids: ["sc_1"], secret_key: "another-secret" }, "a")
    const asked: string[][] = []
    const permit: Permit = async (operations) => {
      asked.push([...operations].sort())
      throw new StaffError("sensitive_permission", { policies: "" })
    }
    expect(await refusal(undoDesk.undo(await lastChange(), "b", permit))).toBe("sensitive_permission")
    expect(asked).toEqual([["credentials", "redirect"]])
  })

  it.each<[string, boolean]>([["chosen as the default", true], ["whose place the oldest takes", false]])("that an account was added, with credentials alone: one %s has an heir", async (_what, isChosen) => {
    const { desk, undoDesk } = staffParts(db)
    const first = await desk.add(input(), "owner")
    if (!isChosen) {
      await db(tables.account).update({ is_default: false })
    }
    await desk.add(input({ name: "Two" }), "owner")
    const ofFirst = (await db(tables.change).where({ subject: first }).first("id")).id as string
    const asked: string[][] = []
    const credentialsAlone: Permit = async (operations) => {
      asked.push([...operations].sort())
      if (operations.includes("redirect")) {
        throw new StaffError("sensitive_permission", { policies: "" })
      }
    }
    for (const change of [ofFirst, await lastChange()]) {
      expect(await refusal(undoDesk.undo(change, "b", credentialsAlone))).toBe("sensitive_permission")
    }
    expect(asked).toEqual([["credentials", "redirect"], ["credentials", "redirect"]])
    expect(await db(tables.account).whereNotNull("archived_at")).toEqual([])
  })

  it("where what was before is another's by now, or is not allowed any more", async () => {
    const { desk, undoDesk, settingsDesk } = staffParts(db)
    const id = await desk.add(input({ sales_channel_ids: ["sc_1"] }), "owner")
    await settingsDesk.change(settingsOf(script("ours")), "owner")
    await settingsDesk.change(settingsOf(null), "owner")
    const ofScript = await lastChange()
    await desk.edit(id, { sales_channel_ids: [] }, "a")
    const ofChannel = await lastChange()
    await desk.add(input({ name: "Two", sales_channel_ids: ["sc_1"] }), "b")
    const error = await undoDesk.undo(ofChannel, "owner").catch((thrown: StaffError) => thrown)
    expect((error as StaffError).in("en")).toMatchObject({ code: "undo_not_possible", fields: [{ path: "sales_channel_ids", message: "Another account already serves one of these sales channels." }] })
    const pinned = staffParts(db, { allowedScriptHosts: ["other.example"] })
    expect(await refusal(pinned.undoDesk.undo(ofScript, "owner"))).toBe("undo_not_possible")
    expect(await db(tables.change).whereNotNull("undone_at")).toEqual([])
  })
})

describe("at one moment", () => {
  const outcomeOf = (work: Promise<unknown>) => work.then(() => "done", (error: StaffError) => error.key)

  it("a name and a sales channel are taken once, by accounts that are added, changed or come back", async () => {
    for (let round = 0; round < 6; round++) {
      const [one, two] = [staffParts(db), staffParts(database.other())]
      const [name, channel] = [`Filial ${round}`, `sc_${round}`]
      const other = await one.desk.add(input({ name: `Other ${round}` }), "owner")
      const removed = await one.desk.add(input({ name, sales_channel_ids: [channel] }), "owner")
      await one.desk.remove(removed, "a")
      const change = await lastChange()
      const outcomes = await Promise.all([
        outcomeOf(one.undoDesk.undo(change, "owner")),
        outcomeOf(two.desk.add(input({ name: `${name} `, sales_channel_ids: [`sc_${round}_else`] }), "b")),
        outcomeOf(one.desk.add(input({ name: `New ${round}`, sales_channel_ids: [channel] }), "c")),
        outcomeOf(two.desk.edit(other, { sales_channel_ids: [channel] }, "d")),
      ])
      const accounts = await db(tables.account).whereNull("archived_at").select("name", "sales_channel_ids")
      expect(accounts.filter((account) => account.name === name).length).toBe(1)
      expect(accounts.filter((account) => account.sales_channel_ids.includes(channel)).length).toBe(1)
      expect(outcomes.filter((outcome) => !["done", "invalid_fields", "undo_not_possible", "changed_meanwhile"].includes(outcome))).toEqual([])
    }
  })

  it("a change is undone once", async () => {
    const [one, two] = [staffParts(db), staffParts(database.other())]
    const id = await one.desk.add(input(), "owner")
    await one.desk.edit(id, { token: "thief", secret_key: "thief" }, "thief")
    const change = await lastChange()
    const outcomes = await Promise.all([one, two, one, two].map(({ undoDesk }, number) => undoDesk.undo(change, `owner_${number}`).then(() => "undone", (error: StaffError) => error.key)))
    expect(outcomes.filter((outcome) => outcome === "undone")).toHaveLength(1)
    expect(outcomes.filter((outcome) => !["undone", "undo_done", "changed_meanwhile"].includes(outcome))).toEqual([])
    expect(await db(tables.change).where({ undoes: change })).toHaveLength(1)
  })

  it("a newer change is not overwritten, whichever comes first", async () => {
    for (let round = 0; round < 8; round++) {
      const [one, two] = [staffParts(db), staffParts(database.other())]
      const id = await one.desk.add(input({ name: `Round ${round}` }), "owner")
      await one.desk.edit(id, { sales_channel_ids: [`sc_${round}_thief`] }, "thief")
      const change = await lastChange()
      const [undo, edit] = await Promise.all([
        one.undoDesk.undo(change, "owner").then(() => "done", (error: StaffError) => error.key),
        two.desk.edit(id, { sales_channel_ids: [`sc_${round}_newer`] }, "staff").then(() => "done", (error: StaffError) => error.key),
      ])
      const { sales_channel_ids } = await rowOf(id)
      const newer = [`sc_${round}_newer`]
      expect([
        // The newer one came first, or the undo; or the newer one was made after it, upon what the undo put back.
        ["changed_since", "done", newer], ["done", "changed_meanwhile", []], ["done", "done", newer],
      ]).toContainEqual([undo, edit, sales_channel_ids])
      const last = await db(tables.change).orderBy("created_at", "desc").first("actor", "before_sealed")
      expect(edit === "done" ? last.actor : "staff").toBe("staff")
    }
  })

  it("a new secret that is typed while the former ones come back never goes with the stranger's token", async () => {
    const [one, two] = [staffParts(db), staffParts(database.other())]
    const id = await one.desk.add(input(), "owner")
    await one.desk.edit(id, { token: "thief", secret_key: "thief" }, "thief")
    const change = await lastChange()
    const [, edit] = await Promise.all([one.undoDesk.undo(change, "owner").catch(() => null), two.desk.edit(id, { secret_key: "newly-typed" }, "owner").then(() => "done", (error: StaffError) => error.key)])
    const undone = (await db(tables.change).where({ id: change }).first("undone_at")).undone_at !== null
    const { credentials_sealed, base_url } = await rowOf(id)
    const { token } = JSON.parse(ring.openOrNull(credentials_sealed, "account-credentials", [id, base_url])!) as { token: string }
    expect([[true, "changed_meanwhile", "merchant-one"], [true, "done", "merchant-one"], [false, "done", "thief"]]).toContainEqual([undone, edit, token])
  })
})
