import type { FaturaClient } from "../client"
import { FaturaError } from "../error"
import { type OrderInput, placeOrder, TotalChanged } from "../place-order"

type Answer = unknown | (() => never)

const cart = (changes: object = {}) => ({ cart: { id: "cart_1", total: 115.7, currency_code: "brl", completed_at: null, payment_collection: null, ...changes } })
const sessions = (...ids: string[]) => ({ payment_sessions: ids.map((id) => ({ id })) })
const completed = (...ids: string[]) => cart({ completed_at: "2026-01-01T00:00:00Z", payment_collection: sessions(...ids) })
const ordered = { type: "order", order: { id: "order_1", display_id: 7 } }
const lost = () => { throw new FaturaError("network", "") }

/** Each list is answered in turn, its last for ever. */
function fake(carts: Answer[], completions: Answer[]) {
  const next = (list: Answer[]) => (list.length > 1 ? list.shift() : list[0])
  const asked: string[] = []
  const request = async (path: string, options: { method?: string } = {}) => {
    asked.push(`${options.method ?? "GET"} ${path.split("?")[0]}`)
    const answer = next(path.endsWith("/complete") ? completions : carts)
    return typeof answer === "function" ? (answer as () => never)() : answer
  }
  const startSession = jest.fn(async () => ({ sessionId: "payses_1", collectionId: "paycol_1" }))
  return { client: { request, startSession } as unknown as FaturaClient, startSession, completions: () => asked.filter((one) => one.endsWith("/complete")).length }
}

const input: OrderInput = { cartId: "cart_1", providerId: "pp_pix_fatura", shownTotal: 115.7 }

describe("placeOrder", () => {
  it("answers order and session, and tells the session before the order is there", async () => {
    const { client } = fake([cart(), completed("payses_1")], [ordered])
    const told: string[] = []
    await expect(placeOrder(client, { ...input, onStep: (step) => told.push(step), onSession: (id) => told.push(id) }))
      .resolves.toEqual({ sessionId: "payses_1", orderId: "order_1", displayId: 7 })
    expect(told).toEqual(["payment", "payses_1", "order"])
  })

  it("orders nothing when the total is not what the shopper saw", async () => {
    const { client, startSession, completions } = fake([cart({ total: 120 })], [ordered])
    await expect(placeOrder(client, input)).rejects.toBeInstanceOf(TotalChanged)
    expect(startSession).not.toHaveBeenCalled()
    expect(completions()).toBe(0)
  })

  it("makes no second order of a cart that is one already", async () => {
    const { client, startSession, completions } = fake([completed("payses_2", "payses_9")], [ordered])
    await expect(placeOrder(client, { ...input, knownSessionId: "payses_9" })).resolves.toMatchObject({ sessionId: "payses_9" })
    await expect(placeOrder(client, input)).resolves.toMatchObject({ sessionId: "payses_2" })
    expect(startSession).not.toHaveBeenCalled()
    expect(completions()).toBe(0)
  })

  it("finds the order whose answer was lost on the way, without asking for it twice", async () => {
    const { client, completions } = fake([cart(), completed("payses_1")], [lost])
    await expect(placeOrder(client, input)).resolves.toEqual({ sessionId: "payses_1", orderId: null, displayId: null })
    expect(completions()).toBe(1)
  })

  it("leads to the session that was ordered when another tab replaced ours", async () => {
    const { client } = fake([cart(), completed("payses_2")], [ordered])
    await expect(placeOrder(client, input)).resolves.toMatchObject({ sessionId: "payses_2" })
  })

  it("leads to the other tab's order when the session could not be started any more", async () => {
    const { client, startSession } = fake([cart(), completed("payses_2")], [ordered])
    startSession.mockRejectedValue(new FaturaError("http", "", 409, "already_covered"))
    await expect(placeOrder(client, input)).resolves.toMatchObject({ sessionId: "payses_2" })
  })

  it("waits while another request completes the cart", async () => {
    jest.useFakeTimers()
    const busy = () => { throw new FaturaError("http", "The request conflicted with another request. You may retry the request with the provided Idempotency-Key.", 409, "invalid_state_error") }
    const { client, completions } = fake([cart()], [busy, ordered])
    const placed = placeOrder(client, input)
    await jest.advanceTimersByTimeAsync(2000)
    await expect(placed).resolves.toMatchObject({ sessionId: "payses_1" })
    expect(completions()).toBe(2)
    jest.useRealTimers()
  })

  it("waits for the other tab's order when that is still being made", async () => {
    jest.useFakeTimers()
    const { client, startSession } = fake([cart(), cart(), cart(), completed("payses_2")], [ordered])
    startSession.mockRejectedValue(new FaturaError("http", "", 409, "outcome_unknown"))
    const placed = placeOrder(client, input)
    await jest.advanceTimersByTimeAsync(4000)
    await expect(placed).resolves.toMatchObject({ sessionId: "payses_2" })
    jest.useRealTimers()
  })

  it("lets nobody wait for what waiting does not mend", async () => {
    const { client, startSession } = fake([cart()], [ordered])
    startSession.mockRejectedValue(new FaturaError("http", "", 409, "method_unavailable"))
    await expect(placeOrder(client, input)).rejects.toMatchObject({ code: "method_unavailable" })
  })

  it("orders nothing when choosing the method changed the total", async () => {
    const { client, startSession, completions } = fake([cart()], [ordered])
    startSession.mockResolvedValue({ sessionId: "payses_1", collectionId: "paycol_1", amount: 109.9 } as never)
    await expect(placeOrder(client, input)).rejects.toMatchObject({ total: 109.9 })
    expect(completions()).toBe(0)
  })

  it("hands on the fields that the server complains about, also with a cart for an answer", async () => {
    const fields = [{ path: "payer.document", message: "CPF inválido" }]
    const { client } = fake([cart()], [{ type: "cart", cart: {}, error: { message: "Faltam dados", type: "invalid_data", code: "missing_document", fields } }])
    await expect(placeOrder(client, input)).rejects.toMatchObject({ message: "Faltam dados", code: "missing_document", fields })
  })
})
