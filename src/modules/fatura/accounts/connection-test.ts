import { GatewayError, type FeeTable, type GatewayErrorKind } from "../../../gateway"
import type { Language } from "../texts/shopper-texts"
import type { Account } from "./account-registry"
import { companyOf, type CompanyView } from "./account-view"

export type ConnectionTest =
  | { ok: true; environment: "PRODUCTION" | "SANDBOX" | null; company: CompanyView; scopes: string[]; missing_scopes: string[]; token_expires_at: Date; token_valid: boolean; fees: FeesView | null }
  | { ok: false; code: FailureCode; message: string; http_status: number | null }

/** As the gateway's table tells them: percent and cents, and by number of installments as `x1` to `x12`. */
export type FeesView = {
  warning: string | null
  pix: { percent: number | null; cents: number | null }
  boleto: { percent: number | null; cents: number | null }
  card: { percent: number | null; cents: number | null; installments: Record<string, number> }
}

type FailureCode = "credentials_refused" | "missing_scope" | "blocked" | "not_reachable" | "no_gateway" | "refused"

const CODES: Record<GatewayErrorKind, FailureCode> = {
  credentials: "credentials_refused",
  missing_scope: "missing_scope",
  blocked: "blocked",
  not_found: "no_gateway",
  refused: "refused",
  unavailable: "not_reachable",
  timeout: "not_reachable",
  bad_answer: "no_gateway",
  not_configured: "no_gateway",
  paused: "blocked",
}

const WORDS: Record<FailureCode, Record<Language, string>> = {
  credentials_refused: {
    "pt-BR": "O gateway recusou as credenciais. Copie de novo o token e a chave secreta no painel, menu API > Credenciais.",
    en: "The gateway refused the credentials. Copy token and secret key again from its panel, menu API > Credenciais.",
  },
  missing_scope: {
    "pt-BR": "A credencial não tem uma das permissões pedidas. Confira os escopos dela no painel.",
    en: "The credential lacks one of the permissions that were asked for. Check its scopes in the panel.",
  },
  blocked: {
    "pt-BR": "O gateway está recusando este servidor (bloqueio ou limite de chamadas). Espere; se continuar, fale com o suporte dele.",
    en: "The gateway is refusing this server (a block, or too many calls). Wait; if it goes on, contact its support.",
  },
  not_reachable: {
    "pt-BR": "O gateway não respondeu. Confira o endereço e se este servidor pode acessar a internet.",
    en: "The gateway did not answer. Check the address, and whether this server can reach the internet.",
  },
  no_gateway: {
    "pt-BR": "O endereço respondeu, mas não como o gateway responde. Confira o endereço base.",
    en: "The address answered, but not as the gateway does. Check the base URL.",
  },
  refused: {
    "pt-BR": "O gateway recusou o pedido de acesso.",
    en: "The gateway refused the request for access.",
  },
}

/**
 * `GET /status` with the token that is kept (spec 4.2). Only where there is none, or the gateway does not take it any
 * more, `GET /auth` for another one (spec 4.1): each lasts a year, and is not asked for to see whether it could be had.
 */
export async function testConnection(account: Account, askedScopes: string[], language: Language): Promise<ConnectionTest> {
  try {
    const auth = () => account.client.auth()
    const kept = await account.tokens.kept(auth)
    const first = await account.client.status()
    const token = first.valid ? kept : await account.tokens.renew(kept.accessToken, auth)
    const { valid } = first.valid ? first : await account.client.status()
    return {
      ok: true,
      environment: token.account.environment,
      company: companyOf(token.account),
      scopes: token.account.scopes,
      missing_scopes: askedScopes.filter((scope) => token.account.scopes.length > 0 && !token.account.scopes.includes(scope)),
      token_expires_at: token.expiresAt,
      token_valid: valid,
      fees: feesView(token.account.fees),
    }
  } catch (error) {
    if (!(error instanceof GatewayError)) {
      throw error
    }
    const code = CODES[error.kind]
    return { ok: false, code, message: WORDS[code][language], http_status: error.httpStatus }
  }
}

export function feesView(fees: FeeTable | null): FeesView | null {
  if (!fees) {
    return null
  }
  const { warning, pix, boleto, card } = fees
  const installments = Object.fromEntries(Object.entries(card.installments).map(([count, rate]) => [`x${count}`, rate]))
  return { warning, pix, boleto, card: { percent: card.percent, cents: card.cents, installments } }
}

