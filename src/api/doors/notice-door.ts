import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { readNotice } from "../../gateway/notice"
import { FATURA_MODULE, type FaturaModuleService } from "../../modules/fatura"
import type { NoticeRow } from "../../modules/fatura/inbox/notices"
import { handleNotice } from "../../workflows/handle-notice"
import { BodyTooLargeError, readBody } from "./read-body"

const REDACTED_PATH = "/hooks/fatura/[ticket]"

/** A notice sent to the address of one attempt. A false ticket is answered 404 and nothing is kept. */
export async function takeTicketedNotice(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const ticket = req.params.ticket ?? ""
  // Medusa's access log prints the address when the answer is sent.
  req.originalUrl = REDACTED_PATH
  req.url = REDACTED_PATH
  await takeNotice(req, res, "ticket", async (fatura) => {
    const invoiceId = await fatura.invoiceOfTicket(ticket)
    return invoiceId ? [invoiceId] : []
  })
}

/**
 * A notice sent to the address that is registered in the gateway's panel, or to Medusa's own hook
 * address. Only what names an invoice of our ledger is kept.
 */
export async function takePanelNotice(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  await takeNotice(req, res, "panel", async (fatura, body) => {
    const reading = readNotice(body, req.headers["content-type"] ?? null)
    const named = reading.kind === "notice" ? reading.notice.invoiceId : reading.invoiceId
    return named ? (await fatura.ledger.byGatewayId(named)).map((row) => row.id) : []
  })
}

type Binder = (fatura: FaturaModuleService, body: Buffer) => Promise<string[]>

/** Stores first and answers then: 200 means committed. */
async function takeNotice(req: MedusaRequest, res: MedusaResponse, door: "ticket" | "panel", bind: Binder): Promise<void> {
  const fatura: FaturaModuleService = req.scope.resolve(FATURA_MODULE)
  let stored: NoticeRow[]
  try {
    const body = await readBody(req, fatura.options.webhooks.maxBodyBytes)
    const contentType = req.headers["content-type"] ?? null
    const invoiceIds = await bind(fatura, body)
    stored = await Promise.all(invoiceIds.map((invoiceId) => fatura.storeNotice({ invoiceId, door, body, contentType, rawHeaders: req.rawHeaders })))
  } catch (error) {
    refuse(req, res, error)
    return
  }
  if (!stored.length) {
    res.status(404).json({ type: "not_found", code: "not_found", message: "No invoice of this store is meant" })
    return
  }
  res.status(200).json({ received: true })
  for (const notice of stored) {
    void handleNotice(req.scope, notice)
  }
}

function refuse(req: MedusaRequest, res: MedusaResponse, error: unknown): void {
  if (error instanceof BodyTooLargeError) {
    res.status(413).json({ type: "invalid_data", code: "body_too_large", message: error.message })
    return
  }
  // Not stored, so it must not be answered 200: the gateway may send it again.
  req.scope.resolve(ContainerRegistrationKeys.LOGGER).error(`Fatura: a notice could not be stored (${(error as Error).message})`)
  res.status(503).json({ type: "unexpected_state", code: "not_stored", message: "The notice could not be stored; send it again" })
}
