import { createFaturaClient } from "../client"
import { FaturaError, fieldFaultsOf } from "../error"
import type { Request } from "../request"

type Call = { url: string; method?: string; headers: Record<string, string>; body?: unknown }

/** A store that gives one answer. */
function storeThat(status: number, answer: unknown) {
  const calls: Call[] = []
  const fetch = (async (url: string, { method, headers, body }: RequestInit) => {
    calls.push({ url, method, headers: headers as Record<string, string>, body: body ? JSON.parse(body as string) : undefined })
    return new Response(typeof answer === "string" ? answer : JSON.stringify(answer), { status })
  }) as typeof globalThis.fetch
  return { calls, client: createFaturaClient({ backend: "https://api.example.com/", publishableKey: "pk_1", fetch, headers: async () => ({ authorization: "Bearer t" }) }) }
}

describe("the client with fetch", () => {
  it("sends key, language and the shop's own headers", async () => {
    const { client, calls } = storeThat(200, { session: { id: "payses_1" } })
    await expect(client.session("payses 1")).resolves.toEqual({ id: "payses_1" })
    expect(calls).toEqual([{
      url: "https://api.example.com/store/fatura/sessions/payses%201", method: "GET", body: undefined,
      headers: { "x-publishable-api-key": "pk_1", "accept": "application/json", "accept-language": "pt-BR", "authorization": "Bearer t" },
    }])
  })

  it("asks for a second chance with method and card", async () => {
    const card = { token: "tok", holder_name: "A B", expires: "12/30", installments: 3 }
    const { client, calls } = storeThat(200, { cart: { id: "cart_2" } })
    await expect(client.renew("order_1", { providerId: "pp_card_fatura", card })).resolves.toEqual({ cart: { id: "cart_2" } })
    expect(calls[0]).toMatchObject({ url: "https://api.example.com/store/fatura/orders/order_1/payment", method: "POST", body: { provider_id: "pp_card_fatura", card } })
  })

  it("asks what may be offered for a cart and for a placed order", async () => {
    const { client, calls } = storeThat(200, { methods: [] })
    await client.checkoutOptions({ cartId: "cart_1" })
    await client.checkoutOptions({ sessionId: "payses_1" })
    expect(calls.map(({ url }) => url)).toEqual(["https://api.example.com/store/fatura/checkout?cart_id=cart_1", "https://api.example.com/store/fatura/checkout?session_id=payses_1"])
  })

  it("starts a session on the cart's collection with payer and card, and finds it by its provider", async () => {
    const { client, calls } = storeThat(200, { payment_collection: { id: "paycol_1", payment_sessions: [{ id: "payses_0", provider_id: "other" }, { id: "payses_1", provider_id: "pp_pix_fatura" }] } })
    await expect(client.startSession({ cartId: "cart_1", providerId: "pp_pix_fatura", payer: { document: "doc" } })).resolves.toEqual({ sessionId: "payses_1", collectionId: "paycol_1" })
    expect(calls.map(({ url, body }) => [url.slice(23), body])).toEqual([
      ["/store/payment-collections", { cart_id: "cart_1" }],
      ["/store/payment-collections/paycol_1/payment-sessions", { provider_id: "pp_pix_fatura", data: { payer: { document: "doc" } } }],
    ])
  })

  it("asks for the collection once more when another tab made it at the same moment, and for nothing twice after a refusal", async () => {
    const asked: string[] = []
    const answers = [new FaturaError("http", "already has a payment collection", 500), { payment_collection: { id: "paycol_1" } }, new FaturaError("http", "no", 409)]
    const request = (async (to: string) => {
      asked.push(to)
      const answer = answers.shift()
      if (answer instanceof FaturaError) throw answer
      return answer
    }) as Request
    await expect(createFaturaClient({ request }).startSession({ cartId: "cart_1", providerId: "pp_pix_fatura" })).rejects.toMatchObject({ status: 409 })
    expect(asked).toEqual(["/store/payment-collections", "/store/payment-collections", "/store/payment-collections/paycol_1/payment-sessions"])
  })

  it("throws a refusal with status, code, message and fields", async () => {
    const { client } = storeThat(400, { type: "invalid_data", message: "Informe o CPF", code: "missing_document" })
    const error = await client.check("payses_1").catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(FaturaError)
    expect(error).toMatchObject({ kind: "http", status: 400, code: "missing_document", message: "Informe o CPF", fields: [] })
    expect(fieldFaultsOf(error)).toEqual([{ path: "payer.document", message: "Informe o CPF" }])
  })

  it("takes a page of HTML for a fault of the store", async () => {
    await expect(storeThat(502, "<html>").client.session("x")).rejects.toMatchObject({ kind: "http", status: 502, code: "" })
    await expect(storeThat(200, "<html>").client.session("x")).rejects.toMatchObject({ kind: "http", code: "unknown_error" })
  })

  it("tells a lost connection from a store that does not answer in time", async () => {
    const offline = createFaturaClient({ backend: "https://x.example", publishableKey: "k", fetch: async () => { throw new TypeError("failed to fetch") } })
    await expect(offline.session("x")).rejects.toMatchObject({ kind: "network", status: 0 })
    jest.useFakeTimers()
    const silent = createFaturaClient({
      backend: "https://x.example", publishableKey: "k",
      fetch: (_url, init) => new Promise((_resolve, reject) => { init!.signal!.onabort = () => reject(new Error("aborted")) }),
    })
    const answer = expect(silent.session("x")).rejects.toMatchObject({ kind: "timeout" })
    await jest.advanceTimersByTimeAsync(20_000)
    await answer
    jest.useRealTimers()
  })
})

describe("the client with the SDK", () => {
  it("calls through it, and reads its errors", async () => {
    const calls: unknown[] = []
    const sdk = { client: { fetch: async <T>(path: string, init?: { method?: string; body?: unknown; headers?: unknown }): Promise<T> => {
      calls.push([path, init?.method, init?.body, init?.headers])
      if (path.includes("sessions/gone")) throw Object.assign(new Error("Pagamento não encontrado."), { status: 404, statusText: "Not Found" })
      if (path.includes("sessions/offline")) throw new TypeError("failed to fetch")
      return { session: { id: "payses_1" } } as T
    } } }
    const client = createFaturaClient({ sdk, language: "en" })
    await expect(client.completeDetails("payses_1", { payer: { document: "doc" } })).resolves.toEqual({ id: "payses_1" })
    expect(calls).toEqual([["/store/fatura/sessions/payses_1", "POST", { payer: { document: "doc" } }, { "accept-language": "en" }]])
    await expect(client.session("gone")).rejects.toMatchObject({ kind: "http", status: 404, message: "Pagamento não encontrado." })
    await expect(client.session("offline")).rejects.toMatchObject({ kind: "network" })
  })
})
