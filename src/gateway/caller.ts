import { reaisText, toReais, type Cents } from "../domain/money"
import type { AccountProfile } from "./account"
import type { CachedToken, GatewayOptions } from "./options"
import { checkedBaseUrl } from "./base-url"
import { endpointsWith, type AmountUnit, type Endpoint } from "./endpoints"
import { GatewayError } from "./errors"
import { errorOf, Exchange, type Answered, type Call } from "./exchange"
import type { InvoiceIds } from "./invoice"
import type { Operation } from "./operations"
import { TokenSource } from "./token-source"
import { Transport } from "./transport"
import { readAccessToken } from "./wire/read-account"

const DEFAULT_LIMIT_MS = 15_000
const CREATE_LIMIT_MS = 40_000
const USER_AGENT = "medusa-payment-fatura"

export type CallDetails = {
  query?: Record<string, string | number | null | undefined>
  body?: unknown
  limitMs?: number
  /** Personal values of this call, kept out of errors and kept answers. */
  personal?: readonly (string | null | undefined)[]
}

/** Sends operations to one account's gateway: addresses, access token, renewal after a 401, time limits. */
export class Caller {
  private readonly baseUrl: string
  private readonly endpoints: Record<Operation, Endpoint>
  private readonly exchange: Exchange
  private readonly tokens: TokenSource
  private readonly now: () => Date

  /** @throws GatewayError of kind `not_configured` for an unusable address or endpoint */
  constructor(private readonly options: GatewayOptions) {
    this.now = options.now ?? (() => new Date())
    try {
      this.baseUrl = checkedBaseUrl(options.credentials.baseUrl, options.allowHttp)
      this.endpoints = endpointsWith(options.endpoints)
    } catch (error) {
      throw notConfigured("auth", error instanceof RangeError ? error.message : "unusable options")
    }
    const { forbidsAddress } = options
    const guard = forbidsAddress && { host: new URL(this.baseUrl).hostname, forbids: forbidsAddress }
    this.exchange = new Exchange(new Transport(guard), this.now, options.onCall)
    this.tokens = new TokenSource(options.tokens, () => this.auth(), this.now)
  }

  /** `GET /auth`, never cached here. */
  async auth(): Promise<CachedToken> {
    const { token, secretKey, scopes } = this.options.credentials
    const basic = Buffer.from(`${token}:${secretKey}`, "utf8").toString("base64")
    const headers = { authorization: `Basic ${basic}`, scope: scopes.join(",") }
    const answered = await this.exchange.send(this.callOf("auth", headers, { personal: [basic] }))
    if (answered.fault) {
      throw errorOf(answered, answered.fault)
    }
    const cached = readAccessToken(answered.json, this.now())
    if (cached === null) {
      throw errorOf(answered, { kind: "bad_answer", outcome: "unknown", reason: "the answer has no access token" })
    }
    return cached
  }

  /** @throws GatewayError of kind `not_configured` when no path is known for the operation */
  assertConfigured(operation: Operation): string {
    const { path } = this.endpoints[operation]
    if (path === null) {
      throw notConfigured(operation, `no source shows its path; set the option endpoints.${operation}.path`)
    }
    return path
  }

  /** What the last access token said of the account; asks nobody. */
  async knownProfile(): Promise<AccountProfile | null> {
    return (await this.tokens.known())?.account ?? null
  }

  /** One call with the access token in force and no renewal. */
  async once(operation: Operation): Promise<Answered> {
    return this.sendWith(await this.tokens.current(), operation, {}, this.limitOf(operation, {}))
  }

  /**
   * One call with the access token; after a 401 (which was not processed) renewed once and sent again.
   * The time limit is for all of it.
   * @throws GatewayError when there is no answer; an answer that says no is returned with its fault
   */
  async send(operation: Operation, details: CallDetails = {}): Promise<Answered> {
    this.assertConfigured(operation)
    const end = performance.now() + this.limitOf(operation, details)
    const first = await this.tokens.current()
    const answered = await this.sendWith(first, operation, details, end - performance.now())
    if (answered.fault?.kind !== "credentials") {
      return answered
    }
    const second = await this.tokens.afterRefusal(first)
    if (second === null) {
      return answered
    }
    const again = await this.sendWith(second, operation, details, end - performance.now())
    if (again.fault?.kind === "credentials") {
      this.tokens.newOneRefused(second, operation)
    }
    return again
  }

  /** As `send`, with an answer that says no thrown. */
  async accepted(operation: Operation, details: CallDetails = {}): Promise<Answered> {
    const answered = await this.send(operation, details)
    if (answered.fault) {
      throw errorOf(answered, answered.fault)
    }
    return answered
  }

  /** The identifier that this operation takes; the other one where an invoice has only that. */
  invoiceId(operation: Operation, { id, invoiceId }: InvoiceIds): string {
    const value = this.endpoints[operation].invoiceId === "id" ? (id ?? invoiceId) : (invoiceId ?? id)
    if (!value) {
      throw unfit(operation, "the invoice has no identifier")
    }
    return value
  }

  /** The body of an operation whose shape no source shows, as configured; undefined when it is not. */
  configuredBody(operation: Operation, values: Values): unknown {
    const { body } = this.endpoints[operation]
    return body === undefined ? undefined : filled(body, values)
  }

  /** An amount as this operation takes it. */
  amount(operation: Operation, amount: Cents): number | string {
    return IN_UNIT[this.endpoints[operation].unit ?? "cents"](amount)
  }

  private sendWith(accessToken: string, operation: Operation, details: CallDetails, leftMs: number): Promise<Answered> {
    if (leftMs <= 0) {
      throw new GatewayError({ operation, kind: "timeout", outcome: "not_sent", reason: "no time left to send it" })
    }
    const personal = [...(details.personal ?? []), accessToken]
    const headers = { authorization: `Bearer ${accessToken}` }
    return this.exchange.send(this.callOf(operation, headers, { ...details, personal, limitMs: leftMs }))
  }

  private callOf(operation: Operation, headers: Record<string, string>, details: CallDetails): Call {
    const path = this.assertConfigured(operation)
    const { method } = this.endpoints[operation]
    const { token, secretKey } = this.options.credentials
    const json: Record<string, string> = details.body === undefined ? {} : { "content-type": "application/json" }
    return {
      operation,
      method,
      url: `${this.baseUrl}${path}${queryOf(details.query)}`,
      headers: {
        accept: "application/json",
        "user-agent": this.options.userAgent ?? USER_AGENT,
        ...json,
        ...headers,
      },
      body: details.body,
      limitMs: this.limitOf(operation, details),
      secrets: [token, secretKey, ...(details.personal ?? [])],
    }
  }

  private limitOf(operation: Operation, details: CallDetails): number {
    const { timeouts } = this.options
    const usual =
      operation === "create_invoice"
        ? (timeouts?.create ?? CREATE_LIMIT_MS)
        : (timeouts?.default ?? DEFAULT_LIMIT_MS)
    return details.limitMs ?? usual
  }
}

/** For a request that is not fit to be sent. */
export function unfit(operation: Operation, reason: string): GatewayError {
  return new GatewayError({ operation, kind: "refused", outcome: "not_sent", reason: `not sent, ${reason}` })
}

function notConfigured(operation: Operation, reason: string): GatewayError {
  return new GatewayError({ operation, kind: "not_configured", outcome: "not_sent", reason })
}

type Values = Record<string, string | number>

const IN_UNIT: Record<AmountUnit, (amount: Cents) => number | string> = { cents: Number, reais: toReais, reais_text: reaisText }

/** A template with `{name}` replaced in its texts; a text that is nothing but a name becomes the value, a number too. */
function filled(template: unknown, values: Values): unknown {
  if (typeof template === "string") {
    const whole = /^\{(\w+)\}$/.exec(template)?.[1]
    const value = whole === undefined ? undefined : valueOf(values, whole)
    return value ?? template.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(valueOf(values, name) ?? placeholder))
  }
  if (Array.isArray(template)) {
    return template.map((item) => filled(item, values))
  }
  return template !== null && typeof template === "object"
    ? Object.fromEntries(Object.entries(template).map(([key, item]) => [key, filled(item, values)]))
    : template
}

/** "{constructor}" in a template names none of them. */
function valueOf(values: Values, name: string): string | number | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined
}

function queryOf(query: CallDetails["query"] = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== "") {
      search.set(name, String(value))
    }
  }
  const text = search.toString()
  return text === "" ? "" : `?${text}`
}
