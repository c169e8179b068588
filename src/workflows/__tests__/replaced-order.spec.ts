import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { cancelReplacedOrder } from "../ending/cancel-order"
import { whyNotReplaced } from "../ending/why-not-replaced"

const run = jest.fn()
jest.mock("@medusajs/medusa/core-flows", () => ({ cancelOrderWorkflow: jest.fn(() => ({ run })), deleteReservationsByLineItemsWorkflow: jest.fn() }))
beforeEach(() => jest.clearAllMocks())

const ended = { id: "finv_1", status: "canceled", is_live: false, paid_at: null, paid_cents: null, amount_cents: 10_000, captured_cents: 0, refunded_cents: 0, external_refunded_cents: 0, kept_cents: 0 }
const paid = { ...ended, status: "paid", paid_at: new Date(), paid_cents: 1_000 }

type State = { invoices?: object[]; sessions?: object[]; changes?: object[]; fulfillments?: object[] }

/** An order whose code has just been ended for a new cart. */
function shop({ invoices = [ended], sessions = [], changes = [], fulfillments = [] }: State) {
  const order = {
    id: "order_1", status: "pending", items: [{ id: "item_1" }], fulfillments,
    payment_collections: [{ id: "pay_col_1", status: "not_paid", payments: [], payment_sessions: sessions }],
  }
  const known: Record<string, unknown> = {
    [ContainerRegistrationKeys.QUERY]: { graph: async ({ entity }: { entity: string }) => ({ data: entity === "order" ? [order] : changes }) },
    [Modules.INVENTORY]: { listReservationItems: async () => [] },
  }
  const fatura = { turns: { take: async () => true, release: async () => undefined }, ledger: { ofOrder: async () => invoices, ofCollection: async () => invoices } }
  return { container: { resolve: (key: string) => known[key] } as never, fatura: fatura as never }
}

const elsewhere = { sessions: [{ id: "payses_2", provider_id: "pp_other_other", status: "pending" }] }
const partOfIt = { invoices: [ended, paid] }

describe("an order that is replaced by a cart", () => {
  it("is cancelled when nobody pays it", async () => {
    const { container, fatura } = shop({})
    expect(await whyNotReplaced(container, fatura, "order_1")).toBeNull()
    expect(await cancelReplacedOrder(container, fatura, "order_1", 0)).toBeNull()
    expect(run).toHaveBeenCalledWith({ input: { order_id: "order_1", no_notification: true } })
  })

  it.each([
    ["another provider is being paid", elsewhere, "elsewhere", null],
    ["a code that had ended brought money", partOfIt, "money", paid],
  ] as [string, State, string, object | null][])("is not, when %s", async (_what, state, why, invoice) => {
    const { container, fatura } = shop(state)
    expect(await whyNotReplaced(container, fatura, "order_1")).toEqual({ why, invoice })
    expect(await cancelReplacedOrder(container, fatura, "order_1", 0)).toBe(why)
    expect(cancelOrderWorkflow).not.toHaveBeenCalled()
  })

  it.each([
    ["it is being changed", { changes: [{ id: "ordch_1", change_type: "edit" }] }],
    ["something of it was sent", { fulfillments: [{ id: "ful_1", canceled_at: null }] }],
  ] as [string, State][])("is not offered for one, when %s", async (_what, state) => {
    const { container, fatura } = shop(state)
    expect(await whyNotReplaced(container, fatura, "order_1")).toEqual({ why: "blocked", invoice: null })
  })
})
