import type { FaturaClient } from "../client"
import { FaturaError } from "../error"
import type { SessionStatus, SessionView } from "../types"
import { watchSession } from "../watch"

const view = (status: SessionStatus, expires_at = "2026-01-01T01:00:00Z"): SessionView => ({
  id: "payses_1", order_id: "order_1", method: "pix", status, next_step: "pay", amount: 10, currency_code: "brl", server_time: "2026-01-01T00:00:00Z",
  payee: { name: null, document_masked: null, statement_descriptor: null }, can_renew: false, pix: { payload: "000201", qr_svg: "<svg/>", expires_at },
})

/** The two events that the browser sends, without a browser. */
function installBrowser() {
  const page = Object.assign(new EventTarget(), { hidden: false })
  Object.assign(globalThis, { document: page, window: new EventTarget() })
  return page
}

describe("watchSession, by asking", () => {
  let page: ReturnType<typeof installBrowser>
  const fetchView = jest.fn<Promise<SessionView>, [string]>()
  const onView = jest.fn()
  const onProblem = jest.fn()
  const client = { session: fetchView } as unknown as FaturaClient
  const start = () => watchSession(client, "payses_1", { onSession: onView, onProblem })

  beforeEach(() => {
    jest.useFakeTimers()
    jest.resetAllMocks()
    page = installBrowser()
    fetchView.mockImplementation(async () => view("awaiting_payment"))
  })
  afterEach(() => {
    jest.useRealTimers()
    Reflect.deleteProperty(globalThis, "document")
    Reflect.deleteProperty(globalThis, "window")
  })

  it("asks at once, after 2 s, and never more often than every 5 s in the end", async () => {
    const watching = start()
    await jest.advanceTimersByTimeAsync(0)
    expect(fetchView).toHaveBeenCalledTimes(1)
    await jest.advanceTimersByTimeAsync(2000)
    expect(fetchView).toHaveBeenCalledTimes(2)
    await jest.advanceTimersByTimeAsync(60_000)
    const before = fetchView.mock.calls.length
    await jest.advanceTimersByTimeAsync(50_000)
    expect(fetchView.mock.calls.length - before).toBe(10)
    watching.stop()
  })

  it("stops at a final state", async () => {
    fetchView.mockImplementation(async () => view("paid"))
    const watching = start()
    await jest.advanceTimersByTimeAsync(120_000)
    expect(fetchView).toHaveBeenCalledTimes(1)
    expect(onView).toHaveBeenCalledWith(view("paid"))
    watching.stop()
  })

  it("keeps trying without a connection, and looks at once when the shopper comes back", async () => {
    fetchView.mockRejectedValueOnce(new Error("offline"))
    const watching = start()
    await jest.advanceTimersByTimeAsync(0)
    expect(onProblem).toHaveBeenCalledTimes(1)
    page.dispatchEvent(new Event("visibilitychange"))
    await jest.advanceTimersByTimeAsync(0)
    expect(onView).toHaveBeenCalledTimes(1)
    watching.stop()
  })

  it("says nothing after it was stopped", async () => {
    const watching = start()
    watching.stop()
    await jest.advanceTimersByTimeAsync(60_000)
    expect(onView).not.toHaveBeenCalled()
    expect(fetchView).toHaveBeenCalledTimes(1)
  })

  it("asks less and less often while the store does not answer, at most every 30 s", async () => {
    fetchView.mockRejectedValue(new FaturaError("network", ""))
    const watching = start()
    await jest.advanceTimersByTimeAsync(2000 + 4000 + 8000 + 16_000)
    expect(fetchView).toHaveBeenCalledTimes(5)
    await jest.advanceTimersByTimeAsync(60_000)
    expect(fetchView).toHaveBeenCalledTimes(7)
    watching.stop()
  })

  it("asks rarely in a tab that nobody sees", async () => {
    page.hidden = true
    const watching = start()
    await jest.advanceTimersByTimeAsync(30_000)
    expect(fetchView).toHaveBeenCalledTimes(3)
    watching.stop()
  })

  it("asks right after the code expires, by the server's clock", async () => {
    fetchView.mockImplementation(async () => view("awaiting_payment", "2026-01-01T00:00:01Z"))
    const watching = start()
    await jest.advanceTimersByTimeAsync(1299)
    expect(fetchView).toHaveBeenCalledTimes(1)
    await jest.advanceTimersByTimeAsync(1)
    expect(fetchView).toHaveBeenCalledTimes(2)
    watching.stop()
  })

  it("does not ask again at the end, except when told to", async () => {
    fetchView.mockImplementation(async () => view("paid"))
    const watching = start()
    await jest.advanceTimersByTimeAsync(0)
    page.dispatchEvent(new Event("visibilitychange"))
    await jest.advanceTimersByTimeAsync(60_000)
    expect(fetchView).toHaveBeenCalledTimes(1)
    watching.nudge()
    await jest.advanceTimersByTimeAsync(0)
    expect(fetchView).toHaveBeenCalledTimes(2)
    watching.stop()
  })
})
