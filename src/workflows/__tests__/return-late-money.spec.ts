import { returnLateMoney } from "../return-late-money"

/** Money of R$ 105,80 that came for a cancelled order. */
function late(openRefund: object | null) {
  const refund = jest.fn(async () => undefined)
  const clear = jest.fn(async () => undefined)
  const invoice = { id: "finv_1", paid_at: new Date(), paid_cents: 10_580, amount_cents: 10_580, refunded_cents: 0, external_refunded_cents: 0, captured_cents: 0, kept_cents: 0, settled_at: null }
  const fatura = { ledger: { find: async () => invoice }, refundRows: { openOf: async () => openRefund }, refunds: { refund }, problems: { clear } }
  return { refund, clear, run: () => returnLateMoney({} as never, fatura as never, invoice.id) }
}

describe("late money that goes back by itself", () => {
  it("is sent back once", async () => {
    const { refund, run } = late(null)
    expect(await run()).toBe("done")
    expect(refund).toHaveBeenCalledWith("finv_1", null, 10_580)
  })

  it("waits while a refund of it is on its way, and stays on the Problems list", async () => {
    const { refund, clear, run } = late({ id: "fref_1", state: "accepted" })
    expect(await run()).toBe("rarely")
    expect(refund).not.toHaveBeenCalled()
    expect(clear).not.toHaveBeenCalled()
  })
})
