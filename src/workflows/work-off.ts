import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"
import { wordsOfError } from "../domain/words-of-error"
import { FATURA_MODULE, type FaturaModuleService } from "../modules/fatura"
import { areLookUpsPaused } from "../modules/fatura/accounts/look-up-gate"
import type { OutboxKind, OutboxRow } from "../modules/fatura/outbox/outbox"
import { inLanes } from "./in-lanes"
import { resolveLostAttempt } from "./resolve-lost-attempt"
import { isBookingWaits } from "./settling/booking-waits"
import { returnLateMoney } from "./return-late-money"
import { settleInvoiceWorkflow } from "./settle-invoice"

const DAY_MS = 86_400_000
const HOUR_SECONDS = 3_600
const NO_ANSWER = "no definite answer yet"

/** `later` - no definite answer yet; `rarely` - nor is one likely soon, and each look costs calls; `settle` - done, and Medusa must now be made to agree with the invoice. */
type Outcome = "done" | "later" | "rarely" | "settle"

type Handler = (container: MedusaContainer, fatura: FaturaModuleService, invoiceId: string) => Promise<Outcome>

const HANDLERS: Record<OutboxKind, Handler> = {
  settle: async (container, _fatura, invoiceId) => {
    await settleInvoiceWorkflow(container).run({ input: { invoice_id: invoiceId } })
    return "done"
  },
  cancel: async (_container, fatura, invoiceId) => ((await fatura.canceling.send(invoiceId)) === "unresolved" ? "later" : "done"),
  resolve_attempt: resolveLostAttempt,
  return_late_money: returnLateMoney,
  send_tracking: async (_container, fatura, invoiceId) => fatura.shipments.send(invoiceId),
}

/** Works off everything in the outbox that is due. */
export async function workOff(container: MedusaContainer): Promise<void> {
  const fatura: FaturaModuleService = container.resolve(FATURA_MODULE)
  await inLanes(async () => {
    const task = await fatura.outbox.claim()
    if (task) {
      await doTask(container, fatura, task)
    }
    return task !== null
  })
}

/** Works off one kind of task of one invoice at once; when another process has it, that one does it. */
export async function workOffOf(container: MedusaContainer, kind: OutboxKind, invoiceId: string): Promise<void> {
  const fatura: FaturaModuleService = container.resolve(FATURA_MODULE)
  const task = await fatura.outbox.claimOf(kind, invoiceId)
  if (task) {
    await doTask(container, fatura, task)
  }
}

async function doTask(container: MedusaContainer, fatura: FaturaModuleService, task: OutboxRow): Promise<void> {
  try {
    const result = await HANDLERS[task.kind](container, fatura, task.fatura_invoice_id)
    if (result === "settle") {
      await workOffOf(container, "settle", task.fatura_invoice_id)
    }
    await (result === "later" || result === "rarely" ? putBack(fatura, task, NO_ANSWER, result === "rarely" ? HOUR_SECONDS : undefined) : done(fatura, task))
  } catch (error) {
    const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
    if (isBookingWaits(error)) {
      await fatura.outbox.retry(task, wordsOfError(error))
      await raiseLongWait(fatura, task, wordsOfError(error))
      return
    }
    if (areLookUpsPaused(error)) {
      // The budget is spent, or the gateway blocks look-ups, which has a problem of its own.
      await fatura.outbox.retry(task, wordsOfError(error))
      return
    }
    logger.warn(`Fatura: "${task.kind}" of invoice ${task.fatura_invoice_id} failed and is tried again (${wordsOfError(error)})`)
    await putBack(fatura, task, wordsOfError(error))
  }
}

/** An attempt or a refund that waits for its outcome has problems of its own. */
const WAITS_BY_DESIGN: OutboxKind[] = ["resolve_attempt", "return_late_money"]

async function done(fatura: FaturaModuleService, task: OutboxRow): Promise<void> {
  await fatura.outbox.done(task)
  if (task.attempts > fatura.options.webhooks.maxAttempts) {
    await fatura.problems.clear("dead_letter", task.id)
  }
}

/** Tried again for ever, every five minutes in the end; after as many tries as a notice has, staff hear of it. */
async function putBack(fatura: FaturaModuleService, task: OutboxRow, why: string, longestPauseSeconds?: number): Promise<void> {
  await fatura.outbox.retry(task, why, longestPauseSeconds)
  const waits = why === NO_ANSWER && WAITS_BY_DESIGN.includes(task.kind)
  if (task.attempts >= fatura.options.webhooks.maxAttempts && !waits) {
    const { id, kind, fatura_invoice_id: invoiceId } = task
    await fatura.problems.raise({ kind: "dead_letter", subject: id, invoiceId, details: { task: id, work: kind, why: why.slice(0, 500) } })
  }
}

/** Booking a refund waits for staff to end an order change; after a day they are reminded. */
async function raiseLongWait(fatura: FaturaModuleService, task: OutboxRow, why: string): Promise<void> {
  if (Date.now() - task.created_at.getTime() > DAY_MS) {
    const invoiceId = task.fatura_invoice_id
    const invoice = await fatura.ledger.find(invoiceId)
    await fatura.problems.raise({ kind: "gateway_refund_not_booked", subject: invoiceId, invoiceId, orderId: invoice?.order_id, details: { why } })
  }
}
