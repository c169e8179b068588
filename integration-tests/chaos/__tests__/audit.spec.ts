import { audit } from "../audit/audit"
import type { Books } from "../audit/books"
import { addInvoice, addProblem, addRefundToMedusa, emptyBooks, withCaptured, withRefunded, withUnpaid } from "./books"

/** The rules that were broken, and the invoices that are named, as "rule invoice". */
const found = (books: Books): string[] => audit(books).map(({ rule, invoiceId }) => `${rule} ${invoiceId ?? "-"}`)

/** A shop in which all is well: something unpaid, paid, refunded in part and whole, expired, and cancelled. */
function goodBooks(): Books {
  const books = withUnpaid(emptyBooks(), 1)
  withCaptured(books, 2)
  withRefunded(books, 3, 2_500)
  withRefunded(books, 4, 10_000)
  withUnpaid(books, 5, { invoice: { code: 6 }, order: { status: "canceled" } })
  return books
}

it("finds nothing in good books", () => {
  expect(found(goodBooks())).toEqual([])
})

describe("money that is lost", () => {
  it("is found when a paid invoice was not captured", () => {
    const books = goodBooks()
    withUnpaid(books, 6, { invoice: { code: 5 } })
    expect(found(books)).toEqual(["lost inv_6"])
  })

  it("is found when no row knows the paid invoice at all", () => {
    const books = goodBooks()
    withUnpaid(books, 6, { invoice: { code: 5 } })
    books.ledger.rows = books.ledger.rows.filter(({ id }) => id !== "row_6")
    expect(found(books)).toEqual(["lost inv_6", "orphan inv_6"])
  })

  it("is not lost while an open problem names the invoice", () => {
    const books = goodBooks()
    withUnpaid(books, 6, { invoice: { code: 5 }, order: { status: "canceled" } })
    expect(found(books)).toEqual(["lost inv_6"])
    addProblem(books, "6", "paid_after_cancel")
    expect(found(books)).toEqual([])
    books.ledger.problems[0]!.resolved_at = new Date("2026-03-03T00:00:00Z")
    expect(found(books)).toEqual(["lost inv_6"])
  })

  it("is not found by a problem of another kind, or about another invoice", () => {
    const books = goodBooks()
    withUnpaid(books, 6, { invoice: { code: 5 } })
    addProblem(books, "6", "unreadable_notice")
    addProblem(books, "2", "paid_after_cancel")
    expect(found(books)).toEqual(["lost inv_6"])
  })

  it("is not lost when it is back with its payer", () => {
    const books = goodBooks()
    withUnpaid(books, 6, { invoice: { code: 9, paidCents: 10_000, refundedCents: 10_000 }, row: { paid_cents: 10_000, refunded_cents: 10_000 }, order: { status: "canceled" } })
    books.wishes.push({ by: "panel", orderId: "order_6", invoiceId: "inv_6", cents: 10_000 })
    expect(found(books)).toEqual([])
  })
})

describe("money that is captured twice", () => {
  it("is found in the captures of a payment", () => {
    const books = goodBooks()
    books.medusa.captures.push({ ...books.medusa.captures[0]!, id: "capt_again" })
    expect(found(books)).toEqual(["double_capture -", "cents inv_2"])
  })

  it("is found in the order's transactions", () => {
    const books = goodBooks()
    books.medusa.transactions.push({ ...books.medusa.transactions[0]! })
    expect(found(books)).toEqual(["double_capture -", "cents inv_2"])
  })

  it("is found when Medusa captured what the gateway never got", () => {
    const books = goodBooks()
    withCaptured(books, 6, { invoice: { code: 1, paidCents: 0 }, row: { status: "awaiting_payment", paid_cents: null } })
    expect(found(books)).toEqual(["cents inv_6"])
  })
})

describe("a purchase that is paid twice", () => {
  function paidTwice(kind: "pix" | "card"): Books {
    const books = goodBooks()
    withCaptured(books, 6, { invoice: { kind } })
    return addInvoice(books, 6, "6b", { invoice: { code: 5, kind } })
  }

  it("is found when nobody was told", () => {
    expect(found(paidTwice("pix"))).toEqual(["lost inv_6b", "double_charge inv_6b"])
  })

  it("is for staff when they were told", () => {
    const books = paidTwice("pix")
    addProblem(books, "6b", "paid_twice")
    expect(found(books)).toEqual([])
  })

  it("is found in any case when two cards were charged", () => {
    const books = paidTwice("card")
    addProblem(books, "6b", "paid_twice")
    expect(found(books)).toEqual(["double_charge inv_6"])
  })
})

describe("refunds", () => {
  it("are found when more was given back than staff wanted", () => {
    const books = withRefunded(goodBooks(), 6, 5_000)
    books.wishes.find(({ orderId }) => orderId === "order_6")!.cents = 2_500
    expect(found(books)).toEqual(["double_refund inv_6"])
  })

  it("are not counted against staff when they were made in the panel", () => {
    const books = withRefunded(goodBooks(), 6, 5_000)
    books.wishes.find(({ orderId }) => orderId === "order_6")!.cents = 2_500
    books.wishes.push({ by: "panel", orderId: "order_6", invoiceId: "inv_6", cents: 2_500 })
    expect(found(books)).toEqual([])
  })

  it("are found when Medusa booked one twice", () => {
    const books = withRefunded(goodBooks(), 6, 2_500)
    addRefundToMedusa(books, 6, "2", 2_500)
    expect(found(books)).toEqual(["cents inv_6"])
  })

  it("are found when Medusa has no record of one that was sent", () => {
    const books = goodBooks()
    withCaptured(books, 6, { invoice: { code: 8, refundedCents: 2_500 }, row: { status: "partially_refunded", refunded_cents: 2_500, next_check_at: new Date() } })
    books.wishes.push({ by: "staff", orderId: "order_6", invoiceId: null, cents: 2_500 })
    expect(found(books)).toEqual(["cents inv_6"])
  })

  it("are found when Medusa holds one that was never sent", () => {
    const books = withCaptured(goodBooks(), 6)
    books.medusa.refunds.push({ id: "ref_6", payment_id: "pay_6", cents: 2_500, created_at: new Date() })
    expect(found(books)).toEqual(["cents inv_6"])
  })

  it("are found when the order's transaction is missing", () => {
    const books = withRefunded(goodBooks(), 6, 2_500)
    books.medusa.transactions = books.medusa.transactions.filter(({ reference_id }) => reference_id !== "ref_6_1")
    expect(found(books)).toEqual(["cents inv_6"])
  })

  it("are found when one was made in the panel after all was settled, and nobody heard of it", () => {
    const books = goodBooks()
    withCaptured(books, 6, { invoice: { code: 8, refundedCents: 2_500 }, row: { status: "paid" } })
    books.wishes.push({ by: "panel", orderId: "order_6", invoiceId: "inv_6", cents: 2_500 })
    expect(found(books)).toEqual(["cents inv_6", "ledger_differs inv_6"])
  })
})

describe("a difference of one cent", () => {
  it.each([
    ["in the capture", (books: Books) => (books.medusa.captures[0]!.cents = 9_999)],
    ["in the transaction", (books: Books) => (books.medusa.transactions[0]!.cents = 10_001)],
    ["in a refund", (books: Books) => (books.medusa.refunds[0]!.cents = 2_501)],
    ["in what the order shows as still to be paid", (books: Books) => (books.medusa.orders[2]!.pendingCents = 1)],
    ["in what the gateway got", (books: Books) => (books.gateway.invoices[1]!.paidCents = 9_999)],
  ])("is found %s", (_where, spoil) => {
    const books = goodBooks()
    spoil(books)
    expect(found(books)).toContainEqual(expect.stringMatching(/^cents inv_[23]$/))
  })

  it("is none in fractions that a percentage off leaves", () => {
    const books = goodBooks()
    books.medusa.captures[0]!.cents = 10_000.4
    books.medusa.transactions[0]!.cents = 10_000.4
    books.medusa.orders[1]!.pendingCents = -0.4
    expect(found(books)).toEqual([])
  })
})

describe("a code that can still be paid", () => {
  it("is found when its order is cancelled", () => {
    expect(found(withUnpaid(goodBooks(), 6, { order: { status: "canceled" } }))).toEqual(["payable_left inv_6"])
  })

  it("is found when there are two for one purchase", () => {
    const books = withUnpaid(goodBooks(), 6)
    addInvoice(books, 6, "6b")
    expect(found(books)).toEqual(["payable_left inv_6", "payable_left inv_6b"])
  })

  it("is found when the purchase is paid by another one", () => {
    const books = withCaptured(goodBooks(), 6)
    addInvoice(books, 6, "6b")
    expect(found(books)).toEqual(["payable_left inv_6b"])
  })

  it("is found when the ledger holds it for ended", () => {
    expect(found(withUnpaid(goodBooks(), 6, { row: { is_live: false } }))).toEqual(["payable_left inv_6"])
  })
})

it("finds money that is kept for a cancelled order", () => {
  const books = withCaptured(goodBooks(), 6, { order: { status: "canceled" } })
  expect(found(books)).toEqual(["captured_on_canceled inv_6"])
  addProblem(books, "6", "refund_failed_on_cancel")
  expect(found(books)).toEqual([])
})

it("finds stock that is held for a cancelled order", () => {
  const books = goodBooks()
  books.medusa.reservations.push({ order_id: "order_5", units: 2 }, { order_id: "order_2", units: 1 })
  expect(audit(books).map(({ rule, orderId }) => [rule, orderId])).toEqual([["reservation_left", "order_5"]])
})

describe("a ledger that differs from the gateway", () => {
  it.each([
    ["status", { status: "awaiting_payment" }],
    ["paid amount", { paid_cents: 9_999 }],
    ["refunded amount", { refunded_cents: 1 }],
    ["state of the attempt", { state: "unknown" }],
  ])("is found by its %s", (_what, row) => {
    const books = goodBooks()
    Object.assign(books.ledger.rows.find(({ id }) => id === "row_2")!, row)
    expect(found(books)).toEqual(["ledger_differs inv_2"])
  })

  it.each([
    ["canceled", 12, []],
    ["denied", 6, []],
    ["canceled", 1, ["ledger_differs inv_7"]],
    ["awaiting_payment", 6, ["ledger_differs inv_7"]],
    ["denied", 9, ["ledger_differs inv_7"]],
  ])("is no difference in which of two unpaid ends came first: %s here, %i there", (status, code, findings) => {
    expect(found(withUnpaid(goodBooks(), 7, { invoice: { code, payable: false }, row: { status } }))).toEqual(findings)
  })
})

it("finds an invoice that no row knows, though a row of its reference is enough", () => {
  const books = goodBooks()
  Object.assign(books.ledger.rows.find(({ id }) => id === "row_1")!, { gateway_id: null, invoice_id: null })
  expect(found(books)).toEqual([])
  books.ledger.rows.find(({ id }) => id === "row_1")!.reference = "ses_9-9"
  expect(found(books)).toEqual(["orphan inv_1"])
})

it("finds a cart that became two orders", () => {
  const books = goodBooks()
  books.medusa.carts.push({ cart_id: "cart_2", order_id: "order_1" })
  expect(found(books)).toEqual(["order_twice -"])
})

it("finds work that was left", () => {
  expect(found({ ...goodBooks(), pending: { notices: 0, tasks: 2 } })).toEqual(["not_finished -"])
})
