import { newReference, referenceIn, SessionReferences } from "../sessions/references"

type Row = Record<string, unknown> & { id: string }

const ofA = newReference("payses_A")
const ofB = newReference("payses_B")
const legacy = `payses_OLD.${"s".repeat(43)}`

/** Medusa's rows: session A in a cart, B paid, and an old one of which only the payment is left. */
const rows = {
  sessions: [{ id: "payses_A", data: { ref: ofA } }, { id: "payses_B", data: { ref: ofB } }] as Row[],
  payments: [
    { id: "pay_B", payment_session_id: "payses_B", data: { ref: ofB } },
    { id: "pay_OLD", payment_session_id: "payses_OLD", data: { ref: legacy } },
  ] as Row[],
  captures: [{ id: "capt_B", payment_id: "pay_B" }] as Row[],
  refunds: [{ id: "ref_OLD", payment_id: "pay_OLD" }] as Row[],
}
const matching = (all: Row[]) => async (filter: Record<string, unknown>) =>
  all.filter((row) => Object.entries(filter).every(([name, value]) => (Array.isArray(value) ? value.includes(row[name]) : row[name] === value)))

let warned: string[]
let references: SessionReferences
beforeEach(() => {
  warned = []
  const payments = { listPaymentSessions: matching(rows.sessions), listPayments: matching(rows.payments), listCaptures: matching(rows.captures), listRefunds: matching(rows.refunds) }
  references = new SessionReferences(() => payments as never, { warn: (message: string) => void warned.push(message) } as never)
})

describe("which session Medusa calls about", () => {
  it.each([
    ["payment", "pay_B", "payses_B"],
    ["capture", "capt_B", "payses_B"],
    ["refund", "ref_OLD", "payses_OLD"],
  ] as const)("is told by the id of its %s alone, whatever stands in the data", async (subject, key, expected) => {
    for (const data of [undefined, {}, { ref: ofA, session_id: "payses_A" }, { ref: "payses_A.forged" }]) {
      expect(await references.sessionOf(subject, key, data)).toBe(expected)
    }
    expect(warned).toEqual([])
  })

  it("is told by the reference where no id is given, or none that can be read yet", async () => {
    expect(await references.sessionOfData({ ref: ofA })).toBe("payses_A")
    expect(await references.sessionOf("capture", "capt_not_committed", { ref: ofB })).toBe("payses_B")
  })

  it("is told by a reference that an earlier key signed, as Medusa keeps it, when only the payment is left", async () => {
    expect(await references.sessionOfData({ ref: legacy })).toBe("payses_OLD")
  })

  it("is not told by a reference that Medusa does not keep, and the log says so", async () => {
    const forged = [`payses_B.${"x".repeat(32)}`, ofB.replace("payses_B", "payses_A"), newReference("payses_B"), newReference("payses_nobody")]
    for (const ref of forged) {
      expect(await references.sessionOfData({ ref, session_id: "payses_B" })).toBeNull()
    }
    expect(warned).toHaveLength(forged.length)
    expect(warned.join()).not.toContain("x".repeat(32))
  })

  it.each([undefined, null, 7, {}, ["payses_A"], "", "payses_A", "payses_A.", "payses_A.short", `%.${"x".repeat(32)}`])("is not told by %j", async (ref) => {
    expect(await references.sessionOfData({ ref, session_id: "payses_A" })).toBeNull()
    expect(warned).toEqual([])
  })
})

describe("a reference", () => {
  it("can't be guessed, and stays the same for its session", () => {
    expect(newReference("payses_A")).not.toBe(newReference("payses_A"))
    expect(newReference("payses_A")).toMatch(/^payses_A\.[\w-]{32}$/)
    expect(referenceIn({ ref: ofA }, "payses_A")).toBe(ofA)
    expect(referenceIn({ ref: legacy }, "payses_OLD")).toBe(legacy)
  })

  it("of another session, or of none, is replaced", () => {
    for (const data of [undefined, {}, { ref: ofB }, { ref: "payses_A.guessed" }]) {
      expect(referenceIn(data, "payses_A")).toMatch(/^payses_A\.[\w-]{32}$/)
    }
  })
})
