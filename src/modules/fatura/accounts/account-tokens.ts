import { UnexpectedStateError } from "../../../domain/words-of-error"
import { GatewayError, type AccountProfile, type CachedToken, type Credentials, issuerOf, type Operation, type TokenStore } from "../../../gateway"
import { KeyRing } from "../crypto/key-ring"
import { Database, pause, tables } from "../database"
import type { Problems } from "../problems/problems"
import { Revision } from "../settings/revision"
import { ACCESS_TOKEN_PURPOSE } from "./account-rows"
import { AccountIdentity, OtherMerchantError } from "./account-identity"

const LEASE_SECONDS = 30
const WAIT_MS = 25_000
const RETRY_MS = 100
/** Not used in its last minutes, so that none expires on its way. */
const MARGIN_MS = 5 * 60_000
/** After a refusal, callers that were waiting don't each ask again. */
const REFUSAL_MEMORY_MS = 5_000

type TokenRow = { access_token_sealed: string | null; credentials_fingerprint: string | null; credentials_sealed: string | null }

/**
 * The access token of an account: in memory, and sealed in the database so that all processes share
 * one. It lasts a year (spec 5.4), so a new one is fetched by one caller at a time and only when needed.
 */
export class AccountTokens implements TokenStore {
  /** Of the credentials, by every key of the ring, newest first. */
  private readonly fingerprints: string[]
  private inMemory: CachedToken | null = null
  private refusal: { at: number; error: GatewayError } | null = null
  private readonly identity: AccountIdentity

  constructor(
    private readonly db: Database,
    private readonly ring: KeyRing,
    private readonly accountId: string,
    private readonly credentials: Credentials,
    private readonly problems: Problems,
    revision = new Revision(db)
  ) {
    this.fingerprints = ring.fingerprints(JSON.stringify(credentials))
    this.identity = new AccountIdentity(db, ring, accountId, problems, revision)
  }

  async read(): Promise<CachedToken | null> {
    if (this.inMemory && isFresh(this.inMemory)) {
      return this.inMemory
    }
    this.inMemory = await this.readStored()
    return this.inMemory
  }

  /** The token that is kept, or the first one. */
  async kept(fetch: () => Promise<CachedToken>): Promise<CachedToken> {
    return (await this.read()) ?? this.renew(null, fetch)
  }

  async renew(stale: string | null, fetch: () => Promise<CachedToken>): Promise<CachedToken> {
    const deadline = performance.now() + WAIT_MS
    for (;;) {
      const stored = await this.readStored()
      if (stored && stored.accessToken !== stale) {
        this.inMemory = stored
        return stored
      }
      if (this.refusal && performance.now() - this.refusal.at < REFUSAL_MEMORY_MS) {
        await this.noteAgain(this.refusal.error)
        throw this.refusal.error
      }
      const lease = await this.takeLease()
      if (lease) {
        return this.fetchAndStore(stale, fetch, lease)
      }
      if (performance.now() > deadline) {
        throw new UnexpectedStateError("Waited in vain for another process to fetch the gateway's access token")
      }
      await pause(RETRY_MS)
    }
  }

  /** The account as the gateway last described it, or null before the first token. */
  async profile(): Promise<AccountProfile | null> {
    return (await this.read())?.account ?? null
  }

  async refusedThoughNew(operation: Operation): Promise<void> {
    if (operation === "create_invoice") {
      // Any other may be refused for itself, and says nothing about selling.
      await this.noteRefused()
    }
    await this.problems.raise({ kind: "credentials_refused", subject: this.accountId, accountId: this.accountId, details: { operation } })
  }

  private async fetchAndStore(stale: string | null, fetch: () => Promise<CachedToken>, lease: Date): Promise<CachedToken> {
    try {
      const meanwhile = await this.readStored()
      if (meanwhile && meanwhile.accessToken !== stale) {
        this.inMemory = meanwhile
        return meanwhile
      }
      const token = await fetch()
      await this.identity.admit(token.account)
      const kept = await this.identity.sealed(this.credentials)
      await this.db(tables.account).where({ id: this.accountId }).update({
        access_token_sealed: this.ring.seal(JSON.stringify(token), ACCESS_TOKEN_PURPOSE, [this.accountId]),
        access_token_expires_at: token.expiresAt,
        credentials_fingerprint: this.fingerprints[0],
        environment: token.account.environment,
        profile: JSON.stringify(token.account),
        issuer: JSON.stringify(issuerOf(token.account)),
        refused_at: null,
        ...(kept && { credentials_sealed: kept }),
        updated_at: this.db.fn.now(),
      })
      this.inMemory = token
      this.refusal = null
      await this.problems.clear("credentials_refused", this.accountId)
      return token
    } catch (error) {
      await this.rememberRefusal(error)
      throw error
    } finally {
      // Only our own: after its end another process may hold it.
      await this.db(tables.account).where({ id: this.accountId, auth_lease_until: lease }).update({ auth_lease_until: null })
    }
  }

  private async rememberRefusal(error: unknown): Promise<void> {
    if (error instanceof GatewayError && error.kind === "credentials") {
      this.refusal = { at: performance.now(), error }
      await this.noteRefused()
      await this.raise(error)
    }
  }

  /** The same credentials may have been saved once more, with which row and problem were taken for mended. */
  private async noteAgain(error: GatewayError): Promise<void> {
    const forgotten = await this.accountRow().whereNull("refused_at").update({ refused_at: this.db.raw("clock_timestamp()") })
    if (forgotten) {
      await this.raise(error)
    }
  }

  private async raise(error: GatewayError): Promise<void> {
    if (!(error instanceof OtherMerchantError)) {
      await this.problems.raise({ kind: "credentials_refused", subject: this.accountId, accountId: this.accountId, details: { message: error.gatewayMessage } })
    }
  }

  private accountRow() {
    return this.db(tables.account).where({ id: this.accountId })
  }

  private async noteRefused(): Promise<void> {
    await this.accountRow().update({ refused_at: this.db.raw("clock_timestamp()") })
  }

  private async readStored(): Promise<CachedToken | null> {
    const row: TokenRow | undefined = await this.db(tables.account)
      .where({ id: this.accountId })
      .first("access_token_sealed", "credentials_fingerprint", "credentials_sealed")
    if (!row?.access_token_sealed || !this.fingerprints.includes(row.credentials_fingerprint ?? "")) {
      return null
    }
    if (row.credentials_fingerprint !== this.fingerprints[0]) {
      // By an older key of the ring: noted by the first one, so that the token outlives that key.
      await this.db(tables.account).where({ id: this.accountId, credentials_fingerprint: row.credentials_fingerprint }).update({ credentials_fingerprint: this.fingerprints[0] })
    }
    if (row.credentials_sealed === null) {
      await this.keepCredentials()
    }
    // Sealed with a key that is gone: the token is fetched again and sealed with the key of today.
    const text = this.ring.openOrNull(row.access_token_sealed, ACCESS_TOKEN_PURPOSE, [this.accountId])
    const token = text && (JSON.parse(text) as CachedToken)
    const revived = token && { ...token, expiresAt: new Date(token.expiresAt) }
    return revived && isFresh(revived) ? revived : null
  }

  /** Of the configuration, for the day when others take their place. */
  private async keepCredentials(): Promise<void> {
    const credentials_sealed = await this.identity.sealed(this.credentials)
    if (credentials_sealed) {
      await this.db(tables.account).where({ id: this.accountId }).whereNull("credentials_sealed").update({ credentials_sealed })
    }
  }

  /** By the database's clock, which is the same for all processes; in milliseconds, so that its end is known again. */
  private async takeLease(): Promise<Date | null> {
    const [taken] = await this.db(tables.account)
      .where({ id: this.accountId })
      .andWhere((free) => free.whereNull("auth_lease_until").orWhere("auth_lease_until", "<", this.db.raw("clock_timestamp()")))
      .update({ auth_lease_until: this.db.raw("date_trunc('milliseconds', clock_timestamp() + make_interval(secs => ?))", [LEASE_SECONDS]) })
      .returning("auth_lease_until")
    return taken?.auth_lease_until ?? null
  }
}

function isFresh(token: CachedToken): boolean {
  return token.expiresAt.getTime() - Date.now() > MARGIN_MS
}
