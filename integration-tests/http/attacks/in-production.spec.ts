import { addPaymentSession, createCart, httpClient, startGateway, startStore, storeApi, type Gateway, type RawAnswer, type Store } from "../../support"
import { pixData } from "../../support/books"

/** The store stands behind source NAT: every connection comes from an internal address, and no proxy writes anything. */
let gateway: Gateway
let store: Store

beforeAll(async () => {
  gateway = await startGateway()
  store = await startStore({ sandboxUrl: gateway.url, pluginOptions: { trustedProxies: 0, methods: { pix: { unpaidPerAddress: 1, unpaidPerCustomer: 2 } } } })
})
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
