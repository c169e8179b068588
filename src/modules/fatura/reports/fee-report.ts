import { SAO_PAULO } from "../../../domain/dates"
import { cents, toReais } from "../../../domain/money"
import { type Database, tables } from "../database"

export const GROUPS = ["day", "method", "account"] as const
export type FeeGroup = (typeof GROUPS)[number]

/**
 * Amounts in decimal reais. `fees` and `net` are sums of what the gateway told; `without_fees` and
 * `without_net` count the payments of which it told none, so that nobody takes a part for the whole.
 */
export type FeeRow = {
  /** A São Paulo day, a method, or the id of an account. */
  key: string
  count: number
  paid: number
  refunded: number
  fees: number
  net: number
  without_fees: number
  without_net: number
}

export type FeeQuery = { from: string; to: string; groupBy: FeeGroup }

/** By which expression rows are grouped; the day is the one on which the money came, in São Paulo. */
const GROUP_BY: Record<FeeGroup, string> = {
  day: `to_char(paid_at at time zone '${SAO_PAULO}', 'YYYY-MM-DD')`,
  method: "method",
  account: "account_id",
}

type Sums = { key: string; count: string; paid: string; refunded: string; fees: string | null; net: string | null; without_fees: string; without_net: string }

/** Fees and net of what was paid, from the gateway's answers alone: a fee table is never multiplied out. */
export class FeeReport {
  constructor(private readonly db: Database) {}

  /** @param query days `YYYY-MM-DD` in São Paulo, both included */
  async rows({ from, to, groupBy }: FeeQuery): Promise<FeeRow[]> {
    const { rows } = await this.db.raw<{ rows: Sums[] }>(
      `select ${GROUP_BY[groupBy]} as key, count(*) as count,
         sum(coalesce(paid_cents, amount_cents)) as paid, sum(refunded_cents + external_refunded_cents) as refunded,
         sum(fees_cents) as fees, sum(net_cents) as net,
         count(*) filter (where fees_cents is null) as without_fees, count(*) filter (where net_cents is null) as without_net
       from ${tables.invoice}
       where paid_at is not null
         and paid_at >= (?::date)::timestamp at time zone '${SAO_PAULO}'
         and paid_at < (?::date + 1)::timestamp at time zone '${SAO_PAULO}'
       group by 1 order by 1`,
      [from, to]
    )
    return rows.map((row) => ({
      key: row.key,
      count: Number(row.count),
      paid: reais(row.paid),
      refunded: reais(row.refunded),
      fees: reais(row.fees),
      net: reais(row.net),
      without_fees: Number(row.without_fees),
      without_net: Number(row.without_net),
    }))
  }
}

function reais(sum: string | null): number {
  return toReais(cents(Number(sum ?? 0)))
}

/** The sum of all rows, for the last line of a table. */
export function totalOf(rows: FeeRow[]): Omit<FeeRow, "key"> {
  const sum = (name: "paid" | "refunded" | "fees" | "net") => toReais(cents(rows.reduce((total, row) => total + Math.round(row[name] * 100), 0)))
  const add = (name: "count" | "without_fees" | "without_net") => rows.reduce((total, row) => total + row[name], 0)
  return { count: add("count"), paid: sum("paid"), refunded: sum("refunded"), fees: sum("fees"), net: sum("net"), without_fees: add("without_fees"), without_net: add("without_net") }
}
