import { pluginDocument } from "../contract/openapi/plugin"
import { adminApi, cpf, createCart, errorLines, httpClient, placeOrder, startGateway, startStore, storeApi, type Gateway, type HttpClient, type PlacedOrder, type Store } from "../support"

let gateway: Gateway
let store: Store
let placed: PlacedOrder
let clients: Record<string, HttpClient>

beforeAll(async () => {
  gateway = await startGateway()
  store = await startStore({ sandboxUrl: gateway.url })
  placed = await placeOrder(store, { providerId: "pp_pix_fatura", data: { payer: { document: cpf() } } })
  clients = { store: storeApi(store), admin: await adminApi(store), hooks: httpClient(store.url) }
})

afterAll(async () => {
  await store?.close()
  await gateway?.close()
})

/** What PostgreSQL can't compare with, what is no UTF-8, and what is longer than any id. */
const NO_ID = ["a%00b", "x".repeat(3_000)]
/** Of an admin path Medusa itself reads the characters before any plugin, and refuses these as its own error. */
const NO_UTF8 = ["%ED%A0%80", "%E0%A4%A"]
const STRANGE_IN_PATH = ["__proto__", "constructor", "..%2F..%2Fadmin", "'%3B--"]
const UNSTORABLE = ["a\u0000b", "\ud800"]
const STRANGE: unknown[] = ["__proto__", { toString: 1 }, [[]], 1e308, -1, 0.001, "x".repeat(20_000), null]

const noIdOf = (area: string) => (area === "admin" ? NO_ID : [...NO_ID, ...NO_UTF8])

type Described = { parameters?: { name: string; in: string }[]; requestBody?: { content: { "application/json": { schema: { properties?: Record<string, unknown> } } } } }
type Route = { method: string; at: string; area: string; inQuery: string[]; inBody: string[] }

const ROUTES: Route[] = Object.entries(pluginDocument().paths as Record<string, Record<string, Described>>).flatMap(([at, methods]) =>
  Object.entries(methods).map(([method, described]) => ({
    method: method.toUpperCase(),
    at,
    area: at.split("/")[1]!,
    inQuery: (described.parameters ?? []).filter((parameter) => parameter.in === "query").map(({ name }) => name),
    inBody: Object.keys(described.requestBody?.content["application/json"].schema.properties ?? {}),
  }))
)
const named = (routes: Route[]): [string, Route][] => routes.map((route) => [`${route.method} ${route.at}`, route])

const call = ({ method, area }: Route, path: string, body?: unknown) => clients[area]!.raw(method, path, body)
const within = (path: string, id: string) => path.replaceAll(/\{\w+\}/g, id)
const someId = ({ at }: Route) => within(at, at.includes("/sessions/") ? placed.sessionId : at.includes("/orders/") ? placed.orderId : "finv_1")

type Expected = { about: unknown; sent: () => Promise<{ status: number; text: string }>; among?: number[] }

/** Sends all, a few at a time; without statuses anything is right but an error of the server. */
async function expectAll(all: Expected[]): Promise<void> {
  const wrong: unknown[] = []
  const queue = [...all]
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { status, text } = await next.sent()
      if (next.among ? !next.among.includes(status) : status >= 500) {
        wrong.push([next.about, status, text.slice(0, 200)])
      }
    }
  }
  await Promise.all(Array.from({ length: 6 }, work))
  expect(wrong).toEqual([])
}

it.each(named(ROUTES.filter(({ at }) => at.includes("{"))))("in the path of %s", async (_name, route) => {
  await expectAll([
    ...noIdOf(route.area).map((id) => ({ about: id.slice(0, 20), sent: () => call(route, within(route.at, id)), among: [404] })),
    ...STRANGE_IN_PATH.map((id) => ({ about: id, sent: () => call(route, within(route.at, id)) })),
  ])
})

it.each(named(ROUTES.filter(({ inQuery }) => inQuery.length > 0)))("in the query of %s", async (_name, route) => {
  const asked = (query: string) => () => call(route, `${someId(route)}?${query}`)
  await expectAll([
    { about: "a name", sent: asked("a%00=1"), among: [400] },
    ...route.inQuery.flatMap((name) => [
      { about: name, sent: asked(`${name}=a%00b`), among: [400] },
      ...["%ED%A0%80", "__proto__", "1e999", "99999999999999999999", "x".repeat(3_000)].map((value) => ({ about: [name, value.slice(0, 20)], sent: asked(`${name}=${value}`) })),
      { about: [name, "nested"], sent: asked(`${name}[a]=1&${name}[__proto__][b]=1&${name}[]=2`) },
    ]),
  ])
})

it.each(named(ROUTES.filter(({ method, area }) => method === "POST" && area !== "hooks")))("in the body of %s", async (_name, route) => {
  const told = (body: unknown) => () => call(route, someId(route), body)
  await expectAll([
    ...[...route.inBody, "unknown"].flatMap((name) =>
      UNSTORABLE.flatMap((value) => [
        { about: [name, value], sent: told({ [name]: value }), among: [400] },
        { about: [name, value, "deep"], sent: told({ [name]: { deep: [{ [value]: 1 }] } }), among: [400] },
      ])
    ),
    ...route.inBody.flatMap((name) => STRANGE.map((value) => ({ about: [name, JSON.stringify(value).slice(0, 20)], sent: told({ [name]: value }) }))),
    ...(route.inBody.length ? ["[]", "null", "5", "{", '{"__proto__":{"a":1},"constructor":{"prototype":{"b":1}}}'] : []).map((body) => ({ about: body, sent: told(body) })),
  ])
})

it.each([
  ["store", "/store/payment-collections/{id}/payment-sessions"],
  ["store", "/store/carts/{id}/complete"],
  ["admin", "/admin/payments/{id}/refund"],
  ["admin", "/admin/payments/{id}/capture"],
  ["admin", "/admin/orders/{id}/cancel"],
])("in the path of Medusa's own route in %s that a door of ours stands before: %s", async (area, path) => {
  await expectAll(noIdOf(area).map((id) => ({ about: id.slice(0, 20), sent: () => clients[area]!.raw("POST", within(path, id), {}), among: [404] })))
})

it("takes no word of JavaScript's for a provider, nor anything but a text", async () => {
  const cart = await createCart(store)
  const shopper = clients.store!
  const { payment_collection } = await shopper.post<{ payment_collection: { id: string } }>("/store/payment-collections", { cart_id: cart.id })
  const sessions = `/store/payment-collections/${payment_collection.id}/payment-sessions`
  await expectAll([
    ...["__proto__", "constructor", "a\u0000", "\ud800", ["pp_pix_fatura"], 5].flatMap((provider_id) => [
      { about: ["session", provider_id], sent: () => shopper.raw("POST", sessions, { provider_id, data: {} }), among: [400, 404] },
      { about: ["second chance", provider_id], sent: () => shopper.raw("POST", `/store/fatura/orders/${placed.orderId}/payment`, { provider_id }), among: [400] },
      { about: ["checkout", provider_id], sent: () => shopper.raw("POST", "/store/fatura/checkout", { cart_id: cart.id, provider_id }) },
    ]),
    { about: "an object", sent: () => shopper.raw("POST", `/store/fatura/orders/${placed.orderId}/payment`, { provider_id: { toString: 1 } }), among: [400] },
    ...["x", 5, { payer: "x" }, { payer: [] }, { card: { token: "\u0000" } }, { payer: { document: {} } }].map((data) => ({ about: data, sent: () => shopper.raw("POST", sessions, { provider_id: "pp_pix_fatura", data }), among: [400] })),
  ])
})

it("has logged no error", () => {
  expect(errorLines(store)).toEqual([])
})
