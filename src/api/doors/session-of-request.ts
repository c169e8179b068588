import type { MedusaRequest } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { toCents } from "../../domain/money"
import { FATURA_MODULE, type FaturaModuleService } from "../../modules/fatura"
import { hasEndedUncaptured } from "../../modules/fatura/ledger/holds-money"
import type { InvoiceRow, PaymentMethod } from "../../modules/fatura/ledger/row"
import { METHOD_BY_PROVIDER_ID } from "../../modules/fatura/sessions/provider-ids"
import { ShopperError } from "../../modules/fatura/texts/shopper-error"
import { type OrderToPay, readOrderToPay } from "../../workflows/orders/order-to-pay"
import { SessionView, ViewStatus, sessionView, viewStatus } from "../../modules/fatura/view/session-view"
import { renewalsOf } from "./renewals"

/** A payment session as Medusa has it, with our newest attempt for it. */
export type FoundSession = {
  id: string
  method: PaymentMethod
  amountCents: number
  currency: string
  medusaStatus: string
  orderId: string | null
  row: InvoiceRow | null
}

/** What can't be an id of Medusa's is not asked for; the database refuses some texts with an error. */
export const MEDUSA_ID = /^[\w-]{1,100}$/

type SessionRow = { id: string; provider_id: string; amount: number; currency_code: string; status: string; payment_collection_id: string }

/**
 * The session that a shopper asks for. Its id is the shopper's key: it can't be guessed, and what is
 * answered for it holds nothing personal. A session that Medusa has replaced is answered from the ledger.
 * @throws ShopperError when there is no such session of ours
 */
export async function sessionOfRequest(req: MedusaRequest): Promise<FoundSession> {
  return sessionOf(req, req.params.id!)
}

/** The same, by the session's id. */
export async function sessionOf(req: MedusaRequest, id: string): Promise<FoundSession> {
  if (!MEDUSA_ID.test(id)) {
    throw new ShopperError("not_found", "session_not_found")
  }
  const fatura: FaturaModuleService = req.scope.resolve(FATURA_MODULE)
  const query = req.scope.resolve(ContainerRegistrationKeys.QUERY)
  const [{ data }, row] = await Promise.all([
    query.graph({ entity: "payment_session", fields: ["id", "provider_id", "amount", "currency_code", "status", "payment_collection_id"], filters: { id } }),
    fatura.newestInvoice(id),
  ])
  const session = data[0] as SessionRow | undefined
  const method = session ? METHOD_BY_PROVIDER_ID[session.provider_id] : row?.method
  const collectionId = session?.payment_collection_id ?? row?.payment_collection_id
  if (!method || !collectionId) {
    throw new ShopperError("not_found", "session_not_found")
  }
  const { data: links } = await query.graph({ entity: "order_payment_collection", fields: ["order_id"], filters: { payment_collection_id: collectionId } })
  return {
    id,
    method,
    amountCents: session ? toCents(session.amount) : row!.amount_cents,
    currency: session?.currency_code ?? "brl",
    medusaStatus: session?.status ?? "replaced",
    orderId: (links[0] as { order_id: string } | undefined)?.order_id ?? null,
    row,
  }
}

const ENDED: ViewStatus[] = ["expired", "canceled", "denied", "failed", "awaiting_payment", "not_issued"]

/** A second chance: while the order waits, and nothing could take money that we do not see. Null where there is none. */
async function renewableOrder(req: MedusaRequest, session: FoundSession): Promise<OrderToPay | null> {
  const isOver = ENDED.includes(viewStatus(session.row, new Date())) || (session.row !== null && hasEndedUncaptured(session.row))
  if (!session.orderId || !isOver) {
    return null
  }
  const fatura: FaturaModuleService = req.scope.resolve(FATURA_MODULE)
  const attempts = session.row ? await fatura.ledger.ofCollection(session.row.payment_collection_id) : []
  if (attempts.some((row) => row.session_id !== session.id && (row.is_live || (row.paid_at !== null && !hasEndedUncaptured(row))))) {
    // An old address: another session of this order has a newer code, which must not be ended from here.
    return null
  }
  const order = await readOrderToPay(req.scope, session.orderId)
  return order?.status === "pending" && order.pendingCents > 0 ? order : null
}

/** The view of a found session, as every route about a session answers it. */
export async function viewOf(req: MedusaRequest, session: FoundSession): Promise<SessionView> {
  const fatura: FaturaModuleService = req.scope.resolve(FATURA_MODULE)
  const profile = session.row ? ((await (await fatura.accounts.find(session.row.account_id))?.tokens.profile()) ?? null) : null
  const order = await renewableOrder(req, session)
  return sessionView({
    sessionId: session.id,
    method: session.method,
    amountCents: session.amountCents,
    currency: session.currency,
    orderId: session.orderId,
    row: session.row,
    profile,
    canRenew: order !== null,
    renewals: order ? await renewalsOf(req, order, session.currency) : [],
    now: new Date(),
  })
}
