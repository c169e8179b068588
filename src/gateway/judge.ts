import type { GatewayErrorKind } from "./errors"
import { LOOK_UP, type Operation } from "./operations"
import { scopesToTry } from "./scopes"
import type { Outcome } from "./outcome"
import type { HttpAnswer } from "./transport"
import { readMessage, readVerdict, type Verdict } from "./wire/envelope"

export type Fault = { kind: GatewayErrorKind; outcome: Outcome; reason: string }

const MISSING_SCOPE = /\bscopes?\b|permiss|escopo/i

/** Reads have no flags of their own in what was observed (list), and `GET /status` has an unknown body. */
const NEEDS_FLAGS: Record<Operation, boolean> = {
  auth: false,
  status: false,
  create_invoice: true,
  update_due_date: true,
  cancel_invoice: true,
  refund_invoice: true,
  list_invoices: false,
  validate_notice: true,
  resend_notice: true,
  add_tracking_code: true,
  list_consumers: false,
  list_mediations: false,
  list_chargebacks: false,
  list_statement: false,
}

/**
 * What is wrong with an answer, or null when it is a yes.
 *
 * Only a JSON answer can refuse. A page may come from a proxy that gave up waiting while the gateway went
 * on working, so after a write it proves nothing; the same holds for 5xx.
 */
export function faultOf(operation: Operation, answer: HttpAnswer): Fault | null {
  const { status, json, isPage } = answer
  if (isPage) {
    return pageFault(operation, status)
  }
  if (status === 401) {
    return { kind: "credentials", outcome: "refused", reason: "credentials refused" }
  }
  if (status >= 500) {
    return { kind: "unavailable", outcome: "unknown", reason: "the gateway failed" }
  }
  if (status < 200 || (status >= 300 && status < 400)) {
    return { kind: "bad_answer", outcome: "unknown", reason: "a redirect, which is not followed" }
  }
  if (status >= 400) {
    return clientFault(operation, status, json)
  }
  if (operation === "status") {
    return null
  }
  if (!isObject(json)) {
    return { kind: "bad_answer", outcome: "unknown", reason: "the answer is not a JSON object" }
  }
  return VERDICTS[readVerdict(json)](operation)
}

function pageFault(operation: Operation, status: number): Fault {
  if (status >= 500) {
    return { kind: "unavailable", outcome: "unknown", reason: "a page instead of an answer" }
  }
  const blocked = status === 403 || status === 429 || LOOK_UP[operation]
  return { kind: blocked ? "blocked" : "bad_answer", outcome: "unknown", reason: "a page instead of an answer" }
}

function clientFault(operation: Operation, status: number, json: unknown): Fault {
  const saysSo = isObject(json)
  const outcome: Outcome = saysSo && status !== 408 ? "refused" : "unknown"
  // Nothing is moved or looked up by this call, so what forbids it in words of its own is a permission and no block.
  const forbidden = status === 403 && operation === "validate_notice"
  if (status !== 404 && saysSo && (forbidden || MISSING_SCOPE.test(readMessage(json) ?? ""))) {
    return { kind: "missing_scope", outcome, reason: missingScope(operation) }
  }
  if (status === 403 || status === 429) {
    return { kind: "blocked", outcome, reason: "blocked by the gateway" }
  }
  if (status === 408) {
    return { kind: "timeout", outcome, reason: "the gateway gave up waiting" }
  }
  if (!saysSo) {
    return { kind: "bad_answer", outcome, reason: "the answer is not a JSON object" }
  }
  return status === 404
    ? { kind: "not_found", outcome, reason: "not found" }
    : { kind: "refused", outcome, reason: "refused by the gateway" }
}

/** The gateway does not say which scope it wants (spec 5.8), so the likely ones are named. */
function missingScope(operation: Operation): string {
  const scopes = scopesToTry(operation)
  const hint = scopes.length ? `; scopes to try: ${scopes.join(", ")} (option "scopes")` : ""
  return `the credentials lack a permission${hint}`
}

const VERDICTS: Record<Verdict, (operation: Operation) => Fault | null> = {
  accepted: () => null,
  refused: () => ({ kind: "refused", outcome: "refused", reason: "refused by the gateway" }),
  contradictory: () => ({ kind: "bad_answer", outcome: "unknown", reason: "the answer says both yes and no" }),
  none: (operation) =>
    NEEDS_FLAGS[operation]
      ? { kind: "bad_answer", outcome: "unknown", reason: "the answer says neither yes nor no" }
      : null,
}

function isObject(json: unknown): boolean {
  return typeof json === "object" && json !== null && !Array.isArray(json)
}
