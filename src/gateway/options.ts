import type { AccountProfile } from "./account"
import type { EndpointOverrides } from "./endpoints"
import type { PaymentTypes } from "./methods"
import type { Operation } from "./operations"
import type { CallReport } from "./telemetry"

export type Credentials = {
  /** https, with or without a path; every address is relative to it. */
  baseUrl: string
  /** The credential's token, the Basic user name (observation: Authentication (C)). */
  token: string
  /** The secret key, the Basic password. Used exactly as given: it can end in `=`. */
  secretKey: string
  scopes: string[]
}

export type CachedToken = { accessToken: string; expiresAt: Date; account: AccountProfile }

/** Where the access token is kept; shared by all processes, because one lasts a year. */
export interface TokenStore {
  read(): Promise<CachedToken | null>
  /**
   * One caller at a time across processes; `stale` is the token that failed (or null). When another
   * caller already replaced it, its token is returned and `fetch` is not called.
   */
  renew(stale: string | null, fetch: () => Promise<CachedToken>): Promise<CachedToken>
  /** A token that had just been renewed was answered with 401 as well. */
  refusedThoughNew?(operation: Operation): Promise<void>
}

/**
 * What a look-up is for, so that what can wait leaves room for what can't. `decision`: somebody or
 * something waits for the answer. `notice`: a notice that could not be proven. `expiry`: what is about to be
 * cancelled, or was. `sweep`: the hunt for lost notices of open invoices, `returns` that of captured ones. `refund`:
 * a refund that is accepted or unknown, and not shown yet. `hint`: a stranger or a shopper says so. `confirm`: a
 * payment that a webhook has proven is asked about once more, by what nobody else needs.
 */
export type LookUpPurpose = "decision" | "notice" | "expiry" | "sweep" | "returns" | "refund" | "hint" | "confirm"

/** Budget and breaker of look-ups, shared by all processes: the gateway blocks who polls. */
export interface LookUpGate {
  /** Called before each look-up that is sent. Throws a GatewayError of kind `paused`, outcome `not_sent`. */
  enter(operation: Operation, purpose: LookUpPurpose): Promise<void>
  /** A look-up was answered with 403, 429 or a page. */
  blocked(info: { httpStatus: number | null; retryAfterMs: number | null }): Promise<void>
  /** A look-up was answered as it should be. */
  succeeded(): Promise<void>
}

export type GatewayOptions = {
  credentials: Credentials
  tokens: TokenStore
  lookUps: LookUpGate
  endpoints?: EndpointOverrides
  /** Codes of `payment.type`; merged over { pix: 3, card: 1, boleto: 2 }. */
  paymentTypes?: Partial<PaymentTypes>
  /** Milliseconds of one call with its access token: 15,000, and 40,000 for issuing an invoice. */
  timeouts?: { default?: number; create?: number }
  /** Allows plain http to other hosts than this machine. Never in production. */
  allowHttp?: boolean
  /** Whether no connection may be made to an internet address, whatever name leads to it; asked at each connection. */
  forbidsAddress?: (ip: string) => boolean
  now?: () => Date
  userAgent?: string
  /** Told about every HTTP call; what it throws is ignored. */
  onCall?: (report: CallReport) => void
}
