import { type AccountProfile, type CallReport, GatewayClient, type GatewayOptions } from "../../../gateway"
import type { KeyRing } from "../crypto/key-ring"
import { Database, tables } from "../database"
import { isProduction } from "../options/read-options"
import type { FixedOptions, Tokenization } from "../options/schema"
import type { Problems } from "../problems/problems"
import { tokenizationFrom } from "../settings/overrides"
import type { Revision } from "../settings/revision"
import { Drifts } from "../health/drifts"
import { ShopperError } from "../texts/shopper-error"
import { AccountHealth } from "./account-health"
import { type AccountRow, AccountRows } from "./account-rows"
import { AccountTokens } from "./account-tokens"
import { SharedLookUpGate } from "./look-up-gate"

/** An account with the client that speaks for it. */
export type Account = {
  id: string
  name: string
  source: AccountRow["source"]
  salesChannelIds: string[]
  isDefault: boolean
  /** Serves its old invoices only. */
  archived: boolean
  tokenization: Tokenization | null
  /** The merchant's own part of the token of notices that are registered in the gateway's panel (spec 6). */
  merchantToken: string | null
  client: GatewayClient
  tokens: AccountTokens
  /** Another client of the same account, with its token and budget. */
  clientWith: (overrides: Pick<GatewayOptions, "paymentTypes" | "endpoints" | "onCall">) => GatewayClient
}

/** The account of an invoice is not there, or its secrets can't be opened. People can mend it; time can't. */
export class AccountUnusableError extends Error {
  constructor(id: string) {
    super(`The account ${id} can't be used, but an invoice needs it. Put it back into the plugin's options, or the key that sealed it into FATURA_ENCRYPTION_KEY.`)
    this.name = "AccountUnusableError"
  }
}

/** What an account is made of, wherever it comes from. */
type Source = Omit<Account, "client" | "tokens" | "clientWith"> & { baseUrl: string; token: string; secretKey: string; scopes: string[] }
type Connection = Pick<Account, "client" | "tokens" | "clientWith">

/**
 * The accounts of the configuration and of the admin, each with one client per process. A change by staff
 * is seen by every process within two seconds, and by the issue of an invoice at once.
 */
export class AccountRegistry {
  /** How the gateway's messages differ from what is documented. */
  readonly drifts: Drifts
  private readonly rows: AccountRows
  private readonly connections = new Map<string, { of: string; connection: Connection }>()
  private stored: Promise<void> | null = null
  private loaded: { revision: number; accounts: Account[] } | null = null

  constructor(
    private readonly db: Database,
    private readonly options: FixedOptions,
    private readonly ring: KeyRing,
    private readonly problems: Problems,
    private readonly revision: Revision,
    private readonly listen?: (accountId: string, report: CallReport) => void
  ) {
    this.rows = new AccountRows(db, ring)
    this.drifts = new Drifts(db)
  }

  /**
   * The account for a sales channel: the one that names it, else the default.
   * @param fresh counts a change that another process made a moment ago
   * @throws ShopperError while there is none that can be used
   */
  async forSalesChannel(salesChannelId: string | null, { fresh = false } = {}): Promise<Account> {
    const account = await this.offeredTo(salesChannelId, fresh)
    if (!account) {
      throw new ShopperError("conflict", "method_unavailable")
    }
    return account
  }

  /** The same, or null. */
  async offeredTo(salesChannelId: string | null, fresh = false): Promise<Account | null> {
    const accounts = (await this.load(fresh)).filter((account) => !account.archived)
    const named = accounts.find((account) => salesChannelId && account.salesChannelIds.includes(salesChannelId))
    return named ?? accounts.find((account) => account.isDefault) ?? null
  }

  /** Every account that can be used, with those that only serve old invoices. */
  async all(): Promise<Account[]> {
    return this.load()
  }

  async find(id: string, { fresh = false } = {}): Promise<Account | null> {
    const known = (await this.load(fresh)).find((account) => account.id === id)
    return known ?? (await this.load(true)).find((account) => account.id === id) ?? null
  }

  /** @throws AccountUnusableError when the account of an invoice can't be used any more */
  async byId(id: string): Promise<Account> {
    const account = await this.find(id)
    if (!account) {
      throw new AccountUnusableError(id)
    }
    return account
  }

  /**
   * A test account takes no orders in production, unless the store allows it.
   * @throws ShopperError
   */
  async refuseSandboxInProduction(account: Account): Promise<void> {
    if (!this.forbidsSandbox()) {
      return
    }
    const { account: profile } = await account.tokens.renew(null, () => account.client.auth())
    if (this.isForbidden(profile)) {
      await this.problems.raise({ kind: "sandbox_in_production", subject: account.id, accountId: account.id })
      throw new ShopperError("denied", "method_unavailable")
    }
  }

  /** Whether an account that the gateway describes so takes no orders here. */
  isForbidden(profile: AccountProfile): boolean {
    return this.forbidsSandbox() && profile.environment === "SANDBOX"
  }

  private forbidsSandbox(): boolean {
    return isProduction() && !this.options.allowSandbox
  }

  private async load(fresh = false): Promise<Account[]> {
    await this.ensureStored()
    if (this.ring.isEmpty) {
      return []
    }
    const revision = await this.revision.read(fresh ? 0 : undefined)
    if (this.loaded?.revision !== revision) {
      const sources = [...this.configured(), ...(await this.added())]
      const defaultId = defaultOf(sources)
      this.loaded = { revision, accounts: sources.map((source) => this.build({ ...source, isDefault: source.id === defaultId })) }
    }
    return this.loaded.accounts
  }

  private configured(): Source[] {
    return this.options.accounts.map((account) => ({ ...account, id: configuredId(account.name), source: "configuration", archived: false, tokenization: null, merchantToken: account.merchantWebhookToken ?? null }))
  }

  /** What staff added; without what was sealed with a key that is gone. */
  private async added(): Promise<Source[]> {
    const rows = (await this.rows.all()).filter((row) => row.source === "admin")
    return rows.flatMap((row) => {
      const secrets = this.rows.secretsOf(row)
      return secrets
        ? {
            id: row.id,
            name: row.name,
            source: row.source,
            salesChannelIds: row.sales_channel_ids ?? [],
            isDefault: row.is_default,
            archived: row.archived_at !== null,
            tokenization: row.tokenization && tokenizationFrom(row.tokenization),
            merchantToken: this.rows.merchantTokenOf(row),
            baseUrl: row.base_url,
            scopes: row.scopes ?? [],
            ...secrets,
          }
        : []
    })
  }

  private build({ baseUrl, token, secretKey, scopes, ...account }: Source): Account {
    return { ...account, ...this.connect(account.id, { baseUrl, token, secretKey, scopes }) }
  }

  /** A client lasts as long as its credentials: its breaker and its connections are worth keeping. */
  private connect(id: string, credentials: { baseUrl: string; token: string; secretKey: string; scopes: string[] }): Connection {
    const of = JSON.stringify(credentials)
    const known = this.connections.get(id)
    if (known?.of === of) {
      return known.connection
    }
    const { endpoints, paymentTypes, timeouts, reconciliation } = this.options
    const tokens = new AccountTokens(this.db, this.ring, id, credentials, this.problems)
    const lookUps = new SharedLookUpGate(this.db, id, reconciliation, this.problems)
    const health = new AccountHealth(id, this.problems, this.drifts)
    const onCall = (report: CallReport) => {
      health.told(report)
      this.listen?.(id, report)
    }
    const ofAccount = { credentials, tokens, lookUps, endpoints, paymentTypes, timeouts, onCall }
    const clientWith: Account["clientWith"] = (overrides) => new GatewayClient({ ...ofAccount, ...withoutUndefined(overrides) })
    const connection = { tokens, clientWith, client: new GatewayClient(ofAccount) }
    this.connections.set(id, { of, connection })
    return connection
  }

  /** Rows for what processes share; written once per process, on first use. */
  ensureStored(): Promise<void> {
    this.stored ??= this.store().catch((error) => {
      this.stored = null
      throw error
    })
    return this.stored
  }

  private async store(): Promise<void> {
    for (const account of this.options.accounts) {
      await this.db(tables.account)
        .insert({ id: configuredId(account.name), name: account.name, source: "configuration", base_url: account.baseUrl, is_default: account.isDefault })
        .onConflict("id")
        .merge(["name", "base_url", "is_default"])
    }
  }
}

function withoutUndefined<T extends object>(given: T): Partial<T> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<T>
}

/** Exactly one is the default: what the configuration says, else what staff chose, else the oldest. */
export function defaultOf(accounts: { id: string; source: AccountRow["source"]; isDefault: boolean; archived: boolean }[]): string | null {
  const usable = accounts.filter((account) => !account.archived)
  const chosen = usable.filter((account) => account.isDefault)
  return (chosen.find((account) => account.source === "configuration") ?? chosen[0] ?? usable[0])?.id ?? null
}

/** The id of an account of the configuration, by its name. */
export function configuredId(name: string): string {
  return `facc_config_${name.toLowerCase().replace(/[^a-z0-9]+/g, "_")}`
}
