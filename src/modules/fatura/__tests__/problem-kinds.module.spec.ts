import { readFileSync } from "node:fs"
import path from "node:path"
import { cents } from "../../../domain/money"
import { PROBLEM_FACTS, WHY_STAFF } from "../../../domain/problem-facts"
import { PROBLEM_KINDS, type ProblemKind } from "../../../domain/problems"
import type { Gateway } from "../../../../integration-tests/support/gateway"
import { AccountHealth } from "../accounts/account-health"
import { KeyRing } from "../crypto/key-ring"
import { type Database, tables } from "../database"
import { KeepApart } from "../issuing/keep-apart"
import { SendAttempt } from "../issuing/send-attempt"
import type { InvoiceRow } from "../ledger/row"
import { ACCOUNT, faturaParts, quiet } from "./support/fatura-parts"
import { newInvoice } from "./support/new-invoice"
import { insertInvoice, ring, testKey } from "./support/rows"
import { useShop } from "./support/use-shop"
import { callReport, openKinds, watchOnce } from "./support/watching"

let db: Database
let gateway: Gateway
let parts: ReturnType<typeof faturaParts>
let number = 0

useShop((shop) => ({ db, gateway } = shop))
beforeEach(async () => {
  parts = faturaParts(db, gateway.url)
  await parts.accounts.all()
})
afterEach(() => void (process.env.NODE_ENV = "test"))

type Case = {
  raise(): Promise<unknown>
  /** Missing where only staff can close it. */
  end?(): Promise<unknown>
}
/** Medusa's own books are needed: the suite that shows it raised, and closed. */
type Elsewhere = { shown: string }

const silently = { notify: false }
let row: InvoiceRow

async function issued(given: Partial<InvoiceRow> = {}): Promise<InvoiceRow> {
  const { client } = await parts.accounts.byId(ACCOUNT)
  const reference = `payses_kinds_${++number}-1`
  const answer = await client.createInvoice(newInvoice(reference))
  return insertInvoice(db, { reference, gateway_id: answer.id, invoice_id: answer.invoiceId, issued_at: new Date(), ...given })
}

const paid = () => issued({ status: "paid", paid_at: new Date(), paid_cents: 10_580, settled_at: new Date() })
const tell = (status: InvoiceRow["status"], cause: "notice" | "look_up" = "notice") => parts.changes.take(row.id, { status: status!, refundedCents: null, paidCents: null }, cause)
const lookUp = async () => parts.lookUps.byId((await parts.ledger.find(row.id))!)

const watch = (given?: Parameters<typeof watchOnce>[2]): Promise<void> => watchOnce(db, gateway.url, given)
const health = () => new AccountHealth(ACCOUNT, parts.problems)
async function notice(given: { body: string; verified?: boolean }): Promise<string> {
  const stored = await parts.notices.store({ invoiceId: row.id, door: "ticket", body: Buffer.from(given.body), contentType: "application/json", rawHeaders: [] })
  if (given.verified) {
    await parts.notices.done(stored, "apply", true)
  } else {
    await parts.reader.take(stored)
  }
  return stored.id
}

const production = { backendUrl: "https://shop.example" }
const inProduction = () => void (process.env.NODE_ENV = "production")

const CASES: Record<ProblemKind, Case | Elsewhere> = {
  paid_after_cancel: { shown: "long/late-money.spec.ts" },
  paid_twice: { shown: "long/late-money.spec.ts" },
  paid_too_little: { shown: "long/late-money.spec.ts" },
  paid_amount_unknown: { shown: "long/decisions.spec.ts" },
  overpaid: { shown: "long/decisions.spec.ts" },
  late_notice_of_old_session: { shown: "long/changed-orders.spec.ts" },
  paid_without_order: { shown: "long/completion-fails-late.spec.ts" },
  refund_failed_on_cancel: { shown: "long/refunds-mixed-and-refused.spec.ts" },
  returned_twice: { shown: "long/decisions.spec.ts" },
  order_not_ended: { shown: "long/blocked-expiry.spec.ts" },
  card_outcome_unknown: {
    raise: async () => {
      row = await insertInvoice(db, { method: "card", state: "unknown", status: null, gateway_id: null, invoice_id: null, issuing_started_at: new Date(Date.now() - 25 * 3_600_000) })
      await parts.resolver.resolve(row)
    },
    end: async () => {
      await parts.ledger.update(row.id, { state: "issued", status: "paid" })
      await watch()
    },
  },
  answer_not_kept: {
    raise: async () => {
      const { client } = await parts.accounts.byId(ACCOUNT)
      row = await insertInvoice(db, { state: "issuing", status: null, gateway_id: null, invoice_id: null })
      const answer = await client.createInvoice(newInvoice(row.reference))
      const apart = new KeepApart(parts.ledger, parts.outbox, parts.problems, quiet)
      await expect(apart.keep(row, client, answer, true, new Error("broken"))).rejects.toMatchObject({ key: "gateway_unreachable" })
    },
  },
  amount_mismatch: {
    raise: async () => {
      row = await insertInvoice(db, { state: "issuing", status: null, gateway_id: null, invoice_id: null, amount_cents: 10_000 })
      const sender = new SendAttempt(parts.ledger, parts.outbox, { afterIssue: async () => undefined }, parts.problems, quiet)
      await expect(sender.send(row, await parts.accounts.byId(ACCOUNT), newInvoice(row.reference))).rejects.toMatchObject({ key: "amount_mismatch" })
      expect(await parts.canceling.cancel(row.id, "amount_mismatch")).toBe("canceled")
    },
  },
  email_not_delivered: { shown: "../src/modules/fatura/__tests__/email-delivery.module.spec.ts" },
  module_not_loaded: { shown: "long/watched-problems.spec.ts" },
  expired_locks: { shown: "long/watched-problems.spec.ts" },
  payment_unconfirmed: { shown: "../src/modules/fatura/__tests__/confirmed-payments.module.spec.ts" },
  canceled_after_paid: {
    raise: async () => {
      row = await paid()
      await gateway.act(row.invoice_id!, "pay", silently)
      await tell("canceled")
    },
    end: async () => {
      // Asked once after an hour; the gateway means the payment.
      await parts.checkOpen.run(new Date(Date.now() + 3_700_000))
      expect(await parts.ledger.find(row.id)).toMatchObject({ status: "paid", next_check_at: null })
    },
  },
  dispute: {
    raise: async () => {
      row = await paid()
      await tell("disputed")
    },
    end: () => tell("paid"),
  },
  dispute_lost: {
    raise: async () => {
      row = await paid()
      await tell("disputed")
      await tell("refunded", "look_up")
    },
  },
  unknown_status: {
    raise: async () => {
      row = await paid()
      await gateway.act(row.invoice_id!, "pay", silently)
      await tell("unknown")
    },
    end: () => parts.checkOpen.run(new Date(Date.now() + 3_700_000)),
  },
  unreadable_notice: {
    raise: async () => {
      row = await issued()
      await notice({ body: "{" })
    },
    end: async () => {
      await notice({ body: "{}", verified: true })
      await watch()
    },
  },
  authorized_not_captured: {
    raise: async () => {
      row = await issued({ method: "card", status: "authorized", authorized_at: new Date(Date.now() - 25 * 3_600_000), next_check_at: new Date(Date.now() - 1_000) })
      await gateway.act(row.invoice_id!, "authorize", silently)
      await parts.checkOpen.run(new Date())
    },
    end: () => tell("paid"),
  },
  payment_not_decided: {
    raise: async () => {
      row = await issued({ method: "card", status: "processing", issued_at: new Date(Date.now() - 25 * 3_600_000), next_check_at: new Date(Date.now() - 1_000) })
      await gateway.act(row.invoice_id!, "process", silently)
      await parts.checkOpen.run(new Date())
    },
    end: () => tell("paid"),
  },
  refund_not_finished: {
    raise: async () => {
      row = await insertInvoice(db, { status: "refund_pending", paid_at: new Date(), paid_cents: 10_580, updated_at: new Date(Date.now() - 73 * 3_600_000) } as never)
      await watch()
    },
    end: async () => {
      await tell("refunded")
      await watch()
    },
  },
  attempt_outcome_unknown: {
    raise: async () => {
      row = await insertInvoice(db, { state: "unknown", status: null, gateway_id: null, invoice_id: null, issuing_started_at: new Date(Date.now() - 31 * 60_000) })
      await watch()
    },
    end: async () => {
      await parts.resolver.resolve(row)
      await watch()
    },
  },
  cancel_refused: {
    raise: async () => {
      row = await issued()
      await gateway.fault({ match: { method: "DELETE", path: "/invoices" }, kind: "success-false", times: 1 })
      expect(await parts.canceling.cancel(row.id, "staff")).toBe("unresolved")
    },
    end: async () => expect(await parts.canceling.cancel(row.id, "staff")).toBe("canceled"),
  },
  refund_outcome_unknown: {
    raise: async () => {
      row = await paid()
      await gateway.act(row.invoice_id!, "pay", silently)
      await gateway.fault({ match: { method: "PUT", path: "/invoices" }, kind: "hang-up-before", times: 1 })
      await expect(parts.refunds.refund(row.id, "ref_1", cents(1_000))).rejects.toThrow("did not say whether")
    },
    end: async () => {
      await gateway.act(row.invoice_id!, "refund", { ...silently, amount_cents: 1_000 })
      await parts.refunds.settleOpen(new Date(Date.now() + 3 * 60_000))
    },
  },
  refund_amount_unknown: {
    raise: async () => {
      row = await paid()
      await gateway.setStatus(row.invoice_id!, 8, silently)
      await lookUp()
    },
    end: async () => {
      await gateway.act(row.invoice_id!, "refund", { ...silently, amount_cents: 1_000 })
      await lookUp()
    },
  },
  refund_amount_mismatch: {
    raise: async () => {
      row = await paid()
      await gateway.act(row.invoice_id!, "pay", silently)
      await gateway.assume({ refund_takes: "reais" })
      await parts.refunds.refund(row.id, "ref_1", cents(1))
    },
  },
  gateway_refund_not_booked: {
    raise: async () => {
      row = await issued()
      await tell("refunded", "look_up")
    },
  },
  credentials_refused: {
    raise: async () => (await parts.accounts.byId(ACCOUNT)).tokens.refusedThoughNew("create_invoice"),
    end: () => health().take(callReport({})),
  },
  account_unusable: {
    raise: async () => {
      row = await issued({ account_id: "facc_gone", issuer: JSON.stringify({ account: "0123456789ABCDEF", company_id: null, document_masked: null }) as never })
      await lookUp().catch(() => undefined)
    },
    end: async () => {
      await db(tables.invoice).where({ id: row.id }).update({ is_live: false, next_check_at: null })
      await watch()
    },
  },
  other_merchant: {
    raise: async () => {
      const { client, tokens } = await parts.accounts.byId(ACCOUNT)
      await tokens.kept(() => client.auth())
      row = await issued()
      await db(tables.account).where({ id: ACCOUNT }).update({ issuer: JSON.stringify({ account: "0123456789ABCDEF", company_id: null, document_masked: null }) })
      await tokens.renew((await tokens.read())!.accessToken, () => client.auth())
    },
    end: async () => {
      await db(tables.invoice).where({ id: row.id }).update({ is_live: false, next_check_at: null })
      await watch()
    },
  },
  blocked_by_gateway: {
    raise: () => health().take(callReport({ httpStatus: 403, outcome: "unknown", kind: "blocked" })),
    end: () => health().take(callReport({})),
  },
  missing_scope: {
    raise: async () => {
      await health().take(callReport({ operation: "refund_invoice", httpStatus: 403, outcome: "refused", kind: "missing_scope" }))
      await health().take(callReport({ operation: "create_invoice" }))
    },
    end: () => health().take(callReport({ operation: "refund_invoice" })),
  },
  clock_skew: {
    raise: () => health().take(callReport({ clockSkewMs: -121_000 })),
    end: () => health().take(callReport({ clockSkewMs: 119_000 })),
  },
  notices_not_arriving: {
    raise: async () => {
      for (let count = 0; count < 3; count++) {
        row = await issued()
        await tell("paid", "look_up")
      }
      await watch()
    },
    end: async () => {
      await notice({ body: "{}", verified: true })
      await watch()
    },
  },
  notification_address: {
    raise: async () => {
      inProduction()
      await watch({ options: { backendUrl: "http://shop.example" } })
    },
    end: () => watch({ options: production }),
  },
  backlog: {
    raise: async () => {
      await parts.outbox.add("settle", "finv_1")
      await db(tables.outbox).update({ created_at: db.raw("now() - interval '31 minutes'") })
      await watch()
    },
    end: async () => {
      await parts.outbox.done((await parts.outbox.claim())!)
      await watch()
    },
  },
  dead_letter: {
    raise: async () => {
      row = await issued()
      parts = faturaParts(db, gateway.url, { webhooks: { maxAttempts: 1 } })
      jest.spyOn(parts.ledger, "find").mockRejectedValueOnce(new Error("broken"))
      await notice({ body: "{}" })
      expect(await db(tables.notice).first()).toMatchObject({ state: "dead" })
      await watch()
    },
    end: async () => {
      const { id } = await db(tables.notice).first()
      const reopened = await parts.notices.reopen(id)
      expect(await openKinds(db)).toEqual(["dead_letter"])
      await parts.notices.done(reopened!, "old news", null)
      await watch()
    },
  },
  sandbox_in_production: {
    raise: async () => {
      inProduction()
      await db(tables.account).update({ environment: "SANDBOX" })
      await watch({ options: production })
    },
    end: async () => {
      await db(tables.account).update({ environment: "PRODUCTION" })
      await watch({ options: production })
    },
  },
  encryption_key: {
    raise: async () => {
      await insertInvoice(db, { id: "finv_sealed", payer_sealed: ring.seal("{}", "payer", ["finv_sealed"]) })
      await watch({ keys: new KeyRing(testKey("second")) })
    },
    end: () => watch({ keys: new KeyRing(`${testKey("second")},${testKey("first")}`) }),
  },
}

/** Beside what is looked for: the other thing that is wrong with it. */
const without = (kinds: string[], ...others: string[]) => kinds.filter((kind) => !others.includes(kind))

const here = PROBLEM_KINDS.flatMap((kind) => {
  const found = CASES[kind]
  return "raise" in found ? [[kind, found] as const] : []
})
const elsewhere = PROBLEM_KINDS.flatMap((kind) => {
  const found = CASES[kind]
  return "shown" in found ? [[kind, found.shown] as const] : []
})

describe("a problem of the kind", () => {
  it.each(here)("%s is raised once for its cause, and ends as it is said to", async (kind, { raise, end }) => {
    await raise()
    expect(without(await openKinds(db), "dispute")).toEqual(without([kind], "dispute"))
    expect(await openKinds(db)).toContain(kind)
    expect(PROBLEM_FACTS[kind].closedBy === "cause" || kind in WHY_STAFF).toBe(true)
    if (!end) {
      expect(PROBLEM_FACTS[kind].closedBy).toBe("staff")
      return
    }
    await end()
    expect(await openKinds(db)).toEqual([])
    expect(await db(tables.problem).where({ kind })).toEqual([expect.objectContaining({ resolution: "cause_gone" })])
  })

  it.each(elsewhere)("%s is shown in %s", (kind, file) => {
    expect(readFileSync(path.join(__dirname, "../../../../integration-tests", file), "utf8")).toContain(`"${kind}"`)
  })
})
