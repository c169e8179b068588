import {
  codeOfStatus,
  INVOICE_STATUSES,
  isDefinitelyUnpaid,
  isOpen,
  moneyArrived,
  statusFromCode,
  type InvoiceStatus,
} from "../invoice-status"
import { MEDUSA_STATUS } from "../medusa-status"

// code, status, definitely unpaid, open, money arrived, session
const TABLE: [number | null, InvoiceStatus, boolean, boolean, boolean, string][] = [
  [1, "awaiting_payment", true, true, false, "pending_authorization"],
  [2, "processing", false, true, false, "pending_authorization"],
  [3, "scheduled", false, true, false, "pending_authorization"],
  [4, "authorized", false, true, false, "authorized"],
  [5, "paid", false, false, true, "captured"],
  [6, "canceled", true, false, false, "canceled"],
  [7, "refund_pending", false, false, true, "captured"],
  [8, "partially_refunded", false, false, true, "captured"],
  [9, "refunded", false, false, false, "captured"],
  [10, "disputed", false, false, true, "captured"],
  [12, "denied", true, false, false, "error"],
  [15, "overdue", true, true, false, "pending_authorization"],
  [16, "failed", true, false, false, "error"],
  [null, "unknown", false, false, false, "unchanged"],
]

test("the table has every status once", () => {
  expect(TABLE.map(([, status]) => status).sort()).toEqual([...INVOICE_STATUSES].sort())
})

test.each(TABLE)("code %p is %s", (code, status, unpaid, open, arrived, session) => {
  expect(codeOfStatus(status)).toBe(code)
  expect(isDefinitelyUnpaid(status)).toBe(unpaid)
  expect(isOpen(status)).toBe(open)
  expect(moneyArrived(status)).toBe(arrived)
  expect(MEDUSA_STATUS[status].session).toBe(session)
  if (code !== null) {
    expect(statusFromCode(code)).toBe(status)
    expect(statusFromCode(String(code))).toBe(status)
    expect(statusFromCode(` 0${code} `)).toBe(status)
  }
})

test("a refund tells of money only when the invoice was paid before", () => {
  expect(moneyArrived("refunded", true)).toBe(true)
  expect(moneyArrived("paid", true)).toBe(true)
  expect(moneyArrived("canceled", true)).toBe(false)
})

test.each([
  0, 11, 13, 14, 17, 99, -1, 5.5, NaN, Infinity, "11", "", " ", "5x", "0x5", "5.0", "approved", "paid", null,
  undefined, true, {}, [5], { code: 5 }, 5n,
])("%p is unknown", (code) => {
  expect(statusFromCode(code)).toBe("unknown")
})
