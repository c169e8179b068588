import { type CachedToken, GatewayError } from "../../../gateway"
import { AccountTokens } from "../accounts/account-tokens"
import { KeyRing } from "../crypto/key-ring"
import { tables, type Database } from "../database"
import { Problems } from "../problems/problems"
import { insertAccount, ring, testKey } from "./support/rows"
import { type TestDatabase, testDatabase } from "./support/test-database"

const credentials = { baseUrl: "https://gateway.example", token: "panel-token", secretKey: "panel-secret", scopes: ["invoice.write"] }
const YEAR_MS = 365 * 86_400_000
let database: TestDatabase
let db: Database
let other: Database
let count = 0

beforeAll(async () => {
  database = await testDatabase()
  db = database.db
  other = database.other()
})
afterAll(() => database.close())

function token(accessToken: string, lifeMs = YEAR_MS): CachedToken {
  return {
    accessToken,
    expiresAt: new Date(Date.now() + lifeMs),
    account: {
      account: "acc",
      environment: "SANDBOX",
      companyId: "77",
      scopes: ["invoice.write"],
      legalName: "Empório Ipê Ltda",
      tradeName: "Empório Ipê",
      documentMasked: "**.345.678/****-**",
      statementDescriptor: "EMPORIO",
      contact: { phone: null, email: null },
      fees: null,
    },
  }
}

/** The gateway, which counts how often a token was asked for. */
function gateway(lifeMs?: number) {
  const state = { fetches: 0, accessTokens: [] as string[] }
  const fetch = async (): Promise<CachedToken> => {
    const accessToken = `access-${++state.fetches}`
    await new Promise((resolve) => setTimeout(resolve, 50))
    state.accessTokens.push(accessToken)
    return token(accessToken, lifeMs)
  }
  return { state, fetch }
}

async function account(given: { keys?: KeyRing; credentials?: typeof credentials } = {}) {
  const id = `facc_${++count}`
  await insertAccount(db, id)
  const process = (pool: Database, { keys = ring, credentials: used = credentials } = given) => new AccountTokens(pool, keys, id, used, new Problems(pool))
  return { id, process, here: process(db), there: process(other) }
}

describe("the first token", () => {
  it("is fetched once by ten callers in two processes, and shared", async () => {
    const { here, there } = await account()
    const { state, fetch } = gateway()
    const tokens = await Promise.all(Array.from({ length: 10 }, (_, index) => (index % 2 ? here : there).renew(null, fetch)))
    expect(state.fetches).toBe(1)
    expect(new Set(tokens.map(({ accessToken }) => accessToken))).toEqual(new Set(["access-1"]))
    expect((await there.read())?.accessToken).toBe("access-1")
  })

  it("survives the process, sealed", async () => {
    const { id, process, here } = await account()
    await here.renew(null, gateway().fetch)
    const row = await db(tables.account).where({ id }).first()
    expect(JSON.stringify(row)).not.toContain("access-1")
    expect(JSON.stringify(row)).not.toContain("panel-")
    expect(row).toMatchObject({ environment: "SANDBOX", auth_lease_until: null })
    const restarted = process(other)
    expect(await restarted.read()).toMatchObject({ accessToken: "access-1", expiresAt: expect.any(Date) })
    expect(await restarted.profile()).toMatchObject({ tradeName: "Empório Ipê" })
  })
})

describe("a token that was answered with 401", () => {
  it("is renewed once, however many callers it was refused to", async () => {
    const { here, there } = await account()
    const { state, fetch } = gateway()
    await here.renew(null, fetch)
    await there.read()
    const renewed = await Promise.all(Array.from({ length: 10 }, (_, index) => (index % 2 ? here : there).renew("access-1", fetch)))
    expect(state.fetches).toBe(2)
    expect(new Set(renewed.map(({ accessToken }) => accessToken))).toEqual(new Set(["access-2"]))
  })

  it("is not renewed by who comes with an older one", async () => {
    const { here, there } = await account()
    const { state, fetch } = gateway()
    await here.renew(null, fetch)
    await here.renew("access-1", fetch)
    expect((await there.renew("access-1", fetch)).accessToken).toBe("access-2")
    expect(state.fetches).toBe(2)
  })
})

describe("credentials that the gateway refuses", () => {
  const refused = () => new GatewayError({ operation: "auth", kind: "credentials", outcome: "not_sent", reason: "refused", httpStatus: 401, gatewayMessage: "Invalid" })

  it("are asked about once by those who wait, and raised", async () => {
    const { id, here } = await account()
    let asked = 0
    const fetch = async (): Promise<CachedToken> => {
      asked++
      await new Promise((resolve) => setTimeout(resolve, 50))
      throw refused()
    }
    const answers = await Promise.allSettled(Array.from({ length: 10 }, () => here.renew(null, fetch)))
    expect(answers.every(({ status }) => status === "rejected")).toBe(true)
    expect(asked).toBe(1)
    expect(await db("fatura_problem").where({ kind: "credentials_refused", account_id: id })).toHaveLength(1)
    expect((await db(tables.account).where({ id }).first()).auth_lease_until).toBeNull()
  })

  it("are right again with the first token, and the problem is closed", async () => {
    const { id, process, here } = await account()
    await here.renew(null, () => Promise.reject(refused())).catch(() => undefined)
    await process(other).renew(null, gateway().fetch)
    expect(await db("fatura_problem").where({ kind: "credentials_refused", account_id: id }).whereNull("resolved_at")).toEqual([])
  })
})

describe("another failure", () => {
  it("leaves the next caller free to ask", async () => {
    const { here } = await account()
    await expect(here.renew(null, () => Promise.reject(new Error("no connection")))).rejects.toThrow("no connection")
    expect((await here.renew(null, gateway().fetch)).accessToken).toBe("access-1")
  })

  it("of a process that died while it asked holds nobody up for ever", async () => {
    const { id, here } = await account()
    await db(tables.account).where({ id }).update({ auth_lease_until: db.raw("now() + interval '700 milliseconds'") })
    expect((await here.renew(null, gateway().fetch)).accessToken).toBe("access-1")
  })
})

describe("a process whose clock is wrong", () => {
  afterEach(() => jest.restoreAllMocks())
  /** By so many minutes, in this process alone. */
  const wrongBy = (minutes: number) => {
    const now = Date.now
    jest.spyOn(Date, "now").mockImplementation(() => now() + minutes * 60_000)
  }

  it("does not ask beside another one: its turn lasts by the database's clock", async () => {
    const { here, there } = await account()
    const { state, fetch } = gateway()
    wrongBy(-60)
    await Promise.all([here, there, here, there].map((process) => process.renew(null, fetch)))
    expect(state.fetches).toBe(1)
  })

  it("keeps its turn for no longer when it dies in it", async () => {
    const { id, here } = await account()
    wrongBy(60)
    let seconds = 0
    await here.renew(null, async () => {
      const row = await db(tables.account).where({ id }).first(db.raw("extract(epoch from auth_lease_until - clock_timestamp()) as seconds"))
      seconds = Number(row.seconds)
      return token("access-1")
    })
    expect(seconds).toBeGreaterThan(20)
    expect(seconds).toBeLessThanOrEqual(30)
  })
})

describe("what makes a stored token worthless", () => {
  it("is another secret", async () => {
    const { process, here } = await account()
    await here.renew(null, gateway().fetch)
    const changed = process(other, { credentials: { ...credentials, secretKey: "new-secret" } })
    expect(await changed.read()).toBeNull()
  })

  it("is a lost key; after one was put in front the token is still good", async () => {
    const { process, here } = await account()
    await here.renew(null, gateway().fetch)
    const lost = process(other, { keys: new KeyRing(testKey("unknown")) })
    expect(await lost.read()).toBeNull()
    const rotated = process(other, { keys: new KeyRing(`${testKey("second")},${testKey("first")}`) })
    const { state, fetch } = gateway()
    expect((await rotated.renew(null, fetch)).accessToken).toBe("access-1")
    expect(state.fetches).toBe(0)
  })

  it("is its end", async () => {
    const { here, there } = await account()
    await here.renew(null, gateway(60_000).fetch)
    expect(await there.read()).toBeNull()
  })
})

describe("a token that lives for an hour only", () => {
  it("is used for its hour", async () => {
    const { here, there } = await account()
    const { state, fetch } = gateway(3_600_000)
    await here.renew(null, fetch)
    expect((await there.read())?.accessToken).toBe("access-1")
    await there.renew(null, fetch)
    expect(state.fetches).toBe(1)
  })
})
