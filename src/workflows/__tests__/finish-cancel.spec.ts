import { Modules } from "@medusajs/framework/utils"
import type { InvoiceRow } from "../../modules/fatura/ledger/row"
import { endUnpaidOrder } from "../ending/end-unpaid-order"
import { finishCancel } from "../ending/finish-cancel"
import { readOrderToEnd } from "../ending/read-order-to-end"

jest.mock("../ending/end-unpaid-order", () => ({ endUnpaidOrder: jest.fn() }))
jest.mock("../ending/read-order-to-end", () => ({ readOrderToEnd: jest.fn() }))

const waits = { id: "finv_1", status: "awaiting_payment", is_live: true, paid_at: null, paid_cents: null, amount_cents: 7_480, captured_cents: 0, refunded_cents: 0, external_refunded_cents: 0, kept_cents: 0 } as InvoiceRow

type World = { order?: object; invoices?: InvoiceRow[]; reserved?: number; released?: number; canceled?: string }

/** A cancel of staff was cut off in an order. @returns what is done about it */
async function finish({ order = {}, invoices = [waits], reserved = 0, released = 1, canceled = "canceled" }: World): Promise<string[]> {
  const done: string[] = []
  jest.mocked(readOrderToEnd).mockResolvedValue({ id: "order_1", status: "pending", items: [{ id: "ordli_1" }], fulfillments: [], payment_collections: [], ...order } as never)
  jest.mocked(endUnpaidOrder).mockImplementation(async (_container, _fatura, { orderId, byStaff }) => (done.push(`${orderId} ended${byStaff ? " by staff" : ""}`), "ended"))
  const rows = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `resitem_${index}` }))
  const inventory = { listReservationItems: async (_filter: object, { withDeleted }: { withDeleted?: boolean }) => rows(withDeleted ? reserved + released : reserved) }
  const container = { resolve: (name: string) => ({ [Modules.INVENTORY]: inventory })[name] }
  const fatura = { ledger: { ofOrder: async () => invoices }, canceling: { cancel: async (id: string, reason: string) => (done.push(`${id} ${reason}`), canceled) } }
  await finishCancel(container as never, fatura as never, "order_1")
  return done
}

it("an order whose stock was given back is ended, its code first", async () => {
  expect(await finish({})).toEqual(["finv_1 order_canceled", "order_1 ended by staff"])
})

it.each<[string, World]>([
  ["its stock is reserved: a refund was cut off, or the cancel had only begun", { reserved: 1 }],
  ["it has nothing that is kept in stock", { released: 0 }],
  ["goods of it were sent", { order: { fulfillments: [{ id: "ful_1", canceled_at: null }] } }],
  ["it is cancelled", { order: { status: "canceled" } }],
  ["it was paid", { invoices: [{ ...waits, status: "paid", paid_at: new Date(), paid_cents: 7_480 }] }],
  ["it has no code that could be paid", { invoices: [{ ...waits, status: "canceled", is_live: false }] }],
])("one is left alone: %s", async (_why, world) => {
  expect(await finish(world)).toEqual([])
})

it.each(["paid", "unresolved"])("one goes on when the end of its code is not certain (%s)", async (canceled) => {
  expect(await finish({ canceled })).toEqual(["finv_1 order_canceled"])
})
