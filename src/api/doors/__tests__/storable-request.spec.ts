import { connect, type AddressInfo } from "node:net"
import type { Server } from "node:http"
import express, { type RequestHandler } from "express"
import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { slowValues } from "../../../domain/__tests__/support/hostile-text"
import { nested } from "../../../domain/__tests__/support/hostile-json"
import { hideQuery } from "../hide-query"
import { noStore } from "../no-store"
import { refuseUnstorable } from "../storable-request"

/** What a request gets from both doors; null where it goes on. */
function answerTo(path: string, body: unknown = undefined, language = "en"): { status: number; body: unknown; cached: unknown } | null {
  let [status, answered, went] = [0, undefined as unknown, false]
  const headers: Record<string, unknown> = {}
  const req = { baseUrl: "", path, query: {}, body, headers: { "accept-language": language } } as unknown as MedusaRequest
  const res = {
    setHeader: (name: string, value: unknown) => (headers[name] = value),
    status: (code: number) => ((status = code), res),
    json: (value: unknown) => (answered = value),
  } as unknown as MedusaResponse
  noStore(req, res, () => undefined)
  refuseUnstorable(req, res, () => (went = true))
  return went ? null : { status, body: answered, cached: headers["cache-control"] }
}

const SESSION = "/store/fatura/sessions/payses_1"

it("lets through what is nested as people's answers are", () => {
  expect(answerTo(SESSION, { payer: { name: "Joana" } })).toBeNull()
  expect(answerTo(SESSION, nested("object", 64, "x"))).toBeNull()
})

it.each([65, 600, 3_400, 16_000, 45_000])("refuses %d levels in words", (levels) => {
  expect(answerTo(SESSION, { payer: nested("list", levels, "x") })).toMatchObject({ status: 400, body: { code: "unknown_payment_field", message: expect.stringMatching(/expected form: payer\.0\.0/) } })
  expect(answerTo("/admin/fatura/accounts", { payer: nested("list", levels, "x") })).toMatchObject({ status: 400, body: { fields: [{ message: "This value is nested too deep." }] } })
})

it("tells no more of a path than helps", () => {
  const { body } = answerTo(SESSION, { ["n".repeat(90_000)]: "\0" })!
  expect(JSON.stringify(body).length).toBeLessThan(1_000)
})

it("reads deep and wide JSON about as fast as a plain pass", () => {
  expect(slowValues((value) => answerTo(SESSION, value))).toEqual([])
})

const GUARDED = [
  "/store/fatura/sessions/payses_1", "/STORE/fatura/sessions/payses_1", "/store/Fatura/Sessions/payses_1", "/Admin/FATURA/accounts", "/Hooks/Fatura/x", "/hooks/payment/PP_pix_fatura",
  "/store/CARTS/cart_1/complete", "/Store/payment-Collections/pay_col_1/Payment-Sessions", "/ADMIN/payments/pay_1/Refund/", "/admin/Orders/order_1/CANCEL",
]

it.each(GUARDED)("is asked about %s, however it is written", (address) => {
  expect(answerTo(address, { note: "\0" })).toMatchObject({ status: 400, cached: "no-store" })
})

it.each(["/store/products", "/store/faturas", "/admin/orders/order_1"])("has no say about %s", (address) => {
  expect(answerTo(address, { note: "\0" })).toBeNull()
})

describe("a request line that is no plain path", () => {
  /** Mounted and routed as Medusa does it: without a method by the beginning of the address, and the route by all of it. */
  const MOUNTED = ["/store/fatura", "/admin/fatura", "/hooks/fatura", "/hooks/payment/pp_pix_fatura", "/store/payment-collections", "/store/carts", "/admin/payments", "/admin/orders"]
  const ROUTES = [
    "/store/fatura/sessions/:id", "/admin/fatura/accounts", "/hooks/fatura/:ticket", "/hooks/payment/pp_pix_fatura", "/store/carts/:id/complete",
    "/store/payment-collections/:id/payment-sessions", "/admin/payments/:id/refund", "/admin/orders/:id/cancel",
  ]
  const FORMS: [name: string, write: (path: string) => string][] = [
    ["the whole address", (path) => `http://store.test${path}`],
    ["the whole address of another scheme", (path) => `HTTPS://store.test:443${path}`],
    ["a trailing #", (path) => `${path}#`],
    ["a fragment", (path) => `${path}#/a?b=c`],
    ["a fragment and the whole address", (path) => `http://store.test${path}#x`],
    ["a query and a fragment", (path) => `${path}?a=b#c`],
    ["backslashes", (path) => `/${path.slice(1).replaceAll("/", "\\")}#`],
    ["backslashes and the whole address", (path) => `http://store.test/${path.slice(1).replaceAll("/", "\\")}`],
    ["a backslash behind the place of the middlewares", (path) => `${path.replace(/^((?:\/[^/]+){2})\//, "$1\\")}#`],
    ["a trailing slash and a fragment", (path) => `${path}/#`],
    ["capital letters and a fragment", (path) => `${path.toUpperCase()}#`],
  ]

  const running: Server[] = []
  let logged: string[] = []
  let port: number

  beforeAll(async () => {
    const app = express()
    app.use(express.json())
    app.use((req, res, next) => (res.on("finish", () => logged.push(req.originalUrl)), next()))
    app.use("/admin/fatura/invoices", hideQuery as unknown as RequestHandler)
    MOUNTED.forEach((place) => app.use(place, noStore as unknown as RequestHandler, refuseUnstorable as unknown as RequestHandler))
    ;[...ROUTES, "/admin/fatura/invoices"].forEach((route) => app.all(route, (_req, res) => res.json({ reached: route })))
    const server = app.listen(0, "127.0.0.1")
    running.push(server)
    await new Promise((listening) => server.once("listening", listening))
    port = (server.address() as AddressInfo).port
  })
  afterAll(() => running.forEach((server) => server.close()))
  beforeEach(() => (logged = []))

  /** As bytes on a connection: a client would tidy the address first. */
  function send(target: string, body: string): Promise<{ status: number; cached: string | undefined; body: string }> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, "127.0.0.1")
      const got: Buffer[] = []
      socket.on("data", (chunk) => got.push(chunk)).on("error", reject)
      socket.on("end", () => {
        const [head, ...rest] = Buffer.concat(got).toString("utf8").split("\r\n\r\n") as [string, ...string[]]
        resolve({ status: Number(head.split(" ")[1]), cached: /^cache-control: (.+)$/im.exec(head)?.[1], body: rest.join("") })
      })
      const lines = [`POST ${target} HTTP/1.1`, "Host: store.test", "Connection: close", "Content-Type: application/json", `Content-Length: ${body.length}`]
      socket.end(Buffer.from(`${lines.join("\r\n")}\r\n\r\n${body}`, "latin1"))
    })
  }

  const ADDRESSES = ROUTES.map((route) => route.replace(/:\w+/, "id_1"))
  const CASES = FORMS.flatMap(([name, write]) => ADDRESSES.map((address): [string, string, string] => [address, name, write(address)]))

  it.each(CASES)("%s with %s is ours", async (_address, _name, target) => {
    const answer = await send(target, "{}")
    // Express has let it reach the route, so that it must have met both.
    expect(answer).toMatchObject({ status: 200, cached: "no-store" })
    expect(await send(target, '{"note":"a\\u0000"}')).toMatchObject({ status: 400, cached: "no-store" })
  })

  it("keeps what is searched for out of the access log", async () => {
    for (const target of ["/admin/fatura/invoices?q=Joana", "/admin/fatura/invoices#q=Joana", "http://store.test/admin/fatura/invoices?q=Joana", "/admin/fatura/invoices#?q=Joana"]) {
      expect(await send(target, "{}")).toMatchObject({ status: 200, cached: "no-store" })
    }
    expect(logged).toEqual(["/admin/fatura/invoices?[query]", "/admin/fatura/invoices?[query]", "http://store.test/admin/fatura/invoices?[query]", "/admin/fatura/invoices?[query]"])
  })
})
