import { isReturning } from "../ledger/holds-money"
import type { Ledger } from "../ledger/ledger"
import type { RefundRows } from "../refunds/refund-rows"
import type { ProblemMoney } from "../view/staff-view"
import type { ProblemRow } from "./problems"

type About = Pick<ProblemRow, "fatura_invoice_id">
export type ProblemMoneyOf = (problem: About) => ProblemMoney | null

/** The money that problems are about, of a whole page in three queries. */
export async function moneyOfProblems(ledger: Ledger, refunds: RefundRows, problems: About[]): Promise<ProblemMoneyOf> {
  const ids = [...new Set(problems.flatMap(({ fatura_invoice_id: id }) => id ?? []))]
  const [invoices, asked, open] = await Promise.all([ledger.findAll(ids), refunds.askedInMedusaOf(ids), refunds.openAmong(ids)])
  const byId = new Map(invoices.map((invoice) => [invoice.id, invoice]))
  return ({ fatura_invoice_id: id }) => {
    const invoice = id === null ? undefined : byId.get(id)
    return invoice ? { invoice, askedInMedusa: asked.get(invoice.id) ?? 0, isReturning: open.has(invoice.id) || isReturning(invoice) } : null
  }
}
