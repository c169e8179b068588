import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import type { CreateNotificationDTO, INotificationModuleService, MedusaContainer } from "@medusajs/framework/types"
import { isOpen, moneyArrived } from "../../domain/invoice-status"
import { UnexpectedStateError } from "../../domain/words-of-error"
import { FATURA_MODULE, type FaturaModuleService } from "../../modules/fatura"
import type { EmailRow } from "../../modules/fatura/emails/emails"
import { renderEmail } from "../../modules/fatura/emails/render-email"
import { type Dropped, whyDropped } from "../../modules/fatura/emails/still-true"
import { reminderAt } from "../../modules/fatura/emails/when"
import type { InvoiceRow } from "../../modules/fatura/ledger/row"
import { type Addressee, emailData, readAddressee } from "./email-data"
import { type Delivery, deliveryOf, handOver, reasonOf } from "./hand-over"

const BATCH = 100
const MAX_ATTEMPTS = 20
const ASK_AGAIN_MS = 60_000

type Sending = { container: MedusaContainer; fatura: FaturaModuleService; email: EmailRow }

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
    await sendOne({ container, fatura, email })
  }
}

/**
 * One e-mail, from wherever an earlier try left it. What was handed over once is never handed over again before it is
 * known that it did not go out; and what nobody can know is said so, on the timeline and to staff.
 */
async function sendOne(sending: Sending): Promise<void> {
  const { fatura, email } = sending
  try {
    const earlier = email.handed_key && (await deliveryOf(notificationsOf(sending), email.handed_key))
    if (earlier && earlier.outcome !== "not_handed") {
      return await conclude(sending, earlier)
    }
    const invoice = await fatura.ledger.find(email.fatura_invoice_id)
    const addressee = invoice && (await readAddressee(sending.container, invoice))
    if (invoice && addressee === "no_order" && !fatura.invoiceDesk.isPayable(invoice)) {
      // Its completion was given up: nobody waits for it, and whoever comes back to the cart gets another code.
      return await drop(sending, "untrue")
    }
    if (!invoice || !addressee || addressee === "no_order") {
      throw new UnexpectedStateError("the order and its e-mail address were not found")
    }
    const dropped = await whyNotSent(fatura, email, invoice, addressee)
    if (dropped) {
      return await drop(sending, dropped)
    }
    const at = email.kind === "reminder" ? reminderAt(invoice, fatura.options.emails) : null
    if (at && at > new Date()) {
      // Staff have given it more time since.
      return await fatura.emails.later(email, null, at)
    }
    const message = await messageOf(fatura, email, invoice, addressee)
    const marked = await fatura.emails.markHanded(email)
    await conclude({ ...sending, email: marked }, await handOver(notificationsOf(sending), message, marked.handed_key))
  } catch (error) {
    await again(sending, reasonOf(error))
  }
}

/** What is done about each way in which the handing over can have ended. */
const CONCLUSIONS: { [Outcome in Delivery["outcome"]]: (sending: Sending, why: string) => Promise<void> } = {
  sent: async ({ fatura, email }) => {
    await fatura.emails.end(email, "sent")
    await note(fatura, email, "email_sent")
    await fatura.problems.clear("email_not_delivered", email.fatura_invoice_id)
  },
  not_handed: again,
  refused: async (sending, why) => {
    await sending.fatura.emails.unmarkHanded(sending.email)
    await again(sending, why)
  },
  open: async ({ fatura, email }) => fatura.emails.later(email, "the provider has not answered yet", new Date(Date.now() + ASK_AGAIN_MS)),
  unknown: (sending, why) => giveUp(sending, "unknown", why),
}

async function conclude(sending: Sending, delivery: Delivery): Promise<void> {
  if (delivery.outcome === "open" && sending.email.is_overdue) {
    return giveUp(sending, "unknown", "the provider has not answered")
  }
  await CONCLUSIONS[delivery.outcome](sending, "why" in delivery ? delivery.why : "")
}

/** It surely did not go out: tried again, for some hours. */
async function again(sending: Sending, why: string): Promise<void> {
  if (sending.email.attempts >= MAX_ATTEMPTS) {
    return giveUp(sending, "failed", why)
  }
  await sending.fatura.emails.later(sending.email, why)
  warn(sending, `was not sent and is tried again (${why})`)
}

/**
 * Nothing more is done by itself: a second copy of a payment code, or of a refund's amount, would be taken for another
 * one. Staff see it, and can send the instructions again.
 */
async function giveUp(sending: Sending, end: "failed" | "unknown", why: string): Promise<void> {
  const { fatura, email } = sending
  await fatura.emails.end(email, end, why)
  await note(fatura, email, end === "failed" ? "email_failed" : "email_unknown")
  const invoice = await fatura.ledger.find(email.fatura_invoice_id)
  await fatura.problems.raise({
    kind: "email_not_delivered",
    subject: email.fatura_invoice_id,
    invoiceId: email.fatura_invoice_id,
    orderId: invoice?.order_id,
    accountId: invoice?.account_id,
    details: { email: email.kind, outcome: end },
  })
  warn(sending, end === "failed" ? `was not sent and is given up (${why})` : `may or may not have been sent, and is not sent again (${why})`)
}

/** What was not sent because it came too late, or because staff had asked for it in vain, is said; old news that was overtaken is not. */
async function drop({ fatura, email }: Sending, dropped: Dropped): Promise<void> {
  await fatura.emails.end(email, "skipped", dropped)
  if (dropped === "late" || fatura.emails.wasAskedFor(email)) {
    await note(fatura, email, "email_dropped")
  }
}

async function whyNotSent(fatura: FaturaModuleService, email: EmailRow, invoice: InvoiceRow, { orderId, isCanceled }: Addressee): Promise<Dropped | null> {
  const others = [...(await fatura.ledger.ofCollection(invoice.payment_collection_id)), ...(await fatura.ledger.ofOrder(orderId))].filter(({ id }) => id !== invoice.id)
  return whyDropped(email.kind, {
    invoice,
    facts: email.facts,
    staleAt: email.stale_at,
    isPayable: fatura.invoiceDesk.isPayable(invoice),
    orderIsCanceled: isCanceled,
    // What was paid before a difference came up is no other code of that difference.
    hasOtherCode: others.some(
      (row) => row.is_live && (row.status === null || isOpen(row.status)) || (row.payment_collection_id === invoice.payment_collection_id && row.status !== null && moneyArrived(row.status))
    ),
    now: new Date(),
  })
}

async function messageOf(fatura: FaturaModuleService, { kind, facts }: EmailRow, invoice: InvoiceRow, addressee: Addressee): Promise<CreateNotificationDTO> {
  const { templates, from } = fatura.options.emails
  const data = await emailData(fatura, { invoice, kind, told: facts, addressee })
  const template = templates[kind]
  return {
    to: addressee.email,
    from,
    channel: "email",
    template: template ?? `fatura-${kind}`,
    data,
    // Providers use the content where there is one, and the template otherwise.
    ...(!template && { content: renderEmail(data) }),
    trigger_type: "fatura",
    resource_type: "order",
    resource_id: addressee.orderId,
  }
}

async function note(fatura: FaturaModuleService, { fatura_invoice_id: id, kind }: EmailRow, event: "email_sent" | "email_failed" | "email_unknown" | "email_dropped"): Promise<void> {
  await fatura.ledger.addEvent(id, { kind: event, cause: "system", details: { email: kind } })
}

function warn({ container, email }: Sending, what: string): void {
  container.resolve(ContainerRegistrationKeys.LOGGER).warn(`Fatura: the e-mail "${email.kind}" of invoice ${email.fatura_invoice_id} ${what}`)
}

function notificationsOf({ container }: Sending): INotificationModuleService {
  return container.resolve(Modules.NOTIFICATION)
}
