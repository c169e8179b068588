import type { PaymentStatus, PaymentView } from "../../api/types"
import { wordsOf } from "../status-words"
import { pollSession } from "../watch-session"

const view = (status: PaymentStatus): PaymentView => ({
  id: "payses_1", method: "pix", status, next_step: "pay", amount: 10, currency_code: "brl", server_time: "2026-01-01T00:00:00Z",
})

/** The two events that the browser sends, without a browser. */
function installBrowser() {
  const page = Object.assign(new EventTarget(), { hidden: false })
  Object.assign(globalThis, { document: page, window: new EventTarget() })
  return page
}

describe("pollSession", () => {
  let page: ReturnType<typeof installBrowser>
  const fetchView = jest.fn<Promise<PaymentView>, []>()
  const onView = jest.fn()
  const onProblem = jest.fn()
  const start = () => pollSession({ fetchView, onView, onProblem, watchOf: (seen) => wordsOf(seen.status).watch })

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
})
