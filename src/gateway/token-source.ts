import { GatewayError } from "./errors"
import type { Operation } from "./operations"
import type { CachedToken, TokenStore } from "./options"

/** Renewed this long before it expires, so that none expires on its way. */
const MARGIN_MS = 5 * 60 * 1000
/** How long a token that was refused although it was new keeps us from asking for another. */
const REFUSED_FOR_MS = 60 * 1000

/** The access token in force, renewed by one caller at a time. */
export class TokenSource {
  private renewing: { stale: string | null; token: Promise<CachedToken> } | null = null
  private refusedWhenNew: { accessToken: string; at: number } | null = null

  constructor(
    private readonly store: TokenStore,
    private readonly fetch: () => Promise<CachedToken>,
    private readonly now: () => Date
  ) {}

  /** The token that is kept, whether it is still good or not. */
  known(): Promise<CachedToken | null> {
    return notSent(() => this.store.read())
  }

  /** @throws GatewayError with outcome `not_sent` when there is no token to send the call with */
  async current(): Promise<string> {
    const cached = await notSent(() => this.store.read())
    const fresh = cached !== null && cached.expiresAt.getTime() - MARGIN_MS > this.now().getTime()
    return fresh ? cached.accessToken : this.renew(cached?.accessToken ?? null)
  }

  /**
   * Another token in place of one that was answered with 401, or null when that one was new itself: then
   * the credentials are at fault, and asking for more tokens would only get us blocked.
   */
  async afterRefusal(accessToken: string): Promise<string | null> {
    const refused = this.refusedWhenNew
    if (refused?.accessToken === accessToken && this.now().getTime() - refused.at < REFUSED_FOR_MS) {
      return null
    }
    return this.renew(accessToken)
  }

  /** Notes that a new token was refused too. */
  newOneRefused(accessToken: string, operation: Operation): void {
    this.refusedWhenNew = { accessToken, at: this.now().getTime() }
    // Only a note; the caller's answer is the refusal itself.
    this.store.refusedThoughNew?.(operation).catch(() => undefined)
  }

  private async renew(stale: string | null): Promise<string> {
    if (this.renewing?.stale !== stale) {
      const renewal = { stale, token: notSent(() => this.store.renew(stale, this.fetch)) }
      this.renewing = renewal
      const done = () => {
        if (this.renewing === renewal) {
          this.renewing = null
        }
      }
      renewal.token.then(done, done)
    }
    return (await this.renewing.token).accessToken
  }
}

async function notSent<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof GatewayError) {
      throw error.asNotSent()
    }
    throw new GatewayError({
      operation: "auth", kind: "unavailable", outcome: "not_sent", reason: "the access token's store failed",
    })
  }
}
