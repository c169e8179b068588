import { Modules } from "@medusajs/framework/utils"
import { operationOf, type ProblemAction } from "../../domain/problem-actions"
import type { ProblemKind } from "../../domain/problems"
import { FATURA_MODULE } from "../../modules/fatura"
import type { InvoiceRow } from "../../modules/fatura/ledger/row"
import { resolveProblem } from "../staff/resolve-problem"

jest.mock("../work-off", () => ({ workOffOf: jest.fn() }))
jest.mock("../medusa-view", () => ({ readMedusa: async () => ({ order: { id: "order_1", status: "pending" } }), hasActiveChange: async () => false }))

/** R$ 130,00 came for R$ 100,00: captured as far as it was due, so that R$ 30,00 are undecided. */
const overpaid = { id: "finv_1", state: "issued", status: "paid", paid_at: new Date(), amount_cents: 10_000, paid_cents: 13_000, captured_cents: 10_000, refunded_cents: 0, external_refunded_cents: 0, kept_cents: 0 } as InvoiceRow
/** R$ 100,00 that came and are not captured. */
const uncaptured = { ...overpaid, paid_cents: 10_000, captured_cents: 0 }
const captured = { ...overpaid, paid_cents: 10_000 }

type World = { kind: ProblemKind; may?: string[]; invoice?: InvoiceRow; details?: object; isUnderWay?: boolean; stored?: Partial<InvoiceRow> }

/** A problem that staff decide about, and what was done. */
function desk({ kind, may = ["update", "settle"], invoice = uncaptured, details = {}, isUnderWay = false, stored = {} }: World) {
  const log: string[] = []
  let kept: number | undefined
  const row = { ...invoice, ...stored }
  const held = async (_id: string, work: (row: InvoiceRow, trx: unknown) => unknown) => work(row, undefined)
  const fatura = {
    problems: {
      find: async () => ({ id: "fprb_1", kind, fatura_invoice_id: invoice.id, order_id: "order_1", details, resolved_at: null }),
      resolve: async () => void log.push("closed"),
    },
    ledger: {
      find: async () => invoice,
      locked: held,
      update: async (_id: string, change: Partial<InvoiceRow>) => {
        kept = change.kept_cents ?? kept
        log.push(Object.keys(change).join())
      },
      addEvent: async () => undefined,
      ofCollection: async () => [],
    },
    outbox: { add: async () => undefined },
    refundRows: { askedInMedusa: async () => 0, giveUp: async (id: string) => void log.push(`gave up ${id}`) },
    refunds: {
      refund: async (_id: string, _medusa: null, amountOf: (row: InvoiceRow) => Promise<number>) => void log.push(`refund of ${await amountOf(row)}`),
      withNoneUnderWay: async (id: string, work: (row: InvoiceRow) => unknown) => {
        if (isUnderWay) {
          throw Object.assign(new Error("The gateway is still working on it"), { key: "refund_pending" })
        }
        return held(id, work)
      },
    },
  }
  const locking = { execute: async (_key: string, work: () => unknown) => work() }
  const container = { resolve: (name: string) => ({ [FATURA_MODULE]: fatura, [Modules.LOCKING]: locking })[name] }
  const permit = async (operation: string) => {
    if (!may.includes(operation)) {
      throw Object.assign(new Error("forbidden"), { key: "problem_permission" })
    }
  }
  const decide = (action: ProblemAction, amount?: number) => resolveProblem(container as never, { problemId: "fprb_1", action, reason: "as agreed", amount: amount as never, actor: "user_1", permit })
  return { log, decide, kept: () => kept }
}

const refuses = async (world: World, [action, amount]: [ProblemAction, number?], key: string) => {
  const { log, decide } = desk(world)
  await expect(decide(action, amount)).rejects.toMatchObject({ key })
  expect(log).toEqual([])
}

describe("a decision that the problem does not have", () => {
  it.each<[ProblemKind, ProblemAction, string]>([
    ["dispute", "refund", "action_not_offered"],
    ["dispute", "record_external_refund", "action_not_offered"],
    ["refund_outcome_unknown", "record_external_refund", "action_not_offered"],
    ["canceled_after_paid", "refund", "action_not_offered"],
    ["overpaid", "accept", "nothing_to_accept"],
    ["paid_twice", "cancel_order", "order_goes_on"],
  ])("(%s: %s) is refused in words", (kind, action, key) => refuses({ kind }, [action], key))
})

describe("who may update problems, and not settle them,", () => {
  const may = ["update"]

  it.each<[ProblemKind, ProblemAction]>([
    ["overpaid", "refund"], ["paid_after_cancel", "accept"], ["canceled_after_paid", "record_external_refund"],
    // What is dismissed here is money that stays with the shop.
    ["overpaid", "dismiss"], ["paid_twice", "dismiss"], ["refund_failed_on_cancel", "dismiss"],
    // What is given up here can be done once more.
    ["refund_outcome_unknown", "dismiss"], ["refund_not_finished", "dismiss"], ["card_outcome_unknown", "dismiss"], ["dispute", "dismiss"],
  ])("does not decide about money (%s: %s)", (kind, action) => refuses({ kind, may, invoice: overpaid }, [action], "problem_permission"))

  it.each<[ProblemKind, ProblemAction]>([["credentials_refused", "dismiss"], ["clock_skew", "dismiss"], ["email_not_delivered", "dismiss"], ["order_not_ended", "dismiss"]])("decides where none is moved (%s: %s)", async (kind, action) => {
    const { log, decide } = desk({ kind, may })
    await decide(action)
    expect(log).toEqual(["closed"])
  })

  it("ends the order that nobody paid", () => expect(operationOf("cancel_order", "order_not_ended")).toBe("update"))
})

describe("the amount of a decision", () => {
  it.each<[string, ProblemAction]>([["returned", "refund"], ["recorded as returned", "record_external_refund"], ["kept", "dismiss"]])("%s is not above what is undecided, though more is held", (_what, action) =>
    refuses({ kind: "overpaid", invoice: overpaid }, [action, 3_001], "keep_amount")
  )

  it("is all that is undecided when none is given", async () => {
    const { log, decide } = desk({ kind: "overpaid", invoice: overpaid })
    await decide("refund")
    expect(log).toEqual(["refund of 3000"])
  })

  it.each<[ProblemAction]>([["refund"], ["record_external_refund"]])("is not the whole payment when nothing is undecided any more (%s)", (action) =>
    refuses({ kind: "overpaid", invoice: { ...overpaid, kept_cents: 3_000 } }, [action], "nothing_undecided")
  )

  it("is not taken where a part would be decided as the whole", async () => {
    await refuses({ kind: "paid_too_little" }, ["accept", 1_000], "amount_not_taken")
    await refuses({ kind: "refund_failed_on_cancel", invoice: captured }, ["dismiss", 1_000], "amount_not_taken")
    await refuses({ kind: "dispute_lost", invoice: captured }, ["dismiss", 1_000], "amount_not_taken")
  })

  it("is the whole of captured money where staff give it as that", async () => {
    const { log, decide } = desk({ kind: "refund_failed_on_cancel", invoice: captured })
    await decide("dismiss", 10_000)
    expect(log).toEqual(["closed"])
  })
})

it("money whose refund is on its way is not accepted", async () => {
  await refuses({ kind: "paid_after_cancel", isUnderWay: true }, ["accept"], "refund_pending")
  const { log, decide } = desk({ kind: "paid_after_cancel" })
  await decide("accept")
  expect(log).toEqual(["accepted_at"])
})

it("nor is it kept, or left as it is captured, which would be decided twice", async () => {
  await refuses({ kind: "paid_after_cancel", isUnderWay: true }, ["dismiss"], "refund_pending")
  await refuses({ kind: "overpaid", invoice: overpaid, isUnderWay: true }, ["dismiss", 1_000], "refund_pending")
  await refuses({ kind: "refund_failed_on_cancel", invoice: captured, isUnderWay: true }, ["dismiss"], "refund_pending")
})

describe("money is returned", () => {
  it("as far as it is undecided when its turn comes, not of what is captured", async () => {
    const { log, decide } = desk({ kind: "overpaid", invoice: overpaid, stored: { refunded_cents: 2_000 } })
    await decide("refund")
    expect(log).toEqual(["refund of 1000"])
  })

  it.each<[ProblemAction]>([["refund"], ["record_external_refund"]])("and not when none of it is undecided any more (%s)", (action) =>
    refuses({ kind: "overpaid", invoice: overpaid, stored: { refunded_cents: 3_000 } }, [action], "nothing_undecided")
  )
})

describe("money is kept", () => {
  it("as far as it is there when its turn comes", async () => {
    // R$ 20,00 of the R$ 30,00 went back since staff read of them.
    const world: World = { kind: "overpaid", invoice: overpaid, stored: { refunded_cents: 2_000 } }
    await refuses(world, ["dismiss", 3_000], "keep_amount")
    const { kept, decide } = desk(world)
    await decide("dismiss")
    expect(kept()).toBe(1_000)
  })

  it("and is nobody's to decide when all of it went back meanwhile", () => refuses({ kind: "overpaid", invoice: overpaid, stored: { refunded_cents: 3_000 } }, ["dismiss", 3_000], "nothing_undecided"))
})

describe("what is dismissed as never made", () => {
  it.each<[ProblemKind]>([["refund_outcome_unknown"], ["refund_amount_mismatch"], ["refund_not_finished"]])("(%s) is the refund that the problem tells of", async (kind) => {
    const { log, decide } = desk({ kind, invoice: captured, details: { refund: "fref_7" } })
    await decide("dismiss")
    expect(log).toEqual(["gave up fref_7", "closed"])
  })

  it("is a card without an outcome, and not one that was found meanwhile", async () => {
    const card = { ...uncaptured, status: null, paid_at: null, state: "unknown" as const }
    const before = desk({ kind: "card_outcome_unknown", invoice: card })
    await before.decide("dismiss")
    expect(before.log).toEqual(["state,is_live", "closed"])
    const found = desk({ kind: "card_outcome_unknown", invoice: card, stored: { state: "issued", status: "paid", paid_at: new Date() } })
    await found.decide("dismiss")
    expect(found.log).toEqual(["closed"])
  })
})
