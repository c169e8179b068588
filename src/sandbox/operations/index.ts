import { json, refused, unauthorized } from "../answers/envelope"
import type { Sandbox } from "../sandbox"
import type { Access, Answer, GatewayRequest } from "../types"
import { Refusal } from "../validation/fields"
import { mayDo } from "../scopes"
import { authenticate, tokenStatus } from "./account"
import { addTrackingCode, cancel, changeDueDate, create, giveBack, list, qrImage } from "./invoices"
import { chargebacks, customers, mediations, statement } from "./records"
import { resend, validate } from "./webhooks"

type Open = (sandbox: Sandbox, request: GatewayRequest) => Answer | Promise<Answer>
type Guarded = (sandbox: Sandbox, request: GatewayRequest, access: Access) => Answer | Promise<Answer>

const GUARDED: Record<string, Guarded> = {
  "GET /status": tokenStatus,
  "POST /invoices": create,
  "POST /v4/invoices": create,
  "PATCH /invoices": changeDueDate,
  "DELETE /invoices": cancel,
  "PUT /invoices": giveBack,
  "GET /invoices": list,
  "POST /invoices/tracking": addTrackingCode,
  "OPTIONS /webhooks": validate,
  "COPY /webhooks": resend,
  "GET /costumers": customers,
  "GET /mediations": mediations,
  "GET /chargebacks": chargebacks,
  "GET /baas/statement": statement,
}

const WITH_BODY = new Set(["POST", "PATCH", "PUT", "DELETE", "COPY"])

const openOperation = ({ method, path }: GatewayRequest): Open | null => {
  if (method === "GET" && path === "/auth") {
    return authenticate
  }
  return method === "GET" && path.startsWith("/invoices/qrcode/") ? qrImage : null
}

/** Does what a request asks of the gateway, commits it and gives the answer. */
export const operate = async (sandbox: Sandbox, request: GatewayRequest): Promise<Answer> => {
  const open = openOperation(request)
  if (open) {
    return open(sandbox, request)
  }
  const name = `${request.method} ${request.path}`
  const operation = Object.hasOwn(GUARDED, name) ? GUARDED[name] : undefined
  if (!operation) {
    return json({ error: true, message: "Route not found", __seconds: 0.01 }, 404)
  }
  const access = sandbox.tokens.find(request.headers.authorization, sandbox.clock.now())
  if (!access) {
    return unauthorized()
  }
  if (sandbox.assumptions.scopes_enforced && !mayDo(name, access.scopes)) {
    return json({ error: true, message: "Insufficient scope", __seconds: 0.01 }, 403)
  }
  try {
    if (request.bodyError && (WITH_BODY.has(request.method) || request.path === "/webhooks")) {
      throw new Refusal(request.bodyError)
    }
    return await operation(sandbox, request, access)
  } catch (error) {
    if (error instanceof Refusal) {
      return refused(sandbox.clock.now(), error.message)
    }
    throw error
  }
}
