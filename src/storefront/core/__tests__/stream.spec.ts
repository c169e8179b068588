import { createFaturaClient, type FaturaClient } from "../client"
import { type StreamEvent, readEvents } from "../event-stream"
import { streamSession } from "../stream"
import type { SessionStatus, SessionView } from "../types"

const view = (status: SessionStatus): SessionView => ({
  id: "payses_1", order_id: "order_1", method: "pix", status, next_step: "pay", amount: 10, currency_code: "brl", server_time: "2026-01-01T00:00:00Z",
  payee: { name: null, document_masked: null, statement_descriptor: null }, can_renew: false, pix: { payload: "000201", qr_svg: "<svg/>", expires_at: null },
})

/** A stream that the test speaks into. */
function pipe(signal: AbortSignal) {
  let wake: () => void = () => undefined
  let over = false
  const waiting: StreamEvent[] = []
  const end = () => { over = true; wake() }
  signal.addEventListener("abort", end)
  return {
    signal, end,
    say: (status: SessionStatus) => { waiting.push({ event: "session", data: JSON.stringify({ session: view(status) }) }); wake() },
    ping: () => { waiting.push({ event: "ping", data: "null" }); wake() },
    async* events() {
      for (;;) {
        while (waiting.length) yield waiting.shift()!
        if (over) return
        await new Promise<void>((resolve) => { wake = resolve })
      }
    },
  }
}

describe("streamSession", () => {
  let page: EventTarget & { hidden: boolean }
  let browser: { onLine: boolean }
  let pipes: ReturnType<typeof pipe>[]
  let refuses: boolean
  const asked = jest.fn<Promise<SessionView>, [string]>()
  const onSession = jest.fn<undefined, [SessionView]>()
  const onProblem = jest.fn()
  const openEvents = jest.fn(async (_id: string, signal: AbortSignal) => {
    if (refuses) throw new Error("429")
    pipes.push(pipe(signal))
    return pipes.at(-1)!.events()
  })
  const start = () => streamSession({ client: { session: asked, openEvents } as unknown as FaturaClient, sessionId: "payses_1", onSession, onProblem })
  const after = (ms: number) => jest.advanceTimersByTimeAsync(ms)
  const said = () => onSession.mock.calls.map(([session]) => session.status)

  beforeEach(() => {
    jest.useFakeTimers()
    jest.clearAllMocks()
    pipes = []
    refuses = false
    page = Object.assign(new EventTarget(), { hidden: false })
    browser = { onLine: true }
    Object.defineProperty(globalThis, "navigator", { value: browser, configurable: true })
    Object.assign(globalThis, { document: page, window: new EventTarget() })
    asked.mockImplementation(async () => view("awaiting_payment"))
  })
  afterEach(() => {
    jest.useRealTimers()
    for (const name of ["document", "window", "navigator"]) Reflect.deleteProperty(globalThis, name)
  })

  it("tells what the stream tells, and ends it at a final state, without asking once", async () => {
    const watching = start()
    await after(0)
    pipes[0]!.say("awaiting_payment")
    await after(20_000)
    pipes[0]!.ping()
    await after(20_000)
    pipes[0]!.say("paid")
    await after(120_000)
    expect(said()).toEqual(["awaiting_payment", "paid"])
    expect([pipes.length, pipes[0]!.signal.aborted, asked.mock.calls.length]).toEqual([1, true, 0])
    watching.stop()
  })

  it("opens it again at once when the store ends it after its minute", async () => {
    const watching = start()
    await after(0)
    pipes[0]!.say("awaiting_payment")
    await after(30_000)
    pipes[0]!.ping()
    await after(30_000)
    pipes[0]!.end()
    await after(0)
    expect([pipes.length, asked.mock.calls.length]).toEqual([2, 0])
    watching.stop()
    expect(pipes[1]!.signal.aborted).toBe(true)
  })

  it("asks where no stream can be had, tries it again after 5 s, 10 s ..., and stops asking once it is heard", async () => {
    refuses = true
    const watching = start()
    await after(0)
    expect(said()).toEqual(["awaiting_payment"])
    await after(15_000)
    expect(openEvents).toHaveBeenCalledTimes(3)
    refuses = false
    await after(20_000)
    pipes[0]!.say("awaiting_payment")
    await after(0)
    const before = asked.mock.calls.length
    await after(30_000)
    expect(asked.mock.calls.length).toBe(before)
    watching.stop()
  })

  it.each(["text/html", "application/json", null])("asks at once when what is answered in place of a stream is %s, and lets go of it", async (type) => {
    let letGo = false
    const answer: typeof fetch = async (url, init) => {
      if (!String(url).endsWith("/events")) return Response.json({ session: view("awaiting_payment") })
      init!.signal!.addEventListener("abort", () => { letGo = true })
      // It neither ends nor says anything more, as a stream that a proxy holds back.
      return new Response(new ReadableStream(), { headers: type ? { "content-type": type } : {} })
    }
    const client = createFaturaClient({ backend: "https://shop.example", publishableKey: "pk", fetch: answer })
    const watching = streamSession({ client, sessionId: "payses_1", onSession, onProblem })
    await after(0)
    expect([said(), letGo]).toEqual([["awaiting_payment"], true])
    await after(2_000)
    expect(said()).toEqual(["awaiting_payment", "awaiting_payment"])
    watching.stop()
  })

  it("reads a stream that is one, also where its type names a charset", async () => {
    const body = (signal: AbortSignal) => new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(`event: session\ndata: ${JSON.stringify({ session: view("paid") })}\n\n`))
        signal.addEventListener("abort", () => controller.error(new Error("given up")))
      },
    })
    const answer = jest.fn<Promise<Response>, Parameters<typeof fetch>>(async (_, init) => new Response(body(init!.signal!), { headers: { "content-type": "Text/Event-Stream; charset=utf-8" } }))
    const client = createFaturaClient({ backend: "https://shop.example", publishableKey: "pk", fetch: answer })
    const watching = streamSession({ client, sessionId: "payses_1", onSession, onProblem })
    await after(0)
    expect([said(), answer.mock.calls.length]).toEqual([["paid"], 1])
    watching.stop()
  })

  it("asks meanwhile when a proxy holds the stream back, and takes a silent one for dead", async () => {
    const watching = start()
    await after(2_999)
    expect(asked).toHaveBeenCalledTimes(0)
    await after(1)
    expect(asked).toHaveBeenCalledTimes(1)
    await after(37_000)
    expect(pipes[0]!.signal.aborted).toBe(true)
    watching.stop()
  })

  it("does not open one after another where each ends at once", async () => {
    const watching = start()
    await after(0)
    pipes[0]!.say("awaiting_payment")
    pipes[0]!.end()
    await after(4_000)
    expect(pipes.length).toBe(1)
    watching.stop()
  })

  it("gives the stream up in a hidden tab and without a connection, and opens it when they are back", async () => {
    const watching = start()
    await after(0)
    pipes[0]!.say("awaiting_payment")
    page.hidden = true
    page.dispatchEvent(new Event("visibilitychange"))
    await after(30_000)
    expect([pipes.length, pipes[0]!.signal.aborted]).toEqual([1, true])
    expect(asked.mock.calls.length).toBeLessThanOrEqual(3)
    page.hidden = false
    page.dispatchEvent(new Event("visibilitychange"))
    await after(0)
    expect(pipes.length).toBe(2)
    browser.onLine = false
    window.dispatchEvent(new Event("offline"))
    await after(0)
    expect(pipes[1]!.signal.aborted).toBe(true)
    watching.stop()
  })

  it("looks at once when told to, also after the end", async () => {
    const watching = start()
    await after(0)
    pipes[0]!.say("paid")
    await after(60_000)
    watching.nudge()
    await after(0)
    expect(pipes.length).toBe(2)
    watching.stop()
    pipes[1]!.say("refunded")
    await after(0)
    expect(said()).toEqual(["paid"])
  })
})

describe("readEvents", () => {
  it("puts events together that come in pieces, in the middle of a letter too", async () => {
    const bytes = new TextEncoder().encode(": hello\n\nevent: session\nid: 3\ndata: {\"name\":\"São\"}\n\nevent: ping\r\ndata: null\r\n\r\nevent: cut")
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += 5) controller.enqueue(bytes.slice(at, at + 5))
        controller.close()
      },
    })
    const events: StreamEvent[] = []
    for await (const event of readEvents(body)) events.push(event)
    expect(events).toEqual([{}, { event: "session", data: "{\"name\":\"São\"}" }, { event: "ping", data: "null" }])
  })
})
