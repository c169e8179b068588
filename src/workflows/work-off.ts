import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"
import { FATURA_MODULE, type FaturaModuleService } from "../modules/fatura"
import type { OutboxKind, OutboxRow } from "../modules/fatura/outbox/outbox"
import { resolveLostAttempt } from "./resolve-lost-attempt"
import { BookingWaits } from "./settling/book-refunds"
import { returnLateMoney } from "./return-late-money"
import { settleInvoiceWorkflow } from "./settle-invoice"

const BATCH = 50

/** `later` - no definite answer yet; `settle` - done, and Medusa must now be made to agree with the invoice. */
type Outcome = "done" | "later" | "settle"

type Handler = (container: MedusaContainer, fatura: FaturaModuleService, invoiceId: string) => Promise<Outcome>

const HANDLERS: Record<OutboxKind, Handler> = {
  settle: async (container, _fatura, invoiceId) => {
    await settleInvoiceWorkflow(container).run({ input: { invoice_id: invoiceId } })
    return "done"
  },
  cancel: async (_container, fatura, invoiceId) => ((await fatura.canceling.send(invoiceId)) === "unresolved" ? "later" : "done"),
  resolve_attempt: resolveLostAttempt,
  return_late_money: returnLateMoney,
}

/** Works off everything in the outbox that is due. */
export async function workOff(container: MedusaContainer): Promise<void> {
  const fatura: FaturaModuleService = container.resolve(FATURA_MODULE)
  for (let count = 0; count < BATCH; count++) {
    const task = await fatura.outbox.claim()
    if (!task) {
      return
    }
    await doTask(container, fatura, task)
  }
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
    await (result === "later" ? fatura.outbox.retry(task, "no definite answer yet") : fatura.outbox.done(task))
  } catch (error) {
    const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
    if (error instanceof BookingWaits) {
      await fatura.outbox.retry(task, error.message)
      return
    }
    logger.warn(`Fatura: "${task.kind}" of invoice ${task.fatura_invoice_id} failed and is tried again (${(error as Error).message})`)
    await fatura.outbox.retry(task, (error as Error).message)
  }
}
