import { cpf, placeOrder, poll, sql, startGateway, startStoreWithRoles, type Gateway, type HttpClient, type RawAnswer, type StoreWithRoles } from "../../support"

/** Somebody with the ordinary permission for accounts and settings, or with their log-in. */
let shop: StoreWithRoles
let gateway: Gateway
let owner: HttpClient
let thief: HttpClient

beforeAll(async () => {
  gateway = await startGateway()
  shop = await startStoreWithRoles(["fatura_account:read", "fatura_account:update"], {
    sandboxUrl: gateway.url,
    pluginOptions: { allowedGatewayHosts: ["127.0.0.1"], allowedScriptHosts: ["127.0.0.1", "*.gateway.example"], staffLanguage: "en", ownerEmail: "owner@example.com" },
  })
  ;({ owner, limited: thief } = shop)
}, 240_000)

afterAll(async () => {
  await shop?.close()
  await gateway?.close()
})

const EN = { "accept-language": "en" }
const account = (more: Record<string, unknown> = {}) => ({ name: "Filial", base_url: gateway.url, token: "merchant-of-the-shop", secret_key: "secret-key-of-the-shop", ...more })
const post = (who: HttpClient, path: string, body: unknown): Promise<RawAnswer> => who.raw("POST", `/admin/fatura/${path}`, body, EN)
const NEEDS = (policies: string) =>
  `Credentials, the gateway's address, the default account, sales channels and the card script decide where the money goes, and need a permission of their own: ${policies}. Ask who runs the store.`

let id: string

describe("with the permission for ordinary changes alone", () => {
  beforeAll(async () => {
    id = ((await owner.post<{ account: { id: string } }>("/admin/fatura/accounts", account())).account).id
  })

  it.each([
    ["another payee", "accounts", () => account({ name: "Mine", is_default: true }), "fatura_account:credentials, fatura_account:redirect"],
    ["credentials", "accounts/:id", () => ({ token: "thief", secret_key: "thief" }), "fatura_account:credentials"],
    ["the gateway's address", "accounts/:id", () => ({ base_url: "http://127.0.0.1:9", token: "thief", secret_key: "thief" }), "fatura_account:credentials"],
    ["sales channels", "accounts/:id", () => ({ sales_channel_ids: ["sc_x"] }), "fatura_account:redirect"],
    ["an account's script", "accounts/:id", () => ({ tokenization: { script_url: "https://static.gateway.example/x.js", attributes: {} } }), "fatura_account:redirect"],
    ["the checkout's script", "settings", () => ({ tokenization: { script_url: "https://static.gateway.example/x.js", attributes: {} } }), "fatura_account:redirect"],
  ])("nobody sets %s: 403, in words", async (_what, path, body, policies) => {
    const answer = await post(thief, path.replace(":id", id), body())
    expect([answer.status, answer.body]).toEqual([403, { type: "forbidden", code: "sensitive_permission", message: NEEDS(policies) }])
  })

  it("nobody takes an account away", async () => {
    expect((await thief.raw("DELETE", `/admin/fatura/accounts/${id}`, undefined, EN)).body).toMatchObject({ code: "sensitive_permission" })
    expect((await thief.raw("GET", `/admin/fatura/accounts/${id}`)).body).toMatchObject({ account: { id, name: "Filial", base_url: gateway.url } })
  })

  it("the minutes of PIX and an account's name are changed as before", async () => {
    expect((await post(thief, "settings", { pix_expires_in_minutes: 9 })).status).toBe(200)
    expect((await post(thief, `accounts/${id}`, { name: "Filial Sul", base_url: gateway.url, sales_channel_ids: [] })).status).toBe(200)
  })
})

describe("with every permission", () => {
  it("nobody leads calls or the checkout to a host that is not pinned: 400 that names the field", async () => {
    const words = "The plugin's options (allowedGatewayHosts, allowedScriptHosts) do not allow this host."
    const script = { script_url: "https://gateway.example.evil.example/t.js", attributes: {} }
    for (const [path, body, field] of [
      ["accounts", account({ name: "Mine", base_url: "https://evil.example" }), "base_url"],
      [`accounts/${id}`, { base_url: "https://127.0.0.1.evil.example", token: "t", secret_key: "s" }, "base_url"],
      [`accounts/${id}`, { tokenization: script }, "tokenization.script_url"],
      ["settings", { tokenization: script }, "tokenization.script_url"],
    ] as const) {
      const { status, body: answer } = await post(owner, path, body)
      expect([status, (answer as { fields: unknown }).fields]).toEqual([400, [{ path: field, message: words }]])
    }
  })
})

type Told = { channel: string; to: string; data: { title: string; description: string }; status: string }
const isOfSecret = ({ data, status }: Told) => status === "success" && data.title.includes("Account changed") && data.description.includes("secret_key")

describe("a change that is allowed", () => {
  it("is told to the store's owner in the feed and by e-mail, with who and what, and without a secret", async () => {
    const changed = await post(owner, `accounts/${id}`, { secret_key: "newly-typed-secret-key" })
    expect(changed.status).toBe(200)
    const rows = await poll(async () => {
      const found = (await sql(shop.store.databaseUrl, `select channel, "to", data, status from notification where idempotency_key like 'fatura-change:%' order by created_at`)) as Told[]
      return found.filter(isOfSecret).length === 2 ? found : null
    }, 30_000)
    const told = rows.filter(isOfSecret)
    expect(told.map(({ channel, to, status }) => [channel, to, status]).sort()).toEqual([["email", "owner@example.com", "success"], ["feed", "", "success"]])
    expect(told[0]!.data.title).toMatch(/^Fatura: Account changed \(Filial Sul\) by \S+@\S+$/)
    expect(JSON.stringify(rows)).not.toMatch(/newly-typed-secret-key|secret-key-of-the-shop|merchant-of-the-shop/)
  })
})

type Listed = { id: string; action: string; actor: { email: string }; can_undo: boolean; why_not: { code: string; message: string } | null; undone_at: string | null; undone_by: { email: string } | null; undoes: string | null }

describe("what a thief with every permission did", () => {
  /** Whom the gateway is asked to collect for when a shopper buys now. */
  const payee = async (): Promise<string> => {
    const { sessionId } = await placeOrder(shop.store, { providerId: "pp_pix_fatura", data: { payer: { document: cpf(), name: "Joana Prado" } } })
    const [row] = await sql(shop.store.databaseUrl, `select issuer->>'account' as account from fatura_invoice where session_id = '${sessionId}'`)
    return String((row as { account: string }).account)
  }
  const listed = async (): Promise<Listed[]> => (await owner.get<{ sensitive_changes: Listed[] }>("/admin/fatura/sensitive-changes?limit=5")).sensitive_changes

  it("is neither seen nor undone by who may only make ordinary changes", async () => {
    const [{ id: change }] = await listed() as [Listed]
    for (const answer of [await thief.raw("GET", "/admin/fatura/sensitive-changes", undefined, EN), await post(thief, `sensitive-changes/${change}/undo`, {}), await post(thief, "sensitive-changes/fchg_nothing/undo", {})]) {
      expect([answer.status, answer.body, answer.headers.get("cache-control")]).toEqual([403, { type: "forbidden", code: "sensitive_permission", message: NEEDS("fatura_account:credentials, fatura_account:redirect") }, "no-store"])
    }
    expect((await listed())[0]).toMatchObject({ id: change, undone_at: null })
  })

  it("is undone by the owner from the list, and the money goes to the former payee again", async () => {
    const { sales_channels } = await owner.get<{ sales_channels: { id: string }[] }>("/admin/fatura/accounts")
    const sales_channel_ids = sales_channels.map((channel) => channel.id)
    await owner.post(`/admin/fatura/accounts/${id}`, { sales_channel_ids })
    const former = await payee()
    const mine = (await owner.post<{ account: { id: string } }>("/admin/fatura/accounts", account({ name: "Mine", token: "merchant-of-the-thief", secret_key: "secret-key-of-the-thief" }))).account.id
    await owner.post(`/admin/fatura/accounts/${id}`, { sales_channel_ids: [] })
    await owner.post(`/admin/fatura/accounts/${mine}`, { sales_channel_ids })
    expect(await payee()).not.toBe(former)

    const [theirs, ours] = (await listed()) as [Listed, Listed]
    expect([theirs.can_undo, ours.can_undo]).toEqual([true, true])
    const early = await post(owner, `sensitive-changes/${ours.id}/undo`, {})
    expect([early.status, early.body]).toMatchObject([409, { code: "undo_not_possible", message: "What was before can't come back as things stand now.", fields: [{ path: "sales_channel_ids" }] }])
    expect((await post(owner, `sensitive-changes/${theirs.id}/undo`, {})).status).toBe(200)
    const undone = await post(owner, `sensitive-changes/${ours.id}/undo`, {})
    expect([undone.status, undone.headers.get("cache-control")]).toEqual([200, "no-store"])
    expect(undone.body).toMatchObject({ sensitive_change: { id: ours.id, can_undo: false, why_not: { code: "undo_done", message: "This change was undone already." }, undone_by: { email: expect.stringContaining("@") } } })
    expect(await payee()).toBe(former)

    const answers = [await post(owner, `sensitive-changes/${ours.id}/undo`, {}), await post(owner, "sensitive-changes/fchg_nothing/undo", {}), await post(owner, `sensitive-changes/${ours.id}/undo`, { force: true }), await owner.raw("GET", "/admin/fatura/sensitive-changes?limit=0", undefined, EN)]
    expect(answers.map(({ status, body }) => [status, (body as { code: string }).code])).toEqual([[409, "undo_done"], [404, "change_not_found"], [400, "invalid_fields"], [400, "invalid_fields"]])
    expect(JSON.stringify(await listed())).not.toMatch(/merchant-of|secret-key-of|newly-typed/)
    const [telling] = await poll(async () => {
      const rows = (await sql(shop.store.databaseUrl, `select data from notification where channel = 'email' and status = 'success' and data->>'id' = '${(await listed())[0]!.id}'`)) as { data: { description: string } }[]
      return rows.length ? rows : null
    }, 30_000) as [{ data: { description: string } }]
    expect(telling.data.description).toContain("This change takes an earlier one back.")
  }, 120_000)
})
