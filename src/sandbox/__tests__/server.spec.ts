import { createContext, runInContext } from "node:vm"
import { runSandbox } from "../cli"
import { startSandbox } from "../index"
import { call, newInvoice, startTestSandbox, type TestSandbox } from "./harness"

describe("starting", () => {
  const { NODE_ENV } = process.env
  afterEach(() => {
    process.env.NODE_ENV = NODE_ENV
    process.exitCode = undefined
    jest.restoreAllMocks()
  })

  it("refuses production, other hosts, odd ports and a port in use, in one line", async () => {
    process.env.NODE_ENV = "production"
    await expect(startSandbox({ port: 0 })).rejects.toThrow(/^The sandbox gateway does not run with NODE_ENV=production/)
    process.env.NODE_ENV = "test"
    await expect(startSandbox({ port: 0, host: "0.0.0.0" })).rejects.toThrow(/loopback only/)
    await expect(startSandbox({ port: 70_000 })).rejects.toThrow(/port from 0 to 65535/)
    const running = await startSandbox({ port: 0 })
    await expect(startSandbox({ port: running.port })).rejects.toThrow(`port ${running.port} is already in use`)
    await running.close()
    await expect(call(`${running.url}/status`, "GET")).rejects.toMatchObject({ code: "ECONNREFUSED" })
  })

  it("runs as a command until it is stopped", async () => {
    const said: string[] = []
    jest.spyOn(console, "log").mockImplementation((line: string) => void said.push(line))
    const running = runSandbox(["--port", "0"])
    while (!said.some((line) => line.includes("Ctrl-C"))) {
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(said.join("\n"))?.[0]
    expect((await call(`${url}/_sandbox`, "GET")).status).toBe(200)
    process.emit("SIGTERM")
    await running
    await expect(call(`${url}/_sandbox`, "GET")).rejects.toMatchObject({ code: "ECONNREFUSED" })
  })

  it.each([
    [["--port", "abc"], /--port takes a number/],
    [["--nope"], /--nope/],
  ])("says what is wrong with the arguments %j", async (argv, message) => {
    const error = jest.spyOn(console, "error").mockImplementation(() => undefined)
    await runSandbox(argv)
    expect(error.mock.calls).toEqual([[expect.stringMatching(message)]])
    expect(process.exitCode).toBe(1)
  })
})

describe("what is answered beside the gateway's interface", () => {
  let sandbox: TestSandbox

  beforeAll(async () => {
    sandbox = await startTestSandbox()
  })
  afterAll(() => sandbox.close())

  it("takes calls of this machine only, and changes from its own page only", async () => {
    const named = (headers: Record<string, string>, method = "POST") =>
      call(`${sandbox.url}/_sandbox/${method === "POST" ? "reset" : "invoices"}`, method, undefined, headers)
    expect((await named({ Host: "evil.example" }, "GET")).status).toBe(403)
    expect((await named({ Origin: "https://evil.example" })).status).toBe(403)
    expect((await named({ Origin: sandbox.url })).status).toBe(200)
    expect((await named({ Host: `localhost:${sandbox.port}` })).status).toBe(200)
  })

  it("records the calls of the gateway, without any authorization", async () => {
    await sandbox.control("DELETE", "/requests")
    await sandbox.auth()
    await sandbox.gateway("POST", "/invoices", newInvoice("pix"))
    await sandbox.gateway("GET", "/invoices?p=1")
    await sandbox.gateway("GET", "/invoices/qrcode/1")
    await sandbox.gateway("POST", "/invoices", "{odd")
    const { requests, counts } = (await sandbox.control("GET", "/requests")).json
    expect(counts).toEqual({ "GET /auth": 1, "POST /invoices": 2, "GET /invoices": 1, "GET /invoices/qrcode/:id": 1 })
    expect(requests[1]).toMatchObject({ method: "POST", path: "/invoices", query: {}, body: { payment: { id: "payses_01-1" } }, status: 200 })
    expect(requests[2]).toMatchObject({ query: { p: "1" }, body: null })
    expect(requests[4].body).toBe("{odd")
    expect(JSON.stringify(requests)).not.toMatch(/Bearer|Basic|authorization/i)
    await sandbox.control("DELETE", "/requests")
    expect((await sandbox.control("GET", "/requests")).json).toEqual({ requests: [], counts: {} })
  })

  it("has a page that says what it is and shows no document, in full and as fragments", async () => {
    await sandbox.control("POST", "/reset")
    const body = newInvoice("boleto")
    body.client.name = "<script>alert(1)</script>"
    await sandbox.gateway("POST", "/invoices", body)
    const page = await call(`${sandbox.url}/_sandbox`, "GET")
    expect(page.headers["content-security-policy"]).toContain("default-src 'none'")
    expect(page.text).toContain("nenhum dinheiro se move")
    expect(page.text).toContain("***.982.247-**")
    expect(page.text).toContain("&lt;script&gt;alert(1)")
    expect(page.text).not.toMatch(/52998224725|529\.982|<script>alert/)
    const { version, fragments } = (await sandbox.control("GET", "/fragments?since=0")).json
    expect(Object.keys(fragments)).toEqual(["invoices", "clock", "faults", "assumptions", "notice-mode", "notices", "requests"])
    expect((await sandbox.control("GET", `/fragments?since=${version}`)).status).toBe(204)
    expect((await sandbox.control("GET", "/fragments?q=nobody")).json.fragments.invoices).toContain("Nenhuma fatura combina")
    const missing = await call(`${sandbox.url}/_sandbox/odd`, "GET", undefined, { Accept: "text/html" })
    expect([missing.status, missing.text.includes("nenhum dinheiro se move")]).toEqual([404, true])
  })

  it("serves scripts that a browser can read", async () => {
    for (const name of ["page.js", "tokenize.js"]) {
      const script = await sandbox.control("GET", `/${name}`)
      expect(script.headers["content-type"]).toMatch(/javascript/)
      expect(() => new Function(script.text)).not.toThrow()
    }
  })
})

describe("the tokenisation script", () => {
  class Input {
    value = ""
    events: string[] = []
    constructor(readonly form: () => unknown) {}
    closest = (): unknown => this.form()
    dispatchEvent = (event: { type: string }): void => void this.events.push(event.type)
  }
  class PlainEvent {
    constructor(readonly type: string) {}
  }

  const tokenOf = async (values: Record<string, string>, account = "A1B2C3D4E5F60718") => {
    const sandbox = await startTestSandbox()
    const { text } = await sandbox.control("GET", "/tokenize.js")
    await sandbox.close()
    const inputs = new Map<string, Input>()
    const form = {
      querySelector: (selector: string) => inputs.get(selector.slice("[data-gw-".length, -1)) ?? null,
      getAttribute: () => account,
    }
    const listeners: ((event: { target: Input }) => void)[] = []
    for (const name of ["number", "cvv", "name", "expiry", "token"]) {
      inputs.set(name, Object.assign(new Input(() => form), { value: values[name] ?? "" }))
    }
    const prototype = Object.defineProperty({}, "value", {
      set(this: { held: string }, value: string) {
        this.held = value
      },
    })
    const document = { addEventListener: (_name: string, listener: (typeof listeners)[number]) => listeners.push(listener) }
    runInContext(text, createContext({ document, HTMLInputElement: { prototype }, Event: PlainEvent }))
    const target = inputs.get("token") as Input & { held?: string }
    listeners[0]?.({ target: inputs.get("number") as Input })
    return { token: target.held ?? "", events: target.events }
  }

  const CARD = { number: "4111 1111 1111 1111", cvv: "123", name: "MARIA SOUZA", expiry: "12/30" }

  it("puts a token, and never the number, into the marked input and tells", async () => {
    expect(await tokenOf(CARD)).toEqual({ token: "tok_approved-4111111111", events: ["input", "change"] })
  })

  it.each([
    ["4000 0000 0000 0002", "tok_denied-4000000002"],
    ["4000000000000127", "tok_processing-4000000127"],
    ["4000000000000077", "tok_authorized-4000000077"],
    ["4000000000003220", "tok_action_required-4000003220"],
  ])("gives the outcome of the test number %s", async (number, token) => {
    expect((await tokenOf({ ...CARD, number })).token).toBe(token)
  })

  it.each([
    ["a wrong check digit", { number: "4111111111111112" }],
    ["no verification value", { cvv: "" }],
    ["a thirteenth month", { expiry: "13/30" }],
    ["no name", { name: " " }],
  ])("gives none for %s", async (_what, change) => {
    expect(await tokenOf({ ...CARD, ...change })).toEqual({ token: "", events: [] })
  })
})
