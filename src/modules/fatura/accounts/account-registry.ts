import { type AccountProfile, type CallReport, type CachedToken, GatewayClient, GatewayError, type GatewayOptions, isOtherIssuer, isSameIssuer, type Issuer, issuerOf } from "../../../gateway"
import type { KeyRing } from "../crypto/key-ring"
import { Database, tables } from "../database"
import { isHostAllowed } from "../options/allowed-hosts"
import { configuredId } from "../options/configured-id"
import { isProduction } from "../options/read-options"
import type { FixedOptions, Tokenization } from "../options/schema"
import type { Problems } from "../problems/problems"
import { tokenizationFrom } from "../settings/overrides"
import type { Revision } from "../settings/revision"
import { Drifts } from "../health/drifts"
import { ShopperError } from "../texts/shopper-error"
import { AccountHealth } from "./account-health"
import { OtherMerchantError } from "./account-identity"
import { type AccountRow, AccountRows } from "./account-rows"
import { AccountStandings } from "./account-standings"
import { AccountTokens } from "./account-tokens"
import { type EffectiveGatewayOptions, gatewayOptionsFrom, gatewayOptionsOf } from "./gateway-options"
import { SharedLookUpGate } from "./look-up-gate"
import { isInternal, isPlainlyInternal } from "./public-address"

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
  /** What this account's installation of the gateway needs. */
  gatewayOptions: EffectiveGatewayOptions
  /** The merchant's own part of the token of notices that are registered in the gateway's panel (spec 6). */
  merchantToken: string | null
  client: GatewayClient
  tokens: AccountTokens
  /** Another client of the same account, with its token and budget. */
  clientWith: (overrides: Pick<GatewayOptions, "paymentTypes" | "endpoints" | "onCall">) => GatewayClient
}

/**
 * The account of an invoice is not there, its secrets can't be opened, or they are another merchant's by now.
 * Nothing was sent. People can mend it; time can't.
 */
export class AccountUnusableError extends GatewayError {
  constructor(id: string) {
    super({
      operation: "auth", kind: "not_configured", outcome: "not_sent",
      reason: `The account ${id} can't be used, but an invoice needs it. Put it back into the plugin's options, add the credentials that issued the invoice as an account of their own, put the key that sealed them into FATURA_ENCRYPTION_KEY, or its host into allowedGatewayHosts where that option is set.`,
    })
    this.name = "AccountUnusableError"
  }
}

/** What of an invoice tells which account speaks for it. */
export type Issued = { account_id: string; issuer: Issuer | null }

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
  private readonly standings: AccountStandings
  /** Accounts that invoices of theirs were found to be well served by, in this process. */
  private readonly serving = new Set<string>()

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
    this.standings = new AccountStandings(db, problems)
  }

  /**
   * The account for a sales channel: the one that names it, else the default.
   * @param fresh counts a change that another process made a moment ago, and asks the gateway again about
   * credentials that it refused
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
    const account = await this.assignedTo(salesChannelId, fresh)
    return account && (await this.standings.isReady(account, fresh ? "shopper" : undefined)) ? account : null
  }

  /**
   * The account that a sales channel belongs to, ready or not. One whose credentials the gateway never took
   * takes no sales channel from the default: it is a slip of who typed them. One that worked before keeps its own,
   * since another account would be another merchant.
   */
  async assignedTo(salesChannelId: string | null, fresh = false): Promise<Account | null> {
    const accounts = (await this.load(fresh)).filter((account) => !account.archived)
    const named = accounts.find((account) => salesChannelId && account.salesChannelIds.includes(salesChannelId))
    const heir = accounts.find((account) => account.isDefault) ?? null
    return named && named.id !== heir?.id && (await this.standings.wasNeverTaken(named.id)) ? heir : (named ?? heir)
  }

  /** Has the gateway asked again about credentials that it refused, now and then, so that they come back by themselves. */
  async checkRefused(): Promise<void> {
    for (const account of (await this.load()).filter(({ archived }) => !archived)) {
      await this.standings.isReady(account, "watch")
    }
  }

  /** Every account that can be used, with those that only serve old invoices. */
  async all(): Promise<Account[]> {
    return this.load()
  }

  async find(id: string, { fresh = false } = {}): Promise<Account | null> {
    const known = (await this.load(fresh)).find((account) => account.id === id)
    return known ?? (await this.load(true)).find((account) => account.id === id) ?? null
  }

  /**
   * The account that speaks for an invoice: its own while it has the credentials of the gateway account that issued
   * it, else another one that has them. No call about an invoice goes out with anybody else's.
   * @throws AccountUnusableError when there is none, which stands on the Problems list then
   * @throws GatewayError when the gateway does not tell whose the credentials are
   */
  async ofInvoice(invoice: Issued): Promise<Account> {
    const own = await this.find(invoice.account_id)
    const standing = own ? await this.isIssuer(own, invoice.issuer) : false
    const account = standing === true ? own : await this.otherIssuer(invoice.issuer)
    if (!account && standing instanceof GatewayError) {
      throw standing
    }
    if (!account) {
      this.serving.delete(invoice.account_id)
      await this.problems.raise({ kind: "account_unusable", subject: invoice.account_id, accountId: invoice.account_id, details: { issued_by: invoice.issuer } })
      throw new AccountUnusableError(invoice.account_id)
    }
    if (!this.serving.has(invoice.account_id)) {
      this.serving.add(invoice.account_id)
      await this.problems.clear("account_unusable", invoice.account_id)
    }
    return account
  }

  /** @returns a refusal of the credentials, which leaves it open whose they are, but says that others are needed */
  private async isIssuer(account: Account, issuer: Issuer | null): Promise<boolean | GatewayError> {
    if (!issuer) {
      return true
    }
    try {
      const { account: profile } = await account.tokens.kept(() => account.client.auth())
      return !isOtherIssuer(issuerOf(profile), issuer)
    } catch (error) {
      if (error instanceof OtherMerchantError) {
        return false
      }
      if (error instanceof GatewayError && error.kind === "credentials") {
        return error.asNotSent()
      }
      throw error instanceof GatewayError ? error.asNotSent() : error
    }
  }

  private async otherIssuer(issuer: Issuer | null): Promise<Account | null> {
    for (const account of issuer ? await this.load(true) : []) {
      // One that can't be asked now is not the one, as far as is known.
      const token = await account.tokens.kept(() => account.client.auth()).catch((): CachedToken | null => null)
      if (token && isSameIssuer(issuerOf(token.account), issuer)) {
        return account
      }
    }
    return null
  }

  /** @throws AccountUnusableError when it can't be used any more */
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
    const { account: profile } = await account.tokens.kept(() => account.client.auth())
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
      const rows = await this.rows.all()
      const sources = [...this.configured(rows), ...this.added(rows)]
      const defaultId = defaultOf(sources)
      this.loaded = { revision, accounts: sources.map((source) => this.build({ ...source, isDefault: source.id === defaultId })) }
    }
    return this.loaded.accounts
  }

  private configured(rows: AccountRow[]): Source[] {
    return this.options.accounts.map((account) => {
      const id = configuredId(account.name)
      const calibrated = rows.find((row) => row.id === id)?.calibration?.settings
      const gatewayOptions = gatewayOptionsOf(this.options, calibrated, account)
      return { ...account, id, source: "configuration", archived: false, tokenization: null, merchantToken: account.merchantWebhookToken ?? null, gatewayOptions }
    })
  }

  /**
   * What staff added, and what stands in the configuration no more but is still needed; without what was sealed with
   * a key that is gone, or leads to a host that is not allowed.
   */
  private added(rows: AccountRow[]): Source[] {
    const configured = new Set(this.options.accounts.map(({ name }) => configuredId(name)))
    return rows.filter((row) => !configured.has(row.id)).flatMap((row) => {
      const secrets = this.rows.secretsOf(row)
      // Nothing is sent to a host that is not allowed, about old invoices neither: what it says of them would be believed.
      return secrets && isHostAllowed(secrets.baseUrl ?? row.base_url, this.options.allowedGatewayHosts)
        ? {
            id: row.id,
            name: row.name,
            source: row.source,
            salesChannelIds: row.sales_channel_ids ?? [],
            isDefault: row.is_default,
            archived: row.archived_at !== null || row.source === "configuration",
            gatewayOptions: gatewayOptionsOf(this.options, row.calibration?.settings, gatewayOptionsFrom(row.gateway_options)),
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
    const forbidsAddress = this.mayBeInternal(account.source, baseUrl) ? undefined : isInternal
    return { ...account, ...this.connect(account.id, { baseUrl, token, secretKey, scopes }, account.gatewayOptions, forbidsAddress) }
  }

  /** In production only what the configuration plainly says is: a name can be made to lead anywhere after it was checked. */
  private mayBeInternal(source: AccountRow["source"], baseUrl: string): boolean {
    return !isProduction() || (source === "configuration" && (this.options.allowPrivateGateway || isPlainlyInternal(baseUrl)))
  }

  /** A client lasts as long as its credentials: its breaker and its connections are worth keeping. */
  private connect(id: string, credentials: { baseUrl: string; token: string; secretKey: string; scopes: string[] }, { endpoints, paymentTypes }: EffectiveGatewayOptions, forbidsAddress: GatewayOptions["forbidsAddress"]): Connection {
    const of = JSON.stringify([credentials, endpoints, paymentTypes, forbidsAddress !== undefined])
    const known = this.connections.get(id)
    if (known?.of === of) {
      return known.connection
    }
    const { timeouts, reconciliation } = this.options
    const tokens = new AccountTokens(this.db, this.ring, id, credentials, this.problems, this.revision)
    const lookUps = new SharedLookUpGate(this.db, id, reconciliation, this.problems)
    const health = new AccountHealth(id, this.problems, this.drifts, this.standings)
    const onCall = (report: CallReport) => {
      health.told(report)
      this.listen?.(id, report)
    }
    const ofAccount = { credentials, tokens, lookUps, endpoints, paymentTypes, timeouts, forbidsAddress, onCall }
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
