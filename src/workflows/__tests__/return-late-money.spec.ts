import { readMedusa } from "../medusa-view"
import { returnLateMoney } from "../return-late-money"

jest.mock("../medusa-view", () => ({ readMedusa: jest.fn() }))

/** Money of R$ 105,80 that came for an order, which is cancelled by now or lives again. */
function late(openRefund: object | null, order: { id: string; status: string } | null = { id: "order_1", status: "canceled" }, status = "paid") {
  jest.mocked(readMedusa).mockResolvedValue({ order } as never)
  const refund = jest.fn(async () => undefined)
  const clear = jest.fn(async () => undefined)
  const add = jest.fn(async () => undefined)
  const invoice = { id: "finv_1", status, paid_at: new Date(), paid_cents: 10_580, amount_cents: 10_580, refunded_cents: 0, external_refunded_cents: 0, captured_cents: 0, kept_cents: 0, settled_at: null }
  const fatura = { ledger: { find: async () => invoice }, refundRows: { openOf: async () => openRefund }, refunds: { refund }, problems: { clear }, outbox: { add } }
  return { refund, clear, add, run: () => returnLateMoney({} as never, fatura as never, invoice.id) }
}

describe("late money that goes back by itself", () => {
  it.each([[{ id: "order_1", status: "canceled" }], [null]])("is sent back once (order %j)", async (order) => {
    const { refund, run } = late(null, order)
    expect(await run()).toBe("done")
    expect(refund).toHaveBeenCalledWith("finv_1", null, 10_580)
  })

  it("waits while a refund of it is on its way, and stays on the Problems list", async () => {
    const { refund, clear, run } = late({ id: "fref_1", state: "accepted" })
    expect(await run()).toBe("rarely")
    expect(refund).not.toHaveBeenCalled()
    expect(clear).not.toHaveBeenCalled()
  })

  it("waits while the gateway works on a refund of its panel", async () => {
    const { refund, run } = late(null, undefined, "refund_pending")
    expect(await run()).toBe("rarely")
    expect(refund).not.toHaveBeenCalled()
  })

  it("is the order's payment, and does not go back, when the order was brought back meanwhile", async () => {
    const { refund, add, run } = late(null, { id: "order_1", status: "pending" })
    expect(await run()).toBe("settle")
    expect(add).toHaveBeenCalledWith("settle", "finv_1")
    expect(refund).not.toHaveBeenCalled()
  })
})
