import net from "node:net"
import { customerLogin } from "../../../demo/store/src/seed/constants"
import { addPaymentSession, createCart, customerToken, httpClient, openStream, placeOrder, poll, startGateway, startStore, storeApi, type Gateway, type RawAnswer, type Store, type Stream } from "../../support"
import { cardData, pixData } from "../../support/books"

/** The store stands behind one proxy of its own machine, as the tests' own connection is. */
let gateway: Gateway
let store: Store

beforeAll(async () => {
  gateway = await startGateway()
  store = await startStore({
    sandboxUrl: gateway.url,
    pluginOptions: { methods: { pix: { unpaidPerAddress: 3, unpaidPerCustomer: 2 }, card: { attemptsPerAddress: 2 } } },
  })
})

afterAll(async () => {
  await store?.close()
  await gateway?.close()
})

let forged = 0
/** What the proxy hands on for a sender who has written an address of their own liking before it. */
const from = (address: string) => ({ "x-forwarded-for": `192.0.2.${++forged % 250}, ${address}`, "accept-language": "en" })

async function readyCart(providerId: string, data: Record<string, unknown>, email?: string): Promise<string> {
  const cart = await createCart(store, email ? { email } : {})
  await addPaymentSession(store, cart.id, providerId, data)
  return cart.id
}

const complete = (cartId: string, address: string): Promise<RawAnswer> => storeApi(store).raw("POST", `/store/carts/${cartId}/complete`, {}, from(address))
/** `order`, or the code of the refusal. */
const outcome = ({ body }: RawAnswer): string => {
  const { type, code, error } = body as { type: string; code?: string; error?: { code?: string } }
  return type === "order" ? "order" : (code ?? error?.code ?? JSON.stringify(body))
}

describe("an address that somebody writes into X-Forwarded-For", () => {
  it("does not let one sender hold stock in bulk by PIX: 429, in words, and before anything is reserved", async () => {
    const answers: RawAnswer[] = []
    for (let index = 0; index < 4; index++) {
      answers.push(await complete(await readyCart("pp_pix_fatura", pixData()), "203.0.113.7"))
    }
    expect(answers.map(outcome)).toEqual(["order", "order", "order", "too_many_unpaid"])
    expect([answers[3]!.status, answers[3]!.headers.get("retry-after"), (answers[3]!.body as { message: string }).message]).toEqual([
      429, "60", "Too many of your orders are waiting for payment. Pay or cancel one of them, wait a while or choose another payment method.",
    ])
    expect(outcome(await complete(await readyCart("pp_pix_fatura", pixData()), "203.0.113.8"))).toBe("order")
  })

  it("does not let one sender hold stock in bulk at one moment", async () => {
    const carts: string[] = []
    for (let index = 0; index < 8; index++) {
      carts.push(await readyCart("pp_pix_fatura", pixData()))
    }
    const outcomes = (await Promise.all(carts.map((cart) => complete(cart, "2001:db8:7:7::1")))).map(outcome)
    expect(outcomes.filter((found) => found === "order")).toHaveLength(3)
    expect(outcomes.filter((found) => found === "too_many_unpaid")).toHaveLength(5)
  })

  it("does not let one customer hold stock in bulk from everywhere", async () => {
    const outcomes: string[] = []
    for (let index = 0; index < 3; index++) {
      outcomes.push(outcome(await complete(await readyCart("pp_pix_fatura", pixData(), "uma-pessoa@example.com"), `198.51.100.${index + 1}`)))
    }
    expect(outcomes).toEqual(["order", "order", "too_many_unpaid"])
  })

  it("does not let one sender test cards", async () => {
    const outcomes: string[] = []
    for (let index = 0; index < 3; index++) {
      outcomes.push(outcome(await complete(await readyCart("pp_card_fatura", cardData("tok_denied")), "203.0.113.20")))
    }
    expect(outcomes.slice(2)).toEqual(["too_many_card_attempts"])
    expect(outcomes.slice(0, 2)).not.toContain("too_many_card_attempts")
    expect(outcome(await complete(await readyCart("pp_card_fatura", cardData("tok_approved")), "203.0.113.21"))).toBe("order")
  })

  it("does not let one sender post junk without end to the notice address", async () => {
    const post = (address: string) => httpClient(store.url).raw("POST", "/hooks/fatura", { nothing: "of ours" }, from(address))
    const statuses: number[] = []
    for (let round = 0; round < 31; round++) {
      statuses.push(...(await Promise.all(Array.from({ length: 10 }, () => post("203.0.113.30")))).map(({ status }) => status))
    }
    expect(statuses.filter((status) => status === 404)).toHaveLength(300)
    expect(statuses.filter((status) => status === 429)).toHaveLength(10)
    expect((await post("203.0.113.31")).status).toBe(404)
  })
})

describe("event streams that are aborted while they are being opened", () => {
  it("leave no count: two hundred of them, and one payment still has its six", async () => {
    const { sessionId } = await placeOrder(store, { providerId: "pp_pix_fatura", data: pixData() })
    const { port } = new URL(store.url)
    const ask = `GET /store/fatura/sessions/${sessionId}/events HTTP/1.1\r\nhost: shop\r\nx-publishable-api-key: ${store.publishableKey}\r\nx-forwarded-for: 203.0.113.40\r\n\r\n`
    /** Asks so many times on one connection, and is gone after so long: before, while and after the stream is opened. */
    const abort = (requests: number, afterMs: number) =>
      new Promise<void>((gone) => {
        const socket = net.connect(Number(port), "127.0.0.1", () => {
          socket.write(ask.repeat(requests), () => setTimeout(() => socket.destroy(), afterMs))
        })
        socket.on("error", () => undefined).on("close", () => gone())
      })
    for (let round = 0; round < 20; round++) {
      await Promise.all(Array.from({ length: 10 }, (_none, index) => abort(index % 3 === 2 ? 3 : 1, (round * 10 + index) % 40)))
    }
    const six: Stream[] = []
    await poll(async () => {
      const stream = await openStream(store, sessionId, "203.0.113.40").catch(() => null)
      if (stream) six.push(stream)
      return six.length === 6
    }, 15_000)
    await expect(openStream(store, sessionId, "203.0.113.40")).rejects.toThrow(/429.*too_many_streams/)
    await poll(() => six.every(({ views }) => views.length > 0), 15_000)
    six.forEach((stream) => stream.close())
  })
})

describe("what caches may keep", () => {
  const cacheControl = ({ headers }: RawAnswer) => headers.get("cache-control")

  it("is nothing about a payment, a payer or staff, refusals too", async () => {
    const placed = await placeOrder(store, { providerId: "pp_pix_fatura", data: pixData() })
    const cart = await createCart(store)
    const shopper = storeApi(store, await customerToken(store, customerLogin))
    const staff = httpClient(store.url, { authorization: `Bearer ${await store.adminToken()}` })
    const asked: [HttpClientLike, string, string, unknown?][] = [
      [shopper, "GET", `/store/fatura/checkout?cart_id=${cart.id}`], [shopper, "GET", `/store/fatura/checkout?session_id=${placed.sessionId}`], [shopper, "GET", "/store/fatura/checkout?amount=nothing"],
      [shopper, "POST", "/store/fatura/checkout", { cart_id: cart.id, provider_id: "pp_pix_fatura" }],
      [shopper, "GET", `/store/fatura/sessions/${placed.sessionId}`], [shopper, "POST", `/store/fatura/sessions/${placed.sessionId}/check`], [shopper, "GET", "/store/fatura/sessions/payses_nothing"],
      [shopper, "POST", `/store/fatura/orders/${placed.orderId}/payment`, {}], [shopper, "GET", "/store/fatura/payers"], [storeApi(store), "GET", "/store/fatura/payers"], [shopper, "DELETE", "/store/fatura/payers/fpay_nothing"],
      [shopper, "POST", `/store/payment-collections/${placed.paymentCollectionId}/payment-sessions`, { provider_id: "pp_pix_fatura" }], [shopper, "POST", `/store/carts/${placed.cartId}/complete`],
      ...["accounts", "settings", "settings/history", "sensitive-changes", "health", "invoices", "invoices/finv_nothing", "invoices/export", "problems", "notices", "reports/fees", `orders/${placed.orderId}/invoices`].map((path): [HttpClientLike, string, string] => [staff, "GET", `/admin/fatura/${path}`]),
      [staff, "POST", "/admin/fatura/accounts", {}], [staff, "POST", `/admin/orders/order_nothing/cancel`],
      [httpClient(store.url), "POST", "/hooks/fatura", {}], [httpClient(store.url), "POST", "/hooks/fatura/a-ticket", {}], [httpClient(store.url), "POST", "/hooks/payment/pix_fatura", {}],
    ]
    const found: [string, string | null][] = []
    for (const [client, method, path, body] of asked) {
      found.push([`${method} ${path}`, cacheControl(await client.raw(method, path, body))])
    }
    expect(found.filter(([, value]) => value !== "no-store")).toEqual([])
    const events = await fetch(`${store.url}/store/fatura/sessions/${placed.sessionId}/events`, { headers: { "x-publishable-api-key": store.publishableKey } })
    expect(events.headers.get("cache-control")).toBe("no-store, no-transform")
    await events.body!.cancel()
  })

  it("is a price, which knows of no saved payer: by shared caches only where nobody has named themselves", async () => {
    const token = await customerToken(store, customerLogin)
    const customer = storeApi(store, token)
    await placeOrder(store, { providerId: "pp_pix_fatura", data: { payer: { ...(pixData().payer as object), save: true } }, customerToken: token })
    const { saved_payers } = await customer.get<{ saved_payers: unknown[] }>(`/store/fatura/checkout?cart_id=${(await createCart(store, { customerToken: token })).id}`)
    expect(saved_payers).toHaveLength(1)
    const priced = await customer.raw("GET", "/store/fatura/checkout?amount=100")
    expect([priced.status, cacheControl(priced), (priced.body as { saved_payers: unknown[] }).saved_payers]).toEqual([200, "private, max-age=60", []])
    const anonymous = await storeApi(store).raw("GET", "/store/fatura/checkout?amount=100")
    expect(cacheControl(anonymous)).toBe("public, max-age=60")
    expect(anonymous.headers.get("vary")!.toLowerCase()).toContain("authorization")
  })
})

type HttpClientLike = Pick<ReturnType<typeof httpClient>, "raw">
