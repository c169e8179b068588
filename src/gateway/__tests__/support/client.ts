import { cents } from "../../../domain/money"
import {
  GatewayClient, type CachedToken, type CallReport, type GatewayError, type GatewayOptions, type NewInvoice,
  type Operation, type TokenStore,
} from "../../index"

export const SECRET_KEY = "c2VjcmV0LWtleS1vZi10aGUtc3RvcmU="
export const TOKEN = "panel-token-of-the-store"
export const ACCESS_TOKEN = "access-token-number-one"
export const NOW = new Date("2026-11-20T17:00:00Z")

const ACCOUNT: CachedToken["account"] = {
  account: "A1B2C3D4E5F60718", environment: "SANDBOX", companyId: "4021", scopes: [], legalName: null,
  tradeName: null, documentMasked: null, statementDescriptor: null, contact: { phone: null, email: null }, fees: null,
}

/** Keeps the token in memory, as the shared store does: one renewal at a time, none when already replaced. */
export class MemoryTokens implements TokenStore {
  renewals: (string | null)[] = []
  constructor(public kept: CachedToken | null = cachedToken(ACCESS_TOKEN)) {}

  async read() {
    return this.kept
  }

  async renew(stale: string | null, fetch: () => Promise<CachedToken>) {
    this.renewals.push(stale)
    if (this.kept && this.kept.accessToken !== stale && stale !== null) {
      return this.kept
    }
    this.kept = await fetch()
    return this.kept
  }
}

export function cachedToken(accessToken: string, expiresAt = new Date("2027-11-20T00:00:00Z")): CachedToken {
  return { accessToken, expiresAt, account: { ...ACCOUNT } }
}

export class RecordingGate {
  readonly entered: Operation[] = []
  readonly blocks: { httpStatus: number | null; retryAfterMs: number | null }[] = []
  successes = 0
  refusal: Error | null = null

  async enter(operation: Operation) {
    if (this.refusal) {
      throw this.refusal
    }
    this.entered.push(operation)
  }

  async blocked(info: { httpStatus: number | null; retryAfterMs: number | null }) {
    this.blocks.push(info)
  }

  async succeeded() {
    this.successes += 1
  }
}

export function makeClient(baseUrl: string, overrides: Partial<GatewayOptions> & { secretKey?: string } = {}) {
  const { secretKey = SECRET_KEY, ...options } = overrides
  const tokens = new MemoryTokens()
  const gate = new RecordingGate()
  const reports: CallReport[] = []
  const client = new GatewayClient({
    credentials: { baseUrl, token: TOKEN, secretKey, scopes: ["invoice.write", "customer.write", "webhook.write"] },
    tokens,
    lookUps: gate,
    now: () => NOW,
    onCall: (report) => reports.push(report),
    ...options,
  })
  return { client, tokens, gate, reports }
}

/** What a call rejects with; fails the test when it does not. */
export async function errorOf(call: Promise<unknown>): Promise<GatewayError> {
  return call.then(
    () => {
      throw new Error("the call did not fail")
    },
    (error: GatewayError) => error
  )
}

export const IDS = { id: "1795194190", invoiceId: "INV-1795194190" }

export function newInvoice(overrides: Partial<NewInvoice> = {}): NewInvoice {
  return {
    reference: "payses_01EXAMPLE-1",
    method: "pix",
    dueOn: "2026-11-21",
    installments: 1,
    payer: {
      name: "Joana Prado Teste",
      document: "52998224725",
      email: "joana@exemplo.com.br",
      phone: "11912345678",
      ip: "203.0.113.9",
      address: {
        street: "Rua Augusta", number: "1500", district: "Consolação", city: "São Paulo", state: "SP",
        zipcode: "01304001", country: "BRA",
      },
    },
    lines: [
      { id: "item_1", title: "2 × Camiseta P", quantity: 1, amount: cents(9980), imageUrl: "https://loja.example/p/1.jpg" },
      { id: "shipping", title: "Frete", quantity: 1, amount: cents(1590) },
    ],
    notifyUrl: "https://loja.example/hooks/fatura/payses_01EXAMPLE.1.a1b2c3d4e5f6",
    orderUrl: "https://loja.example/pedido/1042",
    storeUrl: "https://loja.example",
    ...overrides,
  }
}
