import { accountOf, credentialAnswer, readCredential, readScopes } from "../accounts"
import { SECONDS, json, refused, unauthorized } from "../answers/envelope"
import type { Sandbox } from "../sandbox"
import type { Access, Answer, GatewayRequest } from "../types"

/** GET /auth (spec 4.1). */
export const authenticate = (sandbox: Sandbox, request: GatewayRequest): Answer => {
  const credential = readCredential(request.headers.authorization)
  if (!credential) {
    return unauthorized()
  }
  const now = sandbox.clock.now()
  const scopes = readScopes(request.headers.scope)
  if (!scopes) {
    return refused(now, "Escopo invalido ou nao informado")
  }
  const { token, access } = sandbox.tokens.give(accountOf(credential), scopes, now)
  return json(credentialAnswer(credential, token, access))
}

/** GET /status: whether the token is still valid; the body is assumed (wire: assumed-status-200). */
export const tokenStatus = (_sandbox: Sandbox, _request: GatewayRequest, access: Access): Answer =>
  json({ status: true, expires_in: Math.floor(access.expiresAt.getTime() / 1000), __seconds: SECONDS })
