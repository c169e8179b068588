import { GatewayClient } from "../../../gateway"
import type { KeyRing } from "../crypto/key-ring"
import { Database, tables } from "../database"
import type { AccountOptions, FaturaOptions } from "../options/schema"
import type { Problems } from "../problems/problems"
import { isProduction } from "../options/read-options"
import { ShopperError } from "../texts/shopper-error"
import { AccountHealth } from "./account-health"
import { AccountTokens } from "./account-tokens"
import { SharedLookUpGate } from "./look-up-gate"

/** An account with the client that speaks for it. */
export type Account = {
  id: string
  name: string
  salesChannelIds: string[]
  isDefault: boolean
  client: GatewayClient
  tokens: AccountTokens
}

/** The accounts of the configuration, each with one client per process. */
export class AccountRegistry {
  private readonly accounts: Account[]
  private stored: Promise<void> | null = null

  constructor(
    private readonly db: Database,
    private readonly options: FaturaOptions,
    ring: KeyRing,
    private readonly problems: Problems
  ) {
    this.accounts = options.accounts.map((account) => this.build(account, ring, problems))
  }

  /** The account for a sales channel: the one that names it, else the default, else the first. */
  async forSalesChannel(salesChannelId: string | null): Promise<Account> {
    await this.ensureStored()
    const named = this.accounts.find((account) => salesChannelId && account.salesChannelIds.includes(salesChannelId))
    return named ?? this.accounts.find((account) => account.isDefault) ?? this.accounts[0]!
  }

  async all(): Promise<Account[]> {
    await this.ensureStored()
    return this.accounts
  }

  /** @throws Error when the account of an old invoice is no longer configured */
  async byId(id: string): Promise<Account> {
    await this.ensureStored()
    const account = this.accounts.find((candidate) => candidate.id === id)
    if (!account) {
      throw new Error(`The account ${id} is not configured any more, but an invoice needs it. Put it back into the plugin's options.`)
    }
    return account
  }

  /**
   * A test account takes no orders in production, unless the store allows it.
   * @throws ShopperError
   */
  async refuseSandboxInProduction(account: Account): Promise<void> {
    if (!isProduction() || this.options.allowSandbox) {
      return
    }
    const { account: profile } = await account.tokens.renew(null, () => account.client.auth())
    if (profile.environment === "SANDBOX") {
      await this.problems.raise({ kind: "sandbox_in_production", subject: account.id, accountId: account.id })
      throw new ShopperError("denied", "method_unavailable")
    }
  }

  private build(account: AccountOptions, ring: KeyRing, problems: Problems): Account {
    const id = accountId(account.name)
    const credentials = { baseUrl: account.baseUrl, token: account.token, secretKey: account.secretKey, scopes: account.scopes }
    const tokens = new AccountTokens(this.db, ring, id, credentials, problems)
    const lookUps = new SharedLookUpGate(this.db, id, this.options.reconciliation, problems)
    const client = new GatewayClient({
      credentials,
      tokens,
      lookUps,
      endpoints: this.options.endpoints,
      paymentTypes: this.options.paymentTypes,
      timeouts: this.options.timeouts,
      onCall: new AccountHealth(id, problems).told,
    })
    return { id, name: account.name, salesChannelIds: account.salesChannelIds, isDefault: account.isDefault, client, tokens }
  }

  /** Rows for what processes share; written once per process, on first use. */
  private ensureStored(): Promise<void> {
    this.stored ??= this.store().catch((error) => {
      this.stored = null
      throw error
    })
    return this.stored
  }

  private async store(): Promise<void> {
    for (const account of this.options.accounts) {
      await this.db(tables.account)
        .insert({ id: accountId(account.name), name: account.name, source: "configuration", base_url: account.baseUrl, is_default: account.isDefault })
        .onConflict("id")
        .merge(["name", "base_url", "is_default"])
    }
  }
}

function accountId(name: string): string {
  return `facc_config_${name.toLowerCase().replace(/[^a-z0-9]+/g, "_")}`
}
