import fc from "fast-check"
import { INVOICE_STATUSES, type InvoiceStatus } from "../invoice-status"
import { afterChange, judgeChange, type Cause, type Seen, type Verdict } from "../transitions"

const raise = (problem: string) => ({ kind: "apply_and_raise", problem })
const VERDICTS: Record<string, unknown> = {
  ".": { kind: "old_news" },
  a: { kind: "apply" },
  "?": { kind: "unknown_status" },
  C: raise("paid_after_cancel"),
  X: raise("canceled_after_paid"),
  D: raise("dispute"),
  L: raise("dispute_lost"),
  R: raise("gateway_refund_not_booked"),
  N: raise("cancel_refused"),
}

const COLUMNS: [string, InvoiceStatus][] = [
  ["1", "awaiting_payment"], ["2", "processing"], ["3", "scheduled"], ["4", "authorized"], ["15", "overdue"],
  ["12", "denied"], ["16", "failed"], ["6", "canceled"],
  ["5", "paid"], ["7", "refund_pending"], ["8", "partially_refunded"], ["9", "refunded"], ["10", "disputed"],
  ["?", "unknown"],
]

// Rows: what we know. Columns: what is claimed, in the order of COLUMNS. No refunded total on either side.
//       1 2 3 4 15  12 16 6   5 7 8 9 10  ?
const NOTICE = `
  1      . a a a a   a a a   a a a R D   ?
  2      . . a a a   a a a   a a a R D   ?
  3      . a . a a   a a a   a a a R D   ?
  4      . . . . .   a a a   a a a R D   ?
  15     a a a a .   a a a   a a a R D   ?
  12     . . . . .   . . a   a a a R D   ?
  16     . . . . .   . . a   a a a R D   ?
  6      . . . . .   . . .   C C C R D   ?
  5      . . . . .   X X X   . a a a D   ?
  7      . . . . .   X X X   a . a a D   ?
  8      . . . . .   X X X   . . . a D   ?
  9      . . . . .   . . .   . . . . D   ?
  10     . . . . .   X X X   a . L L .   ?
  ?      a a a a a   a a a   a a a R D   ?`
const ASKED = `
  1      . a a a a   a a a   a a a R D   ?
  2      a . a a a   a a a   a a a R D   ?
  3      a a . a a   a a a   a a a R D   ?
  4      . . . . a   a a a   a a a R D   ?
  15     a a a a .   a a a   a a a R D   ?
  12     a a a a a   . . a   a a a R D   ?
  16     a a a a a   . . a   a a a R D   ?
  6      N N N N N   . . .   C C C R D   ?
  5      . . . . .   X X X   . a a a D   ?
  7      . . . . .   X X X   a . a a D   ?
  8      . . . . .   X X X   . a . a D   ?
  9      . . . . .   . . .   . . . . D   ?
  10     . . . . .   X X X   a a L L .   ?
  ?      a a a a a   a a a   a a a R D   ?`
const STAFF = `
  1      . . . . .   a a a   a . . . .   ?
  2      . . . . .   a a a   a . . . .   ?
  3      . . . . .   a a a   a . . . .   ?
  4      . . . . .   a a a   a . . . .   ?
  15     . . . . .   a a a   a . . . .   ?
  12     . . . . .   . . a   a . . . .   ?
  16     . . . . .   . . a   a . . . .   ?
  6      . . . . .   . . .   a . . . .   ?
  5      . . . . .   . . .   . . a a .   ?
  7      . . . . .   . . .   a . a a .   ?
  8      . . . . .   . . .   . . . a .   ?
  9      . . . . .   . . .   . . . . .   ?
  10     . . . . .   . . .   a . . a .   ?
  ?      . . . . .   a a a   a . . . .   ?`

/** What the refunded totals change in the tables above: "from>to": verdict. */
const UNPAID_TWICE = { "1>1": "R", "2>2": "R", "3>3": "R", "4>4": "R", "15>15": "R", "12>12": "R", "16>16": "R", "6>6": "R" }
const PAID_TWICE = { "5>5": "a", "7>7": "a", "8>8": "a", "9>9": "a", "9>8": "a", "10>10": "a", "8>5": "a" }
type Changes = Record<string, string>
const TABLES: Record<Cause, { grid: string; larger: Changes; same: Changes; none: Changes }> = {
  notice: {
    grid: NOTICE,
    larger: { ...UNPAID_TWICE, ...PAID_TWICE, "8>7": "a", "10>7": "a" },
    same: { "10>8": ".", "10>9": "." },
    none: { "10>8": "." },
  },
  look_up: {
    grid: ASKED,
    larger: { ...UNPAID_TWICE, ...PAID_TWICE },
    same: { "10>8": "a", "10>9": "a" },
    none: { "10>8": "a" },
  },
  own_call: {
    grid: ASKED,
    larger: { ...UNPAID_TWICE, ...PAID_TWICE },
    same: { "10>8": "a", "10>9": "a" },
    none: { "10>8": "a" },
  },
  staff: { grid: STAFF, larger: { "8>8": "a", "10>8": "a" }, same: {}, none: {} },
}
const CAUSES: Cause[] = ["notice", "look_up", "own_call", "staff"]

function cells(grid: string): [string, string, string][] {
  const rows = grid.trim().split("\n").map((row) => row.trim().split(/\s+/))
  return rows.flatMap(([from = "", ...marks]) =>
    marks.map((mark, index): [string, string, string] => [from, COLUMNS[index]?.[0] ?? "", mark])
  )
}
const statusOf = (code: string) => COLUMNS.find(([column]) => column === code)?.[1] as InvoiceStatus

describe.each(CAUSES)("every pair by %s", (cause) => {
  const { grid, larger, same, none } = TABLES[cause]

  test("the table is whole", () => {
    expect(new Set(cells(grid).map(([from, to]) => `${from}>${to}`)).size).toBe(INVOICE_STATUSES.length ** 2)
    for (const pair of [larger, same, none].flatMap(Object.keys)) {
      expect(cells(grid).some(([from, to]) => `${from}>${to}` === pair)).toBe(true)
    }
  })

  test.each<[string, number, number, Changes]>([
    ["no refunded total", 0, 0, {}],
    ["a larger refunded total", 300, 500, larger],
    ["the same refunded total", 300, 300, same],
    ["a message without an amount", 300, 0, none],
    ["a smaller refunded total", 500, 300, same],
  ])("with %s", (_name, known, claimed, changes) => {
    const expected = cells(grid).map(([from, to, mark]) => `${from} -> ${to}: ${changes[`${from}>${to}`] ?? mark}`)
    const judged = cells(grid).map(([from, to]) => {
      const before = { status: statusOf(from), refundedCents: known }
      const verdict = judgeChange(before, { status: statusOf(to), refundedCents: claimed }, cause)
      return `${from} -> ${to}: ${markOf(verdict)}`
    })
    expect(judged).toEqual(expected)
  })
})

function markOf(verdict: Verdict): string {
  const text = JSON.stringify(verdict)
  return Object.keys(VERDICTS).find((mark) => JSON.stringify(VERDICTS[mark]) === text) ?? text
}

describe("afterChange", () => {
  test.each<[Seen, Seen, Seen]>([
    [seen("awaiting_payment"), seen("paid"), seen("paid")],
    [seen("paid"), seen("awaiting_payment"), seen("paid")],
    [seen("paid"), seen("unknown"), seen("paid")],
    [seen("canceled"), seen("paid"), seen("paid")],
    [seen("paid"), seen("canceled"), seen("paid")],
    [seen("paid"), seen("canceled", 500), seen("paid", 500)],
    [seen("disputed", 300), seen("paid"), seen("paid", 300)],
    [seen("partially_refunded", 300), seen("paid", 500), seen("partially_refunded", 500)],
    [seen("partially_refunded", 300), seen("partially_refunded", 200), seen("partially_refunded", 300)],
    [seen("partially_refunded", 300), seen("refunded"), seen("refunded", 300)],
    [seen("awaiting_payment"), seen("refunded", 500), seen("refunded", 500)],
    [seen("refunded", 500), seen("paid"), seen("refunded", 500)],
  ])("%j told %j becomes %j", (from, to, expected) => {
    expect(afterChange(from, to, "notice")).toEqual(expected)
  })
})

function seen(status: InvoiceStatus, refundedCents = 0): Seen {
  return { status, refundedCents }
}

const claims = fc.record({ status: fc.constantFrom(...INVOICE_STATUSES), refundedCents: fc.nat(3).map((n) => n * 100) })
const causes = fc.constantFrom(...CAUSES)
const START = seen("awaiting_payment")
const fold = (claimed: Seen[], cause: Cause = "notice") =>
  claimed.reduce((state, claim) => afterChange(state, claim, cause), START)

describe("over any sequence", () => {
  test("the refunded total never falls, and an unknown status is never taken", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(claims, causes), { maxLength: 20 }), (sequence) => {
        let state = START
        for (const [claim, cause] of sequence) {
          const next = afterChange(state, claim, cause)
          expect(next.refundedCents).toBeGreaterThanOrEqual(state.refundedCents)
          expect(next.status).not.toBe("unknown")
          state = next
        }
      })
    )
  })

  test("a message that comes twice in a row changes nothing the second time", () => {
    fc.assert(
      fc.property(claims, claims, causes, (from, claim, cause) => {
        const once = afterChange(from, claim, cause)
        expect(afterChange(once, claim, cause)).toEqual(once)
        expect(judgeChange(once, claim, cause)).not.toEqual({ kind: "apply" } satisfies Verdict)
      })
    )
  })

  test("doubling every message leads to the same end", () => {
    fc.assert(
      fc.property(fc.array(claims, { maxLength: 20 }), (sequence) => {
        expect(fold(sequence.flatMap((claim) => [claim, claim]))).toEqual(fold(sequence))
      })
    )
  })

  test("money that arrived is never undone by an unpaid status", () => {
    const money: InvoiceStatus[] = ["paid", "refund_pending", "partially_refunded", "refunded", "disputed"]
    fc.assert(
      fc.property(fc.constantFrom(...money), fc.array(fc.tuple(claims, causes), { maxLength: 20 }), (status, sequence) => {
        const end = sequence.reduce((state, [claim, cause]) => afterChange(state, claim, cause), seen(status))
        expect(money).toContain(end.status)
      })
    )
  })
})

describe("the notices of one life lead to the same end in any order, doubled or not", () => {
  test.each<[string, Seen[], Seen]>([
    ["paid", [seen("awaiting_payment"), seen("processing"), seen("paid")], seen("paid")],
    ["paid in grace", [seen("awaiting_payment"), seen("overdue"), seen("processing"), seen("paid")], seen("paid")],
    ["denied first", [seen("processing"), seen("denied"), seen("paid")], seen("paid")],
    ["paid after cancel", [seen("awaiting_payment"), seen("canceled"), seen("paid")], seen("paid")],
    [
      "refunded in parts",
      [seen("awaiting_payment"), seen("paid"), seen("partially_refunded", 300), seen("partially_refunded", 700)],
      seen("partially_refunded", 700),
    ],
    [
      "refunded in parts, then wholly",
      [seen("processing"), seen("paid"), seen("partially_refunded", 300), seen("refunded", 1000)],
      seen("refunded", 1000),
    ],
  ])("%s", (_name, life, end) => {
    const doubled = [...life, ...life]
    fc.assert(
      fc.property(fc.shuffledSubarray(doubled, { minLength: doubled.length }), (order) => {
        expect(fold(order)).toEqual(end)
      })
    )
  })

  test("a payment and a cancel raise a problem, whichever comes first", () => {
    expect(judgeChange(seen("canceled"), seen("paid"), "notice")).toEqual(VERDICTS.C)
    expect(judgeChange(seen("paid"), seen("canceled"), "notice")).toEqual(VERDICTS.X)
  })
})
