import type { FaturaModuleService } from "../../modules/fatura"
import type { InvoiceRow } from "../../modules/fatura/ledger/row"
import { resolveLostAttempt } from "../resolve-lost-attempt"
import { closeUnpaidOrder } from "../settling/close-unpaid-order"

const paid = { id: "finv_old", payment_collection_id: "pay_col_1", amount_cents: 10_580, paid_cents: 10_580, paid_at: new Date(), settled_at: null, captured_cents: 0, refunded_cents: 0, external_refunded_cents: 0, kept_cents: 0, is_live: false }
const newer = { id: "finv_new", payment_collection_id: "pay_col_1", state: "unknown", method: "boleto", paid_at: null, settled_at: null, cancel_reason: "expired" }
/** Nothing of Medusa may be asked for, or done. */
const container = { resolve: (name: string) => { throw new Error(`${name} was asked for`) } } as never

function fatura(rows: Partial<InvoiceRow>[], resolution = "gone") {
  const tasks: string[] = []
  return {
    tasks,
    service: {
      ledger: { find: async (id: string) => rows.find((row) => row.id === id) ?? null, ofCollection: async () => rows },
      resolver: { resolve: async () => resolution },
      outbox: { add: async (kind: string, id: string) => void tasks.push(`${kind} ${id}`) },
    } as unknown as FaturaModuleService,
  }
}

describe("a replaced code that was paid while the newer one had no answer", () => {
  it("is settled again when the newer one is gone, and no third one is issued", async () => {
    const { service, tasks } = fatura([paid, newer] as never)
    expect(await resolveLostAttempt(container, service, "finv_new")).toBe("done")
    expect(tasks).toEqual(["settle finv_old"])
  })

  it("waits for as long as the newer one could be paid", async () => {
    const { service, tasks } = fatura([paid, newer] as never, "open")
    expect(await resolveLostAttempt(container, service, "finv_new")).toBe("later")
    expect(tasks).toEqual([])
  })

  it("keeps its order from being cancelled as unpaid when the newer one expires", async () => {
    const { service, tasks } = fatura([paid, newer] as never)
    expect(await closeUnpaidOrder({ container, fatura: service, invoice: newer as never })).toBe("waits")
    expect(tasks).toEqual(["settle finv_old"])
  })

  it.each([
    ["is captured", { settled_at: new Date() }],
    ["is back with its payer", { refunded_cents: 10_580 }],
  ])("is left alone when it %s", async (_what, given) => {
    const { service, tasks } = fatura([{ ...paid, ...given }, newer] as never)
    await expect(resolveLostAttempt(container, service, "finv_new")).rejects.toThrow("was asked for")
    expect(tasks).toEqual([])
  })
})
