import http from "node:http"
import type { AddressInfo } from "node:net"
import { startBalancer, type Balancer } from "../balancer"

type Backend = { url: string; got: { method: string; body: string; headers: http.IncomingHttpHeaders }[]; close(): void }

const opened: { close(): void }[] = []
afterEach(() => {
  for (const one of opened.splice(0)) one.close()
})

async function backend(answer: (request: http.IncomingMessage, response: http.ServerResponse) => void): Promise<Backend> {
  const got: Backend["got"] = []
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      got.push({ method: request.method!, body: Buffer.concat(chunks).toString(), headers: request.headers })
      answer(request, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  opened.push({ close })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, got, close }
}

const named = (name: string) => backend((_, response) => response.end(name))

async function balancer(...backends: Backend[]): Promise<Balancer> {
  const started = await startBalancer(0, backends.map(({ url }) => url))
  opened.push(started)
  return started
}

const text = async (url: string, init?: RequestInit): Promise<string> => (await fetch(url, init)).text()
const post = (body: string): RequestInit => ({ method: "POST", body, headers: { "x-forwarded-for": "203.0.113.9", host: "shop.example" } })

beforeEach(() => jest.spyOn(console, "log").mockImplementation(() => undefined))
afterEach(() => jest.restoreAllMocks())

it("gives each request to the next server in turn", async () => {
  const { url } = await balancer(await named("one"), await named("two"))
  expect([await text(url), await text(url), await text(url), await text(url)]).toEqual(["one", "two", "one", "two"])
})

it("goes on with the other server when one is gone, and sends each body whole and once", async () => {
  const [one, two] = [await named("one"), await named("two")]
  const { url } = await balancer(one, two)
  one.close()
  const body = "x".repeat(300_000)
  expect([await text(url, post(body)), await text(url, post(body)), await text(url, post(body))]).toEqual(["two", "two", "two"])
  expect(one.got).toEqual([])
  expect(two.got.map((request) => request.body === body)).toEqual([true, true, true])
})

it("never sends a request again that reached a server, and says that its outcome is unknown", async () => {
  const breaks = await backend((request) => request.socket.destroy())
  const other = await named("other")
  const { url } = await balancer(breaks, other)
  const answer = await fetch(url, post("pay"))
  expect(answer.status).toBe(502)
  expect(await answer.json()).toEqual({ type: "unavailable", message: "The server broke off. It is not known whether it did what was asked." })
  expect(breaks.got.map(({ body }) => body)).toEqual(["pay"])
  expect(other.got).toEqual([])
})

it("answers 503 while there is no server, and goes on when one is back", async () => {
  const one = await named("one")
  const { url } = await balancer(one)
  one.close()
  const answer = await fetch(url, post("pay"))
  expect([answer.status, await answer.json()]).toEqual([503, { type: "unavailable", message: "No server of this store can be reached." }])
  const back = http.createServer((_, response) => response.end("back"))
  opened.push({ close: () => back.close() })
  await new Promise<void>((resolve) => back.listen(Number(new URL(one.url).port), "127.0.0.1", resolve))
  expect(await text(url)).toBe("back")
})

it("tells the server who asked, whatever the caller claims", async () => {
  const one = await named("one")
  const { url } = await balancer(one)
  await fetch(url, { headers: { "x-forwarded-for": "203.0.113.9", "x-forwarded-proto": "https" } })
  expect(one.got[0]!.headers).toMatchObject({ "x-forwarded-for": "127.0.0.1", "x-forwarded-proto": "http", host: new URL(url).host })
})

it("passes an event on while the answer is still open", async () => {
  let open: http.ServerResponse | undefined
  const stream = await backend((_, response) => {
    open = response
    response.writeHead(200, { "content-type": "text/event-stream" })
    response.write("event: first\n\n")
  })
  const { url } = await balancer(stream)
  const reader = (await fetch(url)).body!.getReader()
  const next = async () => new TextDecoder().decode((await reader.read()).value)
  expect(await next()).toBe("event: first\n\n")
  open!.write("event: second\n\n")
  expect(await next()).toBe("event: second\n\n")
  const closed = new Promise<void>((resolve) => open!.once("close", resolve))
  await reader.cancel()
  await closed
})
