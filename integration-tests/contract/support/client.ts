import { cpf } from "cpf-cnpj-validator"
import { cents } from "../../../src/domain/money"
import { type CachedToken, type CallReport, GatewayClient, type GatewayError, type GatewayOptions, type NewInvoice, type TokenStore } from "../../../src/gateway"

/** Paths that no source shows, as the stand-in has them. */
export const INVENTED_PATHS: GatewayOptions["endpoints"] = {
  add_tracking_code: { path: "/invoices/tracking" },
  list_mediations: { path: "/mediations" },
  list_chargebacks: { path: "/chargebacks" },
}

class MemoryTokens implements TokenStore {
  private kept: CachedToken | null = null

  async read() {
    return this.kept
  }

  async renew(stale: string | null, fetch: () => Promise<CachedToken>) {
    if (this.kept === null || this.kept.accessToken === stale) {
      this.kept = await fetch()
    }
    return this.kept
  }
}

export type ContractClient = { client: GatewayClient; reports: CallReport[] }

/** A client as the module has one, its token and budget in memory. */
export function contractClient(baseUrl: string, options: Partial<GatewayOptions> & { scopes?: string[]; token?: string; secretKey?: string } = {}): ContractClient {
  const { scopes = ["invoice.write", "customer.write", "webhook.write", "baas.statement"], token = "a-store", secretKey = "c2VjcmV0==", ...more } = options
  const reports: CallReport[] = []
  const nothing = async () => undefined
  const client = new GatewayClient({
    credentials: { baseUrl, token, secretKey, scopes },
    tokens: new MemoryTokens(),
    lookUps: { enter: nothing, blocked: nothing, succeeded: nothing },
    endpoints: INVENTED_PATHS,
    onCall: (report) => reports.push(report),
    ...more,
  })
  return { client, reports }
}

export async function failureOf(call: Promise<unknown>): Promise<GatewayError> {
  return call.then(
    () => {
      throw new Error("the call did not fail")
    },
    (error: GatewayError) => error
  )
}

let attempts = 0

/** A PIX of a Brazilian payer for a physical product. */
export function invoiceOf(change: Partial<NewInvoice> = {}): NewInvoice {
  attempts += 1
  return {
    reference: `payses_CONTRACT-${attempts}`,
    method: "pix",
    dueOn: "2099-01-31",
    installments: 1,
    payer: {
      name: "Joana Prado", document: cpf.generate(), email: "joana@example.com", phone: "11912345678", ip: "203.0.113.9",
      address: { street: "Rua Augusta", number: "1500", district: "Consolação", city: "São Paulo", state: "SP", zipcode: "01304001", country: "BRA" },
    },
    lines: [{ id: "item_1", title: "2 × Camiseta P", quantity: 1, amount: cents(9980), imageUrl: "https://loja.example/p/1.jpg" }],
    notifyUrl: "http://127.0.0.1:9/hooks/fatura/payses_CONTRACT.1.a1b2c3d4e5f6",
    orderUrl: "https://loja.example/pedido/1042",
    storeUrl: "https://loja.example",
    productType: 1,
    ...change,
  }
}

export const CARD = { token: "tok_approved", validity: "12/99", holderName: "JOANA PRADO" }
