import { ContainerRegistrationKeys, MedusaError, Modules } from "@medusajs/framework/utils"
import type { INotificationModuleService, MedusaContainer } from "@medusajs/framework/types"
import { moneyArrived } from "../../domain/invoice-status"
import { FATURA_MODULE, type FaturaModuleService } from "../../modules/fatura"
import type { EmailKind } from "../../modules/fatura/emails/email"
import type { EmailRow } from "../../modules/fatura/emails/emails"
import { renderEmail } from "../../modules/fatura/emails/render-email"
import { reminderAt } from "../../modules/fatura/emails/when"
import type { InvoiceRow } from "../../modules/fatura/ledger/row"
import { emailData, readAddressee } from "./email-data"

const BATCH = 100
const MAX_ATTEMPTS = 20

/** Sends the e-mails that are due, through the store's provider for the channel `email`. */
export async function sendEmails(container: MedusaContainer): Promise<void> {
  const fatura: FaturaModuleService = container.resolve(FATURA_MODULE)
  if (!fatura.emails.enabled) {
    return
  }
  for (let count = 0; count < BATCH; count++) {
    const email = await fatura.emails.claim()
    if (!email) {
      return
    }
    await sendOne(container, fatura, email)
  }
}

async function sendOne(container: MedusaContainer, fatura: FaturaModuleService, email: EmailRow): Promise<void> {
  try {
    const invoice = await fatura.ledger.find(email.fatura_invoice_id)
    if (!invoice || !(await STILL_TRUE[email.kind](fatura, invoice))) {
      return await fatura.emails.end(email, "skipped")
    }
    const at = email.kind === "reminder" ? reminderAt(invoice, fatura.options.emails) : null
    if (at && at > new Date()) {
      // Staff have given it more time since.
      return await fatura.emails.later(email, null, at)
    }
    await send(container, fatura, email, invoice)
    await fatura.emails.end(email, "sent")
    await fatura.ledger.addEvent(invoice.id, { kind: "email_sent", cause: "system", details: { email: email.kind } })
  } catch (error) {
    const why = (error as Error).message
    const over = email.attempts >= MAX_ATTEMPTS
    await (over ? fatura.emails.end(email, "failed", why) : fatura.emails.later(email, why))
    const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
    logger.warn(`Fatura: the e-mail "${email.kind}" of invoice ${email.fatura_invoice_id} was not sent and is ${over ? "given up" : "tried again"} (${why})`)
  }
}

type Check = (fatura: FaturaModuleService, invoice: InvoiceRow) => boolean | Promise<boolean>

const payable: Check = (fatura, invoice) => fatura.invoiceDesk.isPayable(invoice)

/** What was true when the e-mail was put down may be old news when it is sent. */
const STILL_TRUE: Record<EmailKind, Check> = {
  instructions: payable,
  reminder: payable,
  paid: (_fatura, invoice) => invoice.status === "paid",
  // A newer code of the same order is what the shopper should pay, or has paid.
  expired: async (fatura, invoice) =>
    invoice.status === "canceled" && !(await fatura.ledger.ofCollection(invoice.payment_collection_id)).some((row) => row.id !== invoice.id && (row.is_live || (row.status !== null && moneyArrived(row.status)))),
  refunded: () => true,
}

async function send(container: MedusaContainer, fatura: FaturaModuleService, { key, kind }: EmailRow, invoice: InvoiceRow): Promise<void> {
  const addressee = await readAddressee(container, invoice)
  if (!addressee) {
    throw new MedusaError(MedusaError.Types.NOT_FOUND, "the order and its e-mail address were not found")
  }
  const { templates, from } = fatura.options.emails
  const data = await emailData(fatura, invoice, kind, addressee)
  const template = templates[kind]
  const notifications: INotificationModuleService = container.resolve(Modules.NOTIFICATION)
  await notifications.createNotifications({
    to: addressee.email,
    from,
    channel: "email",
    template: template ?? `fatura-${kind}`,
    data,
    // Providers use the content where there is one, and the template otherwise.
    ...(!template && { content: renderEmail(data) }),
    idempotency_key: `fatura-email:${key}`,
    trigger_type: "fatura",
    resource_type: "order",
    resource_id: addressee.orderId,
  })
}
