import type { Gateway } from "../../../../integration-tests/support/gateway"
import { AccountRows } from "../accounts/account-rows"
import { accountViews } from "../accounts/account-view"
import { testConnection } from "../accounts/connection-test"
import { type Database, tables } from "../database"
import { ACCOUNT, faturaParts } from "./support/fatura-parts"
import { ring } from "./support/rows"
import { useShop } from "./support/use-shop"

let db: Database
let gateway: Gateway
useShop((shop) => ({ db, gateway } = shop))

const BRANCH = "facc_config_filial"
const account = (more: Record<string, unknown>) => ({ baseUrl: gateway.url, token: "t", secretKey: "s", ...more })
/** The stand-in refuses this secret. */
const withBranch = (secretKey: string) =>
  faturaParts(db, gateway.url, { accounts: [account({ name: "default", isDefault: true }), account({ name: "Filial", token: "branch", secretKey, salesChannelIds: ["sc_branch"] })] })

async function stateOf(id: string, options: ReturnType<typeof faturaParts>["options"]): Promise<string> {
  const rows = new AccountRows(db, ring)
  return accountViews(await rows.all(), { rows, options, keyMissing: false }).find((view) => view.id === id)!.state
}

const later = (seconds = 61) => db(tables.account).whereNotNull("refused_at").update({ refused_at: db.raw("now() - make_interval(secs => ?)", [seconds]) })

describe("an account whose credentials the gateway refuses", () => {
  it("is not ready, and takes no sales channel where they never worked", async () => {
    const { accounts, options } = withBranch("wrong")
    expect(await accounts.offeredTo("sc_branch")).toMatchObject({ id: BRANCH })
    const { client, tokens } = await accounts.byId(BRANCH)
    await expect(tokens.kept(() => client.auth())).rejects.toMatchObject({ kind: "credentials" })
    expect([await stateOf(BRANCH, options), await stateOf(ACCOUNT, options)]).toEqual(["refused", "ready"])
    expect(await accounts.offeredTo("sc_branch")).toMatchObject({ id: ACCOUNT })
    expect(await accounts.offeredTo(null)).toMatchObject({ id: ACCOUNT })
  })

  it("is refused again where the same credentials were saved once more", async () => {
    const { accounts, options } = withBranch("wrong")
    const { client, tokens } = await accounts.byId(BRANCH)
    const ask = () => tokens.kept(() => client.auth()).catch(() => undefined)
    await ask()
    await db(tables.account).where({ id: BRANCH }).update({ refused_at: null })
    await db(tables.problem).update({ resolved_at: new Date(), resolution: "cause_gone" })
    await ask()
    expect(await stateOf(BRANCH, options)).toBe("refused")
    expect(await db(tables.problem).whereNull("resolved_at").pluck("kind")).toEqual(["credentials_refused"])
  })

  it("keeps its sales channel where they worked before: the other account is another merchant", async () => {
    const { accounts, options } = withBranch("s")
    const { client, tokens } = await accounts.byId(BRANCH)
    await tokens.kept(() => client.auth())
    await tokens.refusedThoughNew("create_invoice")
    expect(await stateOf(BRANCH, options)).toBe("refused")
    expect(await accounts.offeredTo("sc_branch")).toBeNull()
    await expect(accounts.forSalesChannel("sc_branch")).rejects.toThrow("indisponível")
    expect(await accounts.assignedTo("sc_branch")).toMatchObject({ id: BRANCH })
  })

  it("is back by itself when the refusal passes, asked about once a minute with the token that it has", async () => {
    const { accounts, options } = withBranch("s")
    const { client, tokens } = await accounts.byId(BRANCH)
    await tokens.kept(() => client.auth())
    await tokens.refusedThoughNew("create_invoice")
    await gateway.forgetRequests()
    expect(await accounts.offeredTo("sc_branch", true)).toBeNull()
    expect(await gateway.counts()).toEqual({})
    await later()
    expect(await accounts.offeredTo("sc_branch", true)).toMatchObject({ id: BRANCH })
    expect(await gateway.counts()).toEqual({ "GET /status": 1 })
    expect([await stateOf(BRANCH, options), await db(tables.problem).whereNull("resolved_at")]).toEqual(["ready", []])
  })

  it("is asked about by the watch after a quarter of an hour, too, and stays refused while it is", async () => {
    const { accounts, options } = withBranch("wrong")
    const { client, tokens } = await accounts.byId(BRANCH)
    await tokens.kept(() => client.auth()).catch(() => undefined)
    await gateway.forgetRequests()
    await later()
    await accounts.checkRefused()
    expect(await gateway.counts()).toEqual({})
    await later(901)
    await new Promise((resolve) => setTimeout(resolve, 5_100))
    await accounts.checkRefused()
    expect(await gateway.counts()).toEqual({ "GET /auth": 1 })
    expect(await stateOf(BRANCH, options)).toBe("refused")
  })

  it("stays ready when another operation than a sale was refused", async () => {
    const { accounts, options } = withBranch("s")
    await (await accounts.byId(ACCOUNT)).tokens.refusedThoughNew("validate_notice")
    expect(await stateOf(ACCOUNT, options)).toBe("ready")
  })
})

describe("the test of a connection", () => {
  it("asks for no new token while the one that is kept is good, and for one when it is not", async () => {
    const { accounts } = withBranch("s")
    const one = await accounts.byId(ACCOUNT)
    expect(await testConnection(one, ["invoice.write"], "en")).toMatchObject({ ok: true, token_valid: true, environment: "SANDBOX" })
    expect(await testConnection(one, ["invoice.write"], "en")).toMatchObject({ ok: true, token_valid: true })
    expect(await gateway.counts()).toEqual({ "GET /auth": 1, "GET /status": 2 })
    await gateway.revokeTokens()
    await gateway.forgetRequests()
    expect(await testConnection(one, ["invoice.write"], "en")).toMatchObject({ ok: true, token_valid: true })
    expect(await gateway.counts()).toEqual({ "GET /auth": 1, "GET /status": 2 })
  })
})
