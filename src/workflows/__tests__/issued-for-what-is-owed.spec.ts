import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { fitInvoices } from "../orders/fit-invoices"
import { renewPayment } from "../orders/renew-payment"
import { forgottenOrders } from "../recovery/forgotten-orders"
import { resolveLostAttempt } from "../resolve-lost-attempt"

jest.mock("../orders/renew-payment", () => ({ renewPayment: jest.fn() }))
jest.mock("../orders/fit-invoices", () => ({ fitInvoices: jest.fn() }))
beforeEach(() => jest.clearAllMocks())

/** An order of 100.00 whose session was never authorised, and what it owes by now in reais. */
function shop(owed: number) {
  const authorizePaymentSession = jest.fn()
  const order = {
    id: "order_1", status: "pending", is_draft_order: false, summary: { pending_difference: owed },
    // Medusa leaves the collection as it was when something is credited.
    payment_collections: [{ id: "pay_col_1", status: "not_paid", amount: 100, payment_sessions: [], payments: [] }],
  }
  const graph = async ({ entity }: { entity: string }) => ({ data: entity === "order" ? [order] : [{ order_id: "order_1", cart_id: "cart_1" }] })
  const payments = {
    authorizePaymentSession,
    retrievePaymentSession: async () => ({ id: "payses_1", payment_collection_id: "pay_col_1" }),
    listPaymentSessions: async () => [{ id: "payses_1", status: "pending", amount: 100 }],
  }
  const known: Record<string, unknown> = { [ContainerRegistrationKeys.QUERY]: { graph }, [Modules.PAYMENT]: payments }
  const attempt = { id: "finv_1", session_id: "payses_1", payment_collection_id: "pay_col_1", method: "pix", state: "unknown", status: null, amount_cents: 10_000, is_live: false, paid_at: null }
  const fatura = { ledger: { find: async () => attempt, ofCollection: async () => [attempt] }, resolver: { resolve: async () => "gone" } }
  return { container: { resolve: (key: string) => known[key] } as never, fatura: fatura as never, authorizePaymentSession }
}

describe("an order without a code", () => {
  it("that owes nothing any more has none issued when it is found", async () => {
    const { container, fatura, authorizePaymentSession } = shop(0)
    expect(await forgottenOrders.mend(container, fatura, "payses_1")).toBe("waits")
    expect(authorizePaymentSession).not.toHaveBeenCalled()
  })

  it.each([[100], [80]])("has one issued that is at once held against what it owes (%d)", async (owed) => {
    const { container, fatura, authorizePaymentSession } = shop(owed)
    expect(await forgottenOrders.mend(container, fatura, "payses_1")).toBe("done")
    expect(authorizePaymentSession).toHaveBeenCalledWith("payses_1", {})
    expect(fitInvoices).toHaveBeenCalledWith(container, "order_1")
  })
})

describe("a lost attempt that is gone", () => {
  it.each([
    ["as it was", 100, 1, 0],
    ["less, by a credit that left the collection as it was", 80, 0, 1],
    ["more", 120, 0, 1],
    ["nothing", 0, 0, 0],
  ])("is followed by a code of what the order owes: %s", async (_what, owed, authorised, renewed) => {
    const { container, fatura, authorizePaymentSession } = shop(owed)
    expect(await resolveLostAttempt(container, fatura, "finv_1")).toBe("done")
    expect(authorizePaymentSession).toHaveBeenCalledTimes(authorised)
    expect(renewPayment).toHaveBeenCalledTimes(renewed)
  })
})
