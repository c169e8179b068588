import type { AccountRow } from "../accounts/account-rows"
import type { AccountView } from "../accounts/account-view"
import { type KeyRing, KEY_MISSING, SealError } from "../crypto/key-ring"
import { SEALED_COLUMNS } from "../crypto/sealed-columns"
import { UnboundValues } from "../crypto/unbound-values"
import { Database, tables } from "../database"
import { isLoopback, isProduction } from "../options/read-options"
import type { FixedOptions } from "../options/schema"
import type { Drifts, DriftView } from "./drifts"
import { areProxiesGuessed, type ShopperAddresses, shopperAddresses } from "./shopper-addresses"
import { PROBLEM_FACTS } from "../../../domain/problem-facts"
import type { ProblemKind } from "../../../domain/problems"

export type KeyState = "ok" | "missing" | "changed"

/** Look-ups of the last minute and day. */
type Sent = { minute: number; day: number }

export type AccountHealth = Pick<AccountView, "id" | "name" | "state" | "environment" | "token_expires_at"> & {
  /** `open` - the gateway refused look-ups, and none is sent until `blocked_until`. */
  breaker: "closed" | "open"
  blocked_until: Date | null
  look_ups: { last_minute: number; per_minute: number; last_day: number; per_day: number }
  last_sweep_at: Date | null
}

export type Health = {
  /** Open ones: about money, and those that soon could be. */
  problems: { open: number; money: number; warning: number }
  backlog: { notices: number; tasks: number; dead_letters: number; oldest_at: Date | null }
  /** When the gateway was last asked about an open invoice, one by one or page by page. */
  reconciliation: { last_check_at: Date | null; last_sweep_at: Date | null; watched_invoices: number }
  accounts: AccountHealth[]
  notifications: { address: string; reachable_from_outside: boolean; last_notice_at: Date | null; last_verified_notice_at: Date | null; merchant_token_set: boolean }
  /** `unbound`: values that are sealed in the form before they were bound to their rows; `rotate-keys` ends them. */
  encryption_key: { state: KeyState; message: string | null; unbound: number }
  /** Whether limits can tell shoppers apart by their internet addresses, and whether who stands before the store is only guessed. */
  shopper_addresses: ShopperAddresses & { proxies_guessed: boolean }
  /** How the gateway's messages differ from what is documented; it breaks nothing. */
  drift: DriftView
}

/** How it all stands, from the tables alone: the gateway is not asked. */
export class HealthDesk {
  private readonly unbound: UnboundValues

  constructor(
    private readonly db: Database,
    private readonly ring: KeyRing,
    private readonly options: FixedOptions,
    private readonly drifts: Drifts
  ) {
    this.unbound = new UnboundValues(db)
  }

  async view(accounts: { rows: AccountRow[]; views: AccountView[] }): Promise<Health> {
    const [problems, backlog, reconciliation, notices, key, lookUps, drift, addresses, unbound] = await Promise.all([
      this.problems(), this.backlog(), this.reconciliation(), this.notices(), this.keyState(), this.lookUps(), this.drifts.view(),
      shopperAddresses(this.db, this.ring), this.unbound.count(),
    ])
    const { backendUrl } = this.options
    const views = accounts.views.filter((view) => view.state !== "removed" && view.state !== "archived")
    const last_sweep_at = latest(accounts.rows.flatMap((row) => [row.sweep_started_at, row.swept_at]))
    return {
      problems,
      backlog,
      reconciliation: { ...reconciliation, last_sweep_at },
      accounts: views.map((view) => this.accountHealth(view, accounts.rows.find((row) => row.id === view.id)!, lookUps.get(view.id))),
      notifications: {
        address: `${backendUrl}/hooks/fatura`,
        reachable_from_outside: !isLoopback(backendUrl) && (backendUrl.startsWith("https://") || !isProduction()),
        ...notices,
        merchant_token_set: views.some((view) => view.has_merchant_webhook_token),
      },
      encryption_key: { ...key, unbound },
      shopper_addresses: { ...addresses, proxies_guessed: areProxiesGuessed(this.options, isProduction()) },
      drift,
    }
  }

  /** `changed`: something was sealed with a key that is not in the ring any more. */
  async keyState(): Promise<{ state: KeyState; message: string | null }> {
    if (this.ring.isEmpty) {
      return { state: "missing", message: KEY_MISSING }
    }
    for (const { table, column, purpose, beside, place } of SEALED_COLUMNS) {
      const row = await this.db(table).whereNotNull(column).orderBy("id", "desc").first(column, ...beside)
      try {
        if (row) {
          this.ring.open(row[column], purpose, place(row))
        }
      } catch (error) {
        if (error instanceof SealError) {
          return { state: "changed", message: error.message }
        }
        throw error
      }
    }
    return { state: "ok", message: null }
  }

  private accountHealth(view: AccountView, row: AccountRow, sent: Sent = { minute: 0, day: 0 }): AccountHealth {
    const { lookUpsPerMinute, lookUpsPerDay } = this.options.reconciliation
    const blocked = row.blocked_until !== null && row.blocked_until > new Date()
    const { id, name, state, environment, token_expires_at } = view
    return {
      id, name, state, environment, token_expires_at,
      breaker: blocked ? "open" : "closed",
      blocked_until: blocked ? row.blocked_until : null,
      look_ups: {
        last_minute: sent.minute,
        per_minute: lookUpsPerMinute,
        last_day: sent.day,
        per_day: lookUpsPerDay,
      },
      last_sweep_at: latest([row.sweep_started_at, row.swept_at]),
    }
  }

  /** What the budget of each account was used for, as its gate counts it. */
  private async lookUps(): Promise<Map<string, Sent>> {
    const { rows } = await this.db.raw(
      `select account_id, count(*)::int as day, (count(*) filter (where sent_at > now() - interval '1 minute'))::int as minute
       from ${tables.lookUp} where sent_at > now() - interval '1 day' group by account_id`
    )
    return new Map((rows as (Sent & { account_id: string })[]).map(({ account_id, minute, day }) => [account_id, { minute, day }]))
  }

  private async problems(): Promise<Health["problems"]> {
    const rows: { kind: ProblemKind; count: string }[] = await this.db(tables.problem).whereNull("resolved_at").groupBy("kind").select("kind").count("* as count")
    const counted: Health["problems"] = { open: 0, money: 0, warning: 0 }
    for (const { kind, count } of rows) {
      counted.open += Number(count)
      counted[PROBLEM_FACTS[kind].severity] += Number(count)
    }
    return counted
  }

  private async backlog(): Promise<Health["backlog"]> {
    const { rows } = await this.db.raw(
      `select (select count(*) from ${tables.notice} where state = 'pending') as notices,
              (select count(*) from ${tables.outbox} where state = 'pending') as tasks,
              (select count(*) from ${tables.notice} where state = 'dead') as dead_letters,
              least((select min(created_at) from ${tables.notice} where state = 'pending'), (select min(created_at) from ${tables.outbox} where state = 'pending')) as oldest_at`
    )
    const [row] = rows
    return { notices: Number(row.notices), tasks: Number(row.tasks), dead_letters: Number(row.dead_letters), oldest_at: row.oldest_at }
  }

  private async reconciliation(): Promise<{ last_check_at: Date | null; watched_invoices: number }> {
    const [last, watched] = await Promise.all([
      this.db(tables.invoice).max("looked_up_at as at").first(),
      this.db(tables.invoice).whereNotNull("next_check_at").count("* as count").first(),
    ])
    return { last_check_at: last?.at ?? null, watched_invoices: Number(watched?.count ?? 0) }
  }

  private async notices(): Promise<{ last_notice_at: Date | null; last_verified_notice_at: Date | null }> {
    const newest = () => this.db(tables.notice).orderBy("id", "desc")
    const [any, verified] = await Promise.all([newest().first("created_at"), newest().where({ verified: true }).first("created_at")])
    return { last_notice_at: any?.created_at ?? null, last_verified_notice_at: verified?.created_at ?? null }
  }
}

function latest(times: (Date | null)[]): Date | null {
  return times.reduce((last, time) => (time && (!last || time > last) ? time : last), null)
}
