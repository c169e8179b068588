import type { FaturaModuleService } from "../../modules/fatura"
import type { InvoiceRow } from "../../modules/fatura/ledger/row"
import { settleExcess } from "../settling/excess"

const captured = {
  id: "finv_1", method: "boleto", due_on: "2026-11-25", paid_at: new Date("2026-11-25T15:00:00Z"), amount_cents: 10_000, paid_cents: 10_000, captured_cents: 10_000,
  refunded_cents: 0, external_refunded_cents: 0, kept_cents: 0, interest_cents: 0, order_id: "order_1", account_id: "facc_1",
}

async function settled(given: Partial<InvoiceRow>): Promise<string[]> {
  const done: string[] = []
  const service = {
    ledger: {
      find: async () => ({ ...captured, ...given }),
      update: async (_id: string, { kept_cents }: Partial<InvoiceRow>) => void done.push(`kept ${kept_cents}`),
      addEvent: async () => undefined,
    },
    refundRows: { askedInMedusa: async () => 0 },
    problems: { raise: async ({ kind, details }: { kind: string; details: { undecided_cents: number } }) => void done.push(`${kind} ${details.undecided_cents}`), clear: async (kind: string) => void done.push(`no ${kind}`) },
  } as unknown as FaturaModuleService
  await settleExcess({ container: {} as never, fatura: service, invoice: captured as never }, "order_1")
  return done
}

const LATE = new Date("2026-12-05T15:00:00Z")

describe("what came in beyond what was captured", () => {
  it.each<[string, Partial<InvoiceRow>, string[]]>([
    ["nothing", {}, ["no overpaid"]],
    ["a boleto in time", { paid_cents: 10_001 }, ["overpaid 1"]],
    ["a boleto ten days late, by its fine and interest", { paid_cents: 10_233, paid_at: LATE }, ["kept 233"]],
    ["the same, and a cent too many", { paid_cents: 10_235, paid_at: LATE }, ["overpaid 235"]],
    ["a PIX, however late", { method: "pix", paid_cents: 10_200, paid_at: LATE }, ["overpaid 200"]],
    ["interest that a new due date added", { paid_cents: 10_212, interest_cents: 212 }, ["kept 212"]],
    ["the same, and as much again", { paid_cents: 10_424, interest_cents: 212 }, ["overpaid 424"]],
    ["what an order that owes less by now does not need, though it is a late boleto", { paid_cents: 10_000, captured_cents: 9_900, paid_at: LATE }, ["overpaid 100"]],
    ["all of it returned", { paid_cents: 12_500, refunded_cents: 1_500, external_refunded_cents: 1_000 }, ["no overpaid"]],
    ["a part of it kept", { paid_cents: 12_500, kept_cents: 500 }, ["overpaid 2000"]],
  ])("%s", async (_what, given, done) => {
    expect(await settled(given)).toEqual(done)
  })
})
