import { cameIn, isPaidAmountUnknown, returned } from "../../../domain/invoice-money"
import { type InvoiceStatus, moneyArrived } from "../../../domain/invoice-status"
import { cents, toReais } from "../../../domain/money"
import type { AccountProfile } from "../../../gateway"
import { hasEndedUncaptured } from "../ledger/holds-money"
import type { InvoiceRow, PaymentMethod } from "../ledger/row"
import { barcodeSvg, qrSvg } from "./payment-pictures"

export type ViewStatus = InvoiceStatus | "not_issued" | "issuing" | "expired"
export type NextStep = "pay" | "act" | "wait" | "retry" | "contact" | "none"

/** What a shopper sees of a payment. Amounts in decimal reais, times in ISO 8601 UTC. Nothing personal. */
export type SessionView = {
  id: string
  order_id: string | null
  method: PaymentMethod
  status: ViewStatus
  next_step: NextStep
  amount: number
  currency_code: string
  server_time: string
  payee: { name: string | null; document_masked: string | null; statement_descriptor: string | null }
  pix?: { payload: string; qr_svg: string; expires_at: string | null }
  boleto?: { line: string | null; barcode: string | null; barcode_svg: string | null; url: string | null; due_at: string | null }
  card?: { brand: string | null; last4: string | null; installments: number }
  /** Where the shopper must go on, https only. */
  action_url?: string
  can_renew: boolean
  /** Where it can: each method that the order can be paid by, with its own price in decimal reais. `new_cart`: by a new cart with the same items. */
  renewals?: Renewal[]
}

export type Renewal = { provider_id: string; method: PaymentMethod; amount: number; new_cart: boolean }

const NEXT_STEP: Record<ViewStatus, NextStep> = {
  not_issued: "wait",
  issuing: "wait",
  awaiting_payment: "pay",
  processing: "wait",
  scheduled: "wait",
  authorized: "wait",
  paid: "none",
  canceled: "retry",
  refund_pending: "none",
  partially_refunded: "none",
  refunded: "none",
  disputed: "contact",
  denied: "retry",
  overdue: "contact",
  failed: "retry",
  expired: "retry",
  unknown: "contact",
}

export type ViewInput = {
  sessionId: string
  method: PaymentMethod
  amountCents: number
  currency: string
  orderId: string | null
  row: InvoiceRow | null
  profile: AccountProfile | null
  canRenew: boolean
  renewals: Renewal[]
  now: Date
}

/** The view of a session, from its newest attempt that counts. A code is shown only while it may be paid. */
export async function sessionView(input: ViewInput): Promise<SessionView> {
  const { row, profile, now } = input
  const status = viewStatus(row, now)
  const { actionUrl, ...shown } = await payable(row, status)
  return {
    id: input.sessionId,
    order_id: input.orderId,
    method: input.method,
    status,
    next_step: actionUrl ? "act" : nextStep(row, status, input.canRenew),
    // What the code asks for: a new due date can have added interest.
    amount: toReais(cents(input.amountCents + (row?.interest_cents ?? 0))),
    currency_code: input.currency,
    server_time: now.toISOString(),
    payee: {
      name: profile?.tradeName ?? profile?.legalName ?? null,
      document_masked: profile?.documentMasked ?? null,
      statement_descriptor: profile?.statementDescriptor ?? null,
    },
    ...shown,
    ...(actionUrl && { action_url: actionUrl }),
    can_renew: input.canRenew,
    ...(input.canRenew && { renewals: input.renewals }),
  }
}

function nextStep(row: InvoiceRow | null, status: ViewStatus, canRenew: boolean): NextStep {
  if (row?.cancel_reason === "not_owed" && status === "canceled") {
    return "none"
  }
  return row && canRenew && hasEndedUncaptured(row) ? "retry" : NEXT_STEP[status]
}

/** The parts of the view that say how to pay, by what the gateway gave. */
async function payable(row: InvoiceRow | null, status: ViewStatus): Promise<Pick<SessionView, "pix" | "boleto" | "card"> & { actionUrl?: string }> {
  const given = row?.instructions
  if (!row || !given) {
    return {}
  }
  if (given.card) {
    const acts = ["awaiting_payment", "processing"].includes(status)
    return { card: given.card, ...(acts && given.action_url && { actionUrl: given.action_url }) }
  }
  if (status !== "awaiting_payment") {
    return {}
  }
  return {
    ...(given.pix && { pix: { payload: given.pix.payload, qr_svg: await qrSvg(given.pix.payload), expires_at: row.expires_at?.toISOString() ?? null } }),
    ...(given.boleto && { boleto: { ...given.boleto, barcode_svg: barcodeSvg(given.boleto.barcode), due_at: row.due_on } }),
  }
}

/** Money that is not enough, or went back, is never told as paid: neither the shopper nor the shop has what was agreed. */
function moneyStatus(row: InvoiceRow, status: InvoiceStatus): ViewStatus {
  if (row.captured_cents > 0) {
    return returned(row) >= cameIn(row) ? "refunded" : status
  }
  if (hasEndedUncaptured(row)) {
    return returned(row) > 0 ? "refunded" : "unknown"
  }
  const isEnough = row.accepted_at !== null || (!row.hold && !isPaidAmountUnknown(row) && cameIn(row) >= row.amount_cents)
  return isEnough ? status : "unknown"
}

export function viewStatus(row: InvoiceRow | null, now: Date): ViewStatus {
  if (!row || row.state === "refused" || row.state === "not_sent") {
    return "not_issued"
  }
  if (row.state === "issuing" || row.state === "unknown") {
    return "issuing"
  }
  const status = row.status ?? "awaiting_payment"
  if (moneyArrived(status, true)) {
    return moneyStatus(row, status)
  }
  if (status === "canceled" && row.cancel_reason === "expired") {
    return "expired"
  }
  if (status !== "awaiting_payment") {
    return status
  }
  if (row.is_live && !row.instructions) {
    // Found again after its answer was lost: it has no code to show, and is about to be replaced.
    return "issuing"
  }
  if (row.cancel_requested_at && row.cancel_reason !== "expired") {
    return "canceled"
  }
  return row.expires_at && row.expires_at <= now ? "expired" : status
}
