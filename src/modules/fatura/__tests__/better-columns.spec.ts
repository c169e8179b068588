import { betterColumns } from "../ledger/better-columns"
import type { InvoiceRow } from "../ledger/row"

const known = (given: Partial<InvoiceRow>) => ({ fees_cents: null, net_cents: null, end_to_end_id: null, ...given }) as InvoiceRow
const OF_A_BANK = "E00000000202611271830aBcDeF12345"
const OF_ANOTHER = "E99999999202611271830aBcDeF12345"

describe("what is known of an invoice", () => {
  it.each([
    ["nothing is known yet", null, 349, 349],
    ["a first zero", null, 0, 0],
    ["nothing is said", 349, null, 349],
    ["a zero", 349, 0, 349],
    ["an amount after a zero", 0, 349, 349],
    ["another amount", 349, 360, 360],
  ])("of its fees and net amount, told %s", (_what, before, told, after) => {
    expect(betterColumns(known({ fees_cents: before, net_cents: before }), { feesCents: told, netCents: told })).toMatchObject({ fees_cents: after, net_cents: after })
  })

  it.each([
    ["none is known yet", null, "E001", "E001"],
    ["nothing is said", OF_A_BANK, null, OF_A_BANK],
    ["a number of the acquirer's", OF_A_BANK, "E001", OF_A_BANK],
    ["the bank's after an acquirer's", "E001", OF_A_BANK, OF_A_BANK],
    ["another of a bank's", OF_A_BANK, OF_ANOTHER, OF_ANOTHER],
  ])("of its end-to-end id, told %s", (_what, before, told, after) => {
    expect(betterColumns(known({ end_to_end_id: before }), { endToEndId: told })).toMatchObject({ end_to_end_id: after })
  })
})
