import { processPaymentWorkflow } from "@medusajs/medusa/core-flows"
import { Modules } from "@medusajs/framework/utils"
import type { InvoiceRow } from "../../modules/fatura/ledger/row"
import { type MedusaView, readMedusa, readOrder } from "../medusa-view"
import { capturePaid } from "../settling/capture-paid"

jest.mock("@medusajs/medusa/core-flows", () => ({ processPaymentWorkflow: jest.fn() }))
jest.mock("../medusa-view", () => ({ readMedusa: jest.fn(), readOrder: jest.fn(), hasActiveChange: jest.fn() }))
jest.mock("../settling/adopt-session", () => ({ adoptBySession: async (settling: unknown) => settling }))
jest.mock("../settling/owed", () => ({ owedBy: async () => 10_000 }))
jest.mock("../settling/excess", () => ({ settleExcess: jest.fn() }))
jest.mock("../settling/end-uncaptured", () => ({ endUncaptured: async () => "waits" }))

const money = { amount_cents: 10_000, paid_cents: 10_000, captured_cents: 0, refunded_cents: 0, external_refunded_cents: 0, kept_cents: 0, hold: null, accepted_at: null, settled_at: null }
const paid = { id: "finv_1", session_id: "payses_1", payment_collection_id: "pay_col_1", status: "paid", order_id: "order_1", account_id: "facc_1", is_live: true, paid_at: new Date("2026-11-25T15:00:00Z"), ...money } as InvoiceRow

const books: MedusaView = {
  sessionExists: true, sessionStatus: "authorized", sessionAmount: "100", paymentId: "pay_1", isVoided: false, capturedCents: 0 as never, refundedCents: 0 as never, exactRest: 0, refunds: [],
  order: { id: "order_1", status: "pending" }, cartId: null,
}

type World = { invoice?: Partial<InvoiceRow>; books?: Partial<MedusaView>; openRefund?: object | null; others?: InvoiceRow[]; askedInMedusa?: number }

/** A payment that is settled, and what was done about it in the order of its doing. */
async function settled({ invoice: given, books: view, openRefund = null, others = [], askedInMedusa = 0 }: World) {
  const invoice = { ...paid, ...given }
  const before = { ...books, ...view } as MedusaView
  const log: string[] = []
  jest.mocked(readOrder).mockImplementation(async () => before.order)
  jest.mocked(readMedusa).mockReset()
  jest.mocked(readMedusa).mockResolvedValueOnce(before).mockResolvedValue({ ...before, capturedCents: 10_000 as never })
  jest.mocked(processPaymentWorkflow).mockReturnValue({ run: async () => void log.push("captured in Medusa") } as never)
  const fatura = {
    ledger: { ofCollection: async () => [invoice, ...others], markCaptured: async () => true, addEvent: async () => undefined, update: async () => invoice },
    refundRows: { openOf: async () => openRefund, askedInMedusa: async () => askedInMedusa },
    refunds: { stillOpen: async () => void log.push("asked after the refund") },
    problems: { raise: async ({ kind }: { kind: string }) => void log.push(`raised ${kind}`), clear: async () => undefined },
    settings: { current: async () => ({ onLatePayment: "problem" }) },
    outbox: { add: async () => undefined },
    emails: { afterCapture: async () => undefined },
    canceling: { cancel: async () => undefined },
  }
  const payments = { updatePayment: async (change: object) => void log.push(`payment ${JSON.stringify(change)}`) }
  const container = { resolve: (name: string) => (name === Modules.PAYMENT ? payments : undefined) }
  const result = await capturePaid({ container, fatura, invoice } as never)
  return { result, log }
}

const refund = { id: "fref_1", state: "pending", amount_cents: 10_000 }
const capturedBefore = { settled_at: new Date("2026-11-25T15:00:10Z"), captured_cents: 10_000 }

describe("money whose refund is on its way", () => {
  it("is captured once it is not", async () => {
    expect(await settled({})).toEqual({ result: "captured", log: ["captured in Medusa"] })
  })

  it.each([["that staff took for enough", { accepted_at: new Date(), paid_cents: 1_000 }], ["of an order that lives again", {}]])("(%s) is not captured", async (_what, invoice) => {
    expect(await settled({ invoice, openRefund: refund })).toEqual({ result: "waits", log: ["asked after the refund"] })
  })

  it("of a cancelled order stays on the Problems list", async () => {
    expect(await settled({ books: { order: { id: "order_1", status: "canceled" } }, openRefund: refund })).toEqual({ result: "raised", log: ["raised paid_after_cancel", "asked after the refund"] })
  })

  it("that Medusa captured before the note of it is noted all the same", async () => {
    expect(await settled({ books: { capturedCents: 10_000 as never }, openRefund: refund })).toMatchObject({ result: "captured" })
  })
})

describe("captured money without an order", () => {
  const orderless = { order: null, capturedCents: 10_000 as never }

  it("has its cart completed once more", async () => {
    const { log } = await settled({ invoice: capturedBefore, books: orderless })
    expect(log[0]).toBe("captured in Medusa")
  })

  it.each<[string, World]>([
    ["while a refund of it is on its way", { openRefund: refund }],
    ["while the gateway works on a refund of its panel", { invoice: { status: "refund_pending" } }],
    ["after a part of it went back", { invoice: { status: "partially_refunded", refunded_cents: 4_000 } }],
    ["while the payer disputes it", { invoice: { status: "disputed" } }],
  ])("%s is left to staff, and pays for no order", async (_what, world) => {
    expect(await settled({ ...world, invoice: { ...capturedBefore, ...world.invoice }, books: orderless })).toEqual({ result: "raised", log: ["raised paid_without_order"] })
  })

  it("is no problem when all of it went back and is not booked yet", async () => {
    const invoice = { ...capturedBefore, status: "refunded" as const, refunded_cents: 10_000 }
    expect(await settled({ invoice, books: orderless })).toEqual({ result: "already_captured", log: [] })
  })
})

describe("the second of two payments", () => {
  const first = (given: Partial<InvoiceRow>) => ({ ...paid, id: "finv_0", settled_at: new Date("2026-11-25T15:00:05Z"), captured_cents: 10_000, ...given }) as InvoiceRow
  const returnedFirst = { status: "refunded" as const, refunded_cents: 10_000 }

  it.each([["is there", {}], ["went back", returnedFirst]])("of one session is not taken for captured by the capture of the first, which %s", async (_what, given) => {
    expect(await settled({ books: { capturedCents: 10_000 as never, refundedCents: 10_000 as never }, others: [first(given)] })).toEqual({ result: "raised", log: ["raised paid_twice"] })
  })

  it("has a session of its own, and is captured when the first went back", async () => {
    expect(await settled({ others: [first({ ...returnedFirst, session_id: "payses_0" })] })).toMatchObject({ result: "captured" })
  })
})

describe("a payment that Medusa has voided", () => {
  it("stands again before the money that came for it is captured", async () => {
    expect(await settled({ books: { isVoided: true } })).toEqual({ result: "captured", log: ['payment {"id":"pay_1","canceled_at":null}', "captured in Medusa"] })
  })

  it("stays void while nothing is captured for it", async () => {
    expect(await settled({ books: { isVoided: true, order: { id: "order_1", status: "canceled" } } })).toEqual({ result: "raised", log: ["raised paid_after_cancel"] })
  })
})
