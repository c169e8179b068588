import { isForMoneyThatCame } from "../../modules/fatura/sessions/adoption"
import { readMedusa } from "../medusa-view"
import { adoptBySession } from "../settling/adopt-session"

jest.mock("../medusa-view", () => ({ readMedusa: jest.fn() }))

const paid = {
  id: "finv_1", session_id: "payses_gone", payment_collection_id: "pay_col_1", method: "boleto", status: "paid", paid_at: new Date("2026-11-25T15:00:00Z"), settled_at: null,
  amount_cents: 7_480, paid_cents: 7_480, captured_cents: 0, refunded_cents: 0, external_refunded_cents: 0, kept_cents: 0, hold: null, accepted_at: null,
}

/** A paid code whose session Medusa has thrown away, and no other took its place. */
async function adopted(world: { order?: string | null; collection?: string; amount?: number }) {
  const { order = "pending", collection = "not_paid", amount = 74.8 } = world
  const made: unknown[] = []
  jest.mocked(readMedusa).mockResolvedValue({ order: order && { id: "order_1", status: order } } as never)
  const payments = {
    listPaymentSessions: async () => [],
    listPaymentCollections: async () => [{ id: "pay_col_1", status: collection, amount, currency_code: "brl" }],
    createPaymentSession: async (id: string, input: object) => {
      made.push([id, input, isForMoneyThatCame()])
      return { id: "payses_new" }
    },
  }
  const fatura = {
    refundRows: { openOf: async () => null },
    ledger: { ofCollection: async () => [paid], update: async (_id: string, change: object) => ({ ...paid, ...change }), addEvent: async () => undefined },
  }
  const { invoice } = await adoptBySession({ container: { resolve: () => payments }, fatura, invoice: paid } as never)
  return { made, session: invoice.session_id }
}

describe("money whose session is gone, with no other in its place", () => {
  it("gets one made for it, which nothing is refused for", async () => {
    expect(await adopted({})).toEqual({
      made: [["pay_col_1", { provider_id: "pp_boleto_fatura", amount: 74.8, currency_code: "brl", data: {} }, true]],
      session: "payses_new",
    })
    expect(isForMoneyThatCame()).toBe(false)
  })

  it.each([
    ["its order is cancelled", { order: "canceled" }],
    ["there is no order", { order: null }],
    ["its collection is paid", { collection: "completed" }],
    ["another amount is to be paid", { amount: 80 }],
  ])("gets none where %s", async (_why, world) => {
    expect(await adopted(world)).toEqual({ made: [], session: "payses_gone" })
  })
})
