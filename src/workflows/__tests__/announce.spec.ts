import type { InvoiceStatus } from "../../domain/invoice-status"
import type { InvoiceRow } from "../../modules/fatura/ledger/row"
import { announce } from "../settling/announce"

/** An invoice of R$ 100,00 that goes through changes, and the events that were sent. */
async function events(...changes: [InvoiceStatus, number?, number?][]): Promise<string[]> {
  const sent: string[] = []
  const row = { id: "finv_1", amount_cents: 10_000, paid_cents: 10_000, external_refunded_cents: 0, announced: null } as InvoiceRow
  const fatura = { ledger: { find: async () => row, update: async (_id: string, change: object) => Object.assign(row, change) } }
  const container = { resolve: () => ({ emit: async ({ name, data }: { name: string; data: { refunded_amount: number } }) => void sent.push(`${name.slice("fatura.invoice.".length)} ${data.refunded_amount}`) }) }
  for (const [status, refunded_cents = 0, captured_cents = 10_000] of changes) {
    Object.assign(row, { status, refunded_cents, captured_cents })
    await announce(container as never, fatura as never, row.id)
    // A repeated notice, or a settling for another reason, is no change.
    await announce(container as never, fatura as never, row.id)
  }
  return sent
}

describe("what the store's subscribers hear", () => {
  it("is each change once", async () => {
    expect(await events(["awaiting_payment"], ["paid"], ["partially_refunded", 3_000], ["partially_refunded", 5_000], ["refunded", 10_000])).toEqual([
      "awaiting_payment 0", "paid 0", "partially_refunded 30", "partially_refunded 50", "refunded 100",
    ])
  })

  it("is no second payment when a refund is refused, nor when a dispute is won", async () => {
    expect(await events(["paid"], ["refund_pending"], ["paid"], ["disputed"], ["paid"])).toEqual(["paid 0", "refund_pending 0", "disputed 0"])
  })

  it("is no second partial refund when the next one is refused", async () => {
    expect(await events(["paid"], ["partially_refunded", 3_000], ["refund_pending", 3_000], ["partially_refunded", 3_000])).toEqual(["paid 0", "partially_refunded 30", "refund_pending 30"])
  })

  it("is a second dispute, and a code that can be paid again", async () => {
    expect(await events(["awaiting_payment"], ["canceled"], ["awaiting_payment"], ["paid"], ["disputed"], ["paid"], ["disputed"])).toEqual([
      "awaiting_payment 0", "canceled 0", "awaiting_payment 0", "paid 0", "disputed 0", "disputed 0",
    ])
  })

  it("is a payment when Medusa has captured it, and not before", async () => {
    expect(await events(["paid", 0, 0], ["paid"])).toEqual(["paid 0"])
  })
})
