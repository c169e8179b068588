import { undecided } from "../../domain/invoice-money"
import type { InvoiceRow } from "../../modules/fatura/ledger/row"
import { releaseKept } from "../settling/release-kept"

/** R$ 130,00 came for R$ 100,00, which are captured; staff kept the R$ 30,00. */
const given = { id: "finv_1", paid_at: new Date(), amount_cents: 10_000, paid_cents: 13_000, captured_cents: 10_000, refunded_cents: 0, external_refunded_cents: 0, kept_cents: 3_000 } as InvoiceRow

/** The invoice after what is kept was looked at. */
async function after(change: Partial<InvoiceRow>, { asked = 0, isOpen = false } = {}): Promise<InvoiceRow> {
  let invoice = { ...given, ...change }
  const fatura = {
    ledger: { find: async () => invoice, update: async (_id: string, columns: Partial<InvoiceRow>) => void (invoice = { ...invoice, ...columns }) },
    refundRows: { openOf: async () => (isOpen ? {} : null), askedInMedusa: async () => asked },
  }
  await releaseKept({ fatura, invoice } as never)
  return invoice
}

it.each<[string, Partial<InvoiceRow>, { asked?: number; isOpen?: boolean }, number]>([
  ["stays while nothing went back", {}, {}, 3_000],
  ["stays when staff refunded the order", { refunded_cents: 10_000 }, { asked: 10_000 }, 3_000],
  ["stays until the refund under way has ended", { refunded_cents: 3_000 }, { isOpen: true }, 3_000],
  ["is less by what went back of it", { refunded_cents: 1_000 }, {}, 2_000],
  ["is nothing when all of it went back", { external_refunded_cents: 3_000 }, {}, 0],
])("what is kept %s", async (_what, change, world, left) => {
  expect((await after(change, world)).kept_cents).toBe(left)
})

it("a second payment is not taken for money that was kept and went back", async () => {
  const returned = await after({ refunded_cents: 3_000 })
  expect(undecided({ ...returned, paid_cents: 23_000 }, 0)).toBe(10_000)
})
