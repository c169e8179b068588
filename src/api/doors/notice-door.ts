import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { wordsOfError } from "../../domain/words-of-error"
import { readNotice, type NoticeReading } from "../../gateway/notice"
import { FATURA_MODULE, type FaturaModuleService } from "../../modules/fatura"
import type { InvoiceRow } from "../../modules/fatura/ledger/row"
import type { NoticeRow } from "../../modules/fatura/inbox/notices"
import { handleNotice } from "../../workflows/handle-notice"
import { BodyTooLargeError, readBody } from "./read-body"
import { shopperIp } from "./shopper-ip"

const REDACTED_PATH = "/hooks/fatura/[ticket]"
/** A notice sent to the address of one attempt. A false ticket is answered 404; its body is not even read. */
export async function takeTicketedNotice(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const ticket = req.params.ticket ?? ""
  // Medusa's access log prints the address when the answer is sent.
  req.originalUrl = REDACTED_PATH
  req.url = REDACTED_PATH
  await orNotStored(req, res, async (fatura) => {
    const invoice = await fatura.invoiceOfTicket(ticket)
    if (invoice?.unproven) {
      // As anybody may post it to the other address: kept when it names an invoice of ours, and a look-up decides.
      return takePanelNotice(req, res)
    }
    if (!invoice) {
      const selfTest = await fatura.staffDesk.selfTests.answer(ticket)
      if (selfTest) {
        res.status(200).json(selfTest)
        return
      }
      return notFound(res)
    }
    const body = await readBody(req, fatura.options.webhooks.maxBodyBytes)
    await storeAndAnswer(req, res, fatura, { invoiceIds: [invoice.id], door: "ticket", body })
  })
}

/**
 * A notice sent to the address that is registered in the gateway's panel, or to Medusa's own hook
 * address. Only what names an invoice of our ledger is kept.
 */
export async function takePanelNotice(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  await orNotStored(req, res, async (fatura) => {
    if (!(await fatura.noticeLimits.admitsPost(shopperIp(req)))) {
      return tooMany(res)
    }
    const body = await readBody(req, fatura.options.webhooks.maxBodyBytes)
    const reading = readNotice(body, req.headers["content-type"] ?? null)
    const invoiceIds = (await invoicesNamed(fatura, reading)).map(({ id }) => id)
    if (!invoiceIds.length) {
      // What names an invoice is answered alike whether it is ours or not: nobody learns here which ids are. An
      // account can be shared, and gateways pause what fails.
      return body.length === 0 || namedId(reading) ? received(res) : notFound(res)
    }
    await storeAndAnswer(req, res, fatura, { invoiceIds, door: "panel", body })
  })
}

/** By the gateway's id, else by our reference: a notice may name an id that no answer has told. */
async function invoicesNamed({ ledger }: FaturaModuleService, reading: NoticeReading): Promise<InvoiceRow[]> {
  const id = namedId(reading)
  const named = id ? await ledger.byGatewayId(id) : []
  const reference = reading.kind === "notice" ? reading.notice.reference : null
  const referred = !named.length && reference ? await ledger.byReference(reference) : null
  return referred ? [referred] : named
}

function namedId(reading: NoticeReading): string | null {
  return (reading.kind === "notice" ? reading.notice.invoiceId : reading.invoiceId) ?? null
}

type Arrival = { invoiceIds: string[]; door: "ticket" | "panel"; body: Buffer }

/** Stores first and answers then: 200 means committed. */
async function storeAndAnswer(req: MedusaRequest, res: MedusaResponse, fatura: FaturaModuleService, arrival: Arrival): Promise<void> {
  const { door, body } = arrival
  const contentType = req.headers["content-type"] ?? null
  const stored: (NoticeRow | null)[] = await Promise.all(
    arrival.invoiceIds.map((invoiceId) => fatura.storeNotice({ invoiceId, door, body, contentType, rawHeaders: req.rawHeaders }))
  )
  received(res)
  for (const notice of stored) {
    if (notice) {
      void handleNotice(req.scope, notice)
    }
  }
}

async function orNotStored(req: MedusaRequest, res: MedusaResponse, take: (fatura: FaturaModuleService) => Promise<void>): Promise<void> {
  try {
    await take(req.scope.resolve(FATURA_MODULE))
  } catch (error) {
    if (error instanceof BodyTooLargeError) {
      answer(res, 413, "body_too_large", error.message)
      return
    }
    if (req.destroyed || (error as { code?: string }).code === "ECONNRESET") {
      // The sender went away in the middle of the body; there is nobody to answer and nothing to keep.
      return
    }
    // Not stored, so it must not be answered 200: the gateway may send it again.
    req.scope.resolve(ContainerRegistrationKeys.LOGGER).error(`Fatura: a notice could not be stored (${wordsOfError(error)})`)
    answer(res, 503, "not_stored", "The notice could not be stored; send it again")
  }
}

function received(res: MedusaResponse): void {
  res.status(200).json({ received: true })
}

function notFound(res: MedusaResponse): void {
  answer(res, 404, "not_found", "No invoice of this store is meant")
}

function tooMany(res: MedusaResponse): void {
  answer(res, 429, "too_many", "Too many notices without a valid ticket; try again later")
}

/** What is refused may still be sending its body; the connection is closed instead of reading it. */
function answer(res: MedusaResponse, status: number, code: string, message: string): void {
  res.setHeader("connection", "close")
  res.status(status).json({ type: code, code, message })
}
