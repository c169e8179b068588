import { connect } from "node:net"
import { Faults } from "../faults"
import { CPF, type TestSandbox, newInvoice, startTestSandbox } from "./harness"

describe("faults of the interface", () => {
  let sandbox: TestSandbox

  beforeAll(async () => {
    sandbox = await startTestSandbox()
  })
  afterAll(() => sandbox.close())
  beforeEach(() => sandbox.control("POST", "/reset"))

  const fault = (kind: string, more: Record<string, unknown> = {}) =>
    sandbox.control("POST", "/faults", { match: { method: "POST", path: "/invoices" }, kind, times: 1, ...more })
  const create = () => sandbox.gateway("POST", "/invoices", newInvoice("pix"))
  const issued = async (): Promise<number> => (await sandbox.control("GET", "/invoices")).json.invoices.length
  const timed = async <T>(run: () => Promise<T>): Promise<[T, number]> => {
    const begun = Date.now()
    return [await run(), Date.now() - begun]
  }

  it.each([
    ["500", 500, /Internal Server Error/],
    ["502-html", 502, /<h1>502 Bad Gateway/],
    ["html-200", 200, /^<!DOCTYPE html>/],
    ["403", 403, /Access denied/],
    ["429", 429, /Too Many Requests/],
    ["success-false", 200, /"success":false,"error":true/],
  ])("%s, before and after committing", async (kind, status, text) => {
    await fault(kind)
    const before = await create()
    expect([before.status, await issued()]).toEqual([status, 0])
    expect(before.text).toMatch(text)
    await fault(kind, { commit: true })
    const after = await create()
    expect([after.status, after.text.replace(/"date":"[^"]+"/, ""), await issued()]).toEqual([
      status,
      before.text.replace(/"date":"[^"]+"/, ""),
      1,
    ])
    expect((await create()).json.success).toBe(true)
  })

  it.each(["delay", "delay-after-commit"])("%s answers late and right", async (kind) => {
    await fault(kind, { ms: 200 })
    const [reply, ms] = await timed(create)
    expect(reply.json.success).toBe(true)
    expect(ms).toBeGreaterThanOrEqual(195)
  })

  it("commits before the pause, or after it", async () => {
    for (const [kind, count] of [["delay", 0], ["delay-after-commit", 1]] as const) {
      await sandbox.control("POST", "/reset")
      await fault(kind, { ms: 250 })
      const reply = create()
      await new Promise((resolve) => setTimeout(resolve, 100))
      expect(await issued()).toBe(count)
      await reply
    }
  })

  it.each([
    ["refuse", 0],
    ["hang-up-before", 0],
    ["hang-up-after", 1],
  ])("%s drops the connection, %d invoices issued", async (kind, count) => {
    await fault(kind)
    await expect(create()).rejects.toMatchObject({ code: "ECONNRESET" })
    expect(await issued()).toBe(count)
    const { requests, counts } = (await sandbox.control("GET", "/requests")).json
    expect(requests.at(-1)).toMatchObject({ method: "POST", path: "/invoices", status: null, fault: kind })
    expect(counts).toEqual({ "POST /invoices": 1 })
  })

  it("commits a request whose sender has gone", async () => {
    await fault("delay", { ms: 100 })
    const body = JSON.stringify(newInvoice("pix"))
    const socket = connect(sandbox.port, "127.0.0.1")
    socket.write(
      `POST /invoices HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${sandbox.bearer.authorization}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    )
    await new Promise((resolve) => setTimeout(resolve, 50))
    socket.destroy()
    await new Promise((resolve) => setTimeout(resolve, 120))
    expect(await issued()).toBe(1)
  })

  it("commits nothing of a request that never arrived whole", async () => {
    const socket = connect(sandbox.port, "127.0.0.1")
    socket.write(
      `POST /invoices HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${sandbox.bearer.authorization}\r\n` +
        "Content-Type: application/json\r\nContent-Length: 5000\r\n\r\n{",
    )
    await new Promise((resolve) => setTimeout(resolve, 30))
    socket.destroy()
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(await issued()).toBe(0)
  })

  it("strikes what matches only, as often as told, until cleared", async () => {
    await fault("500", { match: { method: "get", path: "/inv*" }, times: undefined })
    expect((await create()).status).toBe(200)
    expect((await sandbox.gateway("GET", "/status")).status).toBe(200)
    for (let count = 0; count < 3; count += 1) {
      expect((await sandbox.gateway("GET", "/invoices")).status).toBe(500)
    }
    expect((await sandbox.control("GET", "/faults")).json.faults).toMatchObject([{ hits: 3, times: null }])
    await sandbox.control("DELETE", "/faults")
    expect((await sandbox.gateway("GET", "/invoices")).status).toBe(200)
  })

  it("strikes only what is about one invoice or payer, when it is told so", async () => {
    await fault("500", { match: { method: "POST", path: "/invoices", about: ["11144477735"] } })
    expect((await create()).status).toBe(200)
    await fault("500", { match: { method: "POST", path: "/invoices", about: ["11144477735", CPF] } })
    expect((await create()).status).toBe(500)
    const { id } = (await sandbox.control("GET", `/invoices?document=${CPF}`)).json.invoices[0]
    expect((await sandbox.control("GET", "/invoices?document=11144477735")).json.invoices).toEqual([])
    await fault("403", { match: { method: "GET", about: [`id=${id}`] } })
    expect((await sandbox.gateway("GET", "/invoices?id=1")).status).not.toBe(403)
    expect((await sandbox.gateway("GET", `/invoices?id=${id}`)).status).toBe(403)
  })

  it("never strikes the control panel", async () => {
    await sandbox.control("POST", "/faults", { kind: "500" })
    expect((await sandbox.control("GET", "/invoices")).status).toBe(200)
    expect((await sandbox.gateway("GET", "/status")).status).toBe(500)
  })

  it.each([
    [{ kind: "explode" }, /kind must be one of delay/],
    [{ kind: "lose" }, /kind must be one of delay/],
    [{ kind: "500", match: { notice: true } }, /kind must be one of lose/],
    [{ kind: "500", times: 0 }, /times/],
    [{ kind: "500", probability: 2 }, /probability/],
    [{ kind: "500", match: [] }, /match/],
    [{ kind: "500", match: { about: "CPF" } }, /match\.about/],
    [{ kind: "500", ms: -1 }, /ms/],
  ])("refuses the fault %j", async (body, message) => {
    const reply = await sandbox.control("POST", "/faults", body)
    expect([reply.status, reply.json.error]).toEqual([400, expect.stringMatching(message)])
  })
})

describe("webhooks", () => {
  it("are struck only where they are about what the fault is about", () => {
    const faults = new Faults()
    faults.add({ kind: "lose", match: { notice: true, about: ["ps_1-1"] }, times: 1 })
    expect(faults.forNotice(`{"external_id":"ps_2-1"}`)).toBeNull()
    expect(faults.forNotice(`{"external_id":"ps_1-1"}`)?.kind).toBe("lose")
    expect(faults.dependOnBody()).toBe(false)
  })
})

describe("chance", () => {
  const run = (seed: number): string => {
    const faults = new Faults()
    faults.add({ kind: "500", probability: 0.3, seed })
    return Array.from({ length: 1000 }, () => (faults.forRequest("GET", "/x") ? "1" : "0")).join("")
  }

  it("repeats with its seed, and is near its probability", () => {
    expect(run(7)).toBe(run(7))
    expect(run(7)).not.toBe(run(8))
    const hits = run(7).split("1").length - 1
    expect(hits).toBeGreaterThan(240)
    expect(hits).toBeLessThan(360)
  })
})
