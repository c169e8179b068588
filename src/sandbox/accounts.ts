import { createHash, randomBytes } from "node:crypto"
import { FEE_TABLE } from "./fees"
import type { Access } from "./types"

/** Scopes of spec 5, and the newer names (observation: Authentication (A)). */
const KNOWN_SCOPE = /^(invoice\.(write|read|update|refund)|customer\.(write|read)|webhook\.write|disputes\.(read|update)|baas\.[a-z]+)$/

const YEAR_MS = 365 * 24 * 3_600_000

const digestOf = (text: string): string => createHash("sha256").update(text).digest("hex")

/** The account that a credential belongs to: 16 hexadecimal capitals, told by the credential alone. */
export const accountOf = (credentialToken: string): string => digestOf(credentialToken).slice(0, 16).toUpperCase()

/** The number that an account has as `companie` and as `UserId` in its notices. */
export const companyOf = (account: string): number => 4000 + (Number.parseInt(account.slice(0, 6), 16) % 1000)

/** Reads the `scope` header; null when one of the scopes is not known. A space after the comma is accepted. */
export const readScopes = (header: string | undefined): string[] | null => {
  const scopes = (header ?? "").split(",").map((scope) => scope.trim())
  return scopes.every((scope) => KNOWN_SCOPE.test(scope)) ? scopes : null
}

/** Reads a Basic authorization; null when it is none, or its token or secret is empty or "wrong". */
export const readCredential = (authorization: string | undefined): string | null => {
  const encoded = /^Basic ([A-Za-z0-9+/=]+)$/.exec(authorization ?? "")?.[1]
  if (!encoded) {
    return null
  }
  const decoded = Buffer.from(encoded, "base64").toString("utf8")
  const colon = decoded.indexOf(":")
  const [token, secret] = [decoded.slice(0, colon), decoded.slice(colon + 1)]
  return colon > 0 && secret !== "" && token !== "wrong" && secret !== "wrong" ? token : null
}

/** The access tokens given out. They are valid for a year and survive a reset, as a real gateway's would. */
export class AccessTokens {
  private given = new Map<string, Access>()

  give(account: string, scopes: string[], now: Date): { token: string; access: Access } {
    const part = (bytes: number) => randomBytes(bytes).toString("base64url")
    const token = `${part(15)}.${part(9)}.${part(24)}`
    const access = { account, scopes, expiresAt: new Date(now.getTime() + YEAR_MS) }
    this.given.set(token, access)
    return { token, access }
  }

  find(authorization: string | undefined, now: Date): Access | null {
    const access = this.given.get(/^Bearer (\S+)$/.exec(authorization ?? "")?.[1] ?? "")
    return access && access.expiresAt > now ? access : null
  }

  /** Every token is invalid from now on. */
  revokeAll(): void {
    this.given.clear()
  }
}

/** The answer to GET /auth (spec 2.1). A credential whose token begins with `prod` is one of production. */
export const credentialAnswer = (credentialToken: string, token: string, access: Access) => ({
  account: access.account,
  access_token: token,
  token_type: "Bearer",
  scope: access.scopes,
  expires_in: Math.floor(access.expiresAt.getTime() / 1000),
  working: credentialToken.startsWith("prod") ? "PRODUCTION" : "SANDBOX",
  companie: companyOf(access.account),
  details: {
    type: 2,
    document: "11222333000181",
    name: "Loja Exemplo Comercio Ltda",
    social_name: "Loja Exemplo",
    owner: { document: "52998224725" },
    sac: { phone: "1140028922", email: "sac@lojaexemplo.com.br" },
    softDesc: "LOJAEXEMPLO",
    fees: FEE_TABLE,
  },
  __seconds: 0.132,
})
