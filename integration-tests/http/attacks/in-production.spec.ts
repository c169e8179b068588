import { addPaymentSession, adminApi, createCart, httpClient, startGateway, startStore, storeApi, type Gateway, type HttpClient, type RawAnswer, type Store } from "../../support"
import { pixData } from "../../support/books"

/** In production, behind source NAT: every connection comes from an internal address, and no proxy writes anything. */
let gateway: Gateway
let store: Store
let staff: HttpClient
/** An account of before, when the store was still being built. */
let savedBefore: string

const accountAt = (base_url: string) => ({ name: "Inside", base_url, token: "merchant-of-the-shop", secret_key: "secret-key-of-the-shop" })

beforeAll(async () => {
  gateway = await startGateway()
  store = await startStore({ sandboxUrl: gateway.url, pluginOptions: { trustedProxies: 0, methods: { pix: { unpaidPerAddress: 1, unpaidPerCustomer: 2 } } } })
  staff = await adminApi(store)
  savedBefore = (await staff.post<{ account: { id: string } }>("/admin/fatura/accounts", accountAt(gateway.url))).account.id
  await store.restart({ NODE_ENV: "production", FATURA_ALLOW_SANDBOX: "true" })
}, 240_000)
afterAll(async () => {
  await store?.close()
  await gateway?.close()
})

let forged = 0
/** Another address for each request, as the sender likes. */
const forgedHeaders = () => ({ "x-forwarded-for": `198.51.${forged % 250}.${++forged % 250}`, "accept-language": "en" })

async function buy(email: string): Promise<RawAnswer> {
  const cart = await createCart(store, { email })
  await addPaymentSession(store, cart.id, "pp_pix_fatura", pixData())
  return storeApi(store).raw("POST", `/store/carts/${cart.id}/complete`, {}, forgedHeaders())
}

describe("an address that the sender writes, where no proxy does", () => {
  it("does not let strangers post junk without end to the notice address", async () => {
    const statuses: number[] = []
    for (let round = 0; round < 31; round++) {
      const posts = Array.from({ length: 10 }, () => httpClient(store.url).raw("POST", "/hooks/fatura", { nothing: "of ours" }, forgedHeaders()))
      statuses.push(...(await Promise.all(posts)).map(({ status }) => status))
    }
    expect(statuses.filter((status) => status === 404)).toHaveLength(300)
    expect(statuses.filter((status) => status === 429)).toHaveLength(10)
  })

  it("does not let one customer hold stock in bulk, and closes the shop for nobody else", async () => {
    const outcomes: unknown[] = []
    for (let index = 0; index < 3; index++) {
      const { body } = await buy("uma-pessoa@example.com")
      outcomes.push((body as { type?: string; code?: string }).code ?? (body as { type?: string }).type)
    }
    expect(outcomes).toEqual(["order", "order", "too_many_unpaid"])
    expect((await buy("outra-pessoa@example.com")).body).toMatchObject({ type: "order" })
  })
})

describe("staff who would have the server ask around in its own network", () => {
  let inside: string[]
  /** What an account asks the gateway first; jobs look invoices up meanwhile. */
  const questions = async () => Object.keys(await gateway.counts()).filter((call) => call === "GET /auth" || call === "GET /status")

  beforeAll(async () => {
    const { port } = new URL(gateway.url)
    inside = [
      gateway.url, `https://127.0.0.1:${port}`, `https://localhost:${port}`, `https://[::1]:${port}`, `https://[::ffff:127.0.0.1]:${port}`, `https://2130706433:${port}`, "https://0x7f.1",
      "https://169.254.169.254/latest/meta-data", "https://10.0.0.1", "https://192.168.0.10", "https://[fd00::1]", "https://[fec0::1]", "https://[2002:7f00:1::]", "https://[64:ff9b:1::a00:1]", "https://nobody-knows.invalid",
    ]
  })

  it("enter no such address: 400 that names the field, and nothing is sent anywhere", async () => {
    await gateway.forgetRequests()
    for (const base_url of inside) {
      const { status, body } = await staff.raw("POST", "/admin/fatura/accounts", { ...accountAt(base_url), name: "Another", token: "another-merchant" }, { "accept-language": "en" })
      expect([base_url, status, (body as { fields?: { path: string }[] }).fields?.map(({ path }) => path)]).toEqual([base_url, 400, ["base_url"]])
    }
    expect(await questions()).toEqual([])
  })

  it("nor have an account ask that stands there and was saved before: the connection is refused", async () => {
    await gateway.forgetRequests()
    const answer = await staff.raw("POST", `/admin/fatura/accounts/${savedBefore}/test`, {}, { "accept-language": "en" })
    expect(answer.text).not.toContain('"ok":true')
    expect(await questions()).toEqual([])
  })
})
