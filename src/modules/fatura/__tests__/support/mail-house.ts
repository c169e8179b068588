import { AbstractNotificationProviderService, ContainerRegistrationKeys, ModuleProvider, Modules } from "@medusajs/framework/utils"
import type { INotificationModuleService, MedusaContainer } from "@medusajs/framework/types"
import { sendEmails } from "../../../../workflows/emails/send-emails"
import { FATURA_MODULE } from "../.."
import type { Database } from "../../database"
import { Emails } from "../../emails/emails"
import { ChangeTaker } from "../../ledger/apply-change"
import type { InvoiceRow } from "../../ledger/row"
import { faturaParts, quiet } from "./fatura-parts"
import { medusaModule } from "./medusa-module"

type Message = { to: string; template: string; data: Record<string, unknown>; content?: { subject: string; text: string } | null; idempotency_key?: string }
/** What the provider does with a message: take it and answer, or anything else. */
type Manner = (message: Message, take: () => void) => Promise<unknown>

const post = { taken: [] as Message[], asked: 0, manners: [] as Manner[] }

class PostProvider extends AbstractNotificationProviderService {
  static override identifier = "post"

  override async send(message: never): Promise<{ id: string }> {
    post.asked += 1
    const take = () => void post.taken.push(message)
    const manner = post.manners.shift()
    await (manner ? manner(message, take) : take())
    return { id: `mail_${post.taken.length}` }
  }
}

const emailOptions = { enabled: true, language: "pt-BR" as const, templates: {}, pixReminderMinutes: 15, boletoReminderDays: 1 }

/** Medusa's own notification module, its tables in the suite's database, with a provider that does as it is told. */
export async function mailHouse(db: Database, gatewayUrl: string) {
  const notifications = await medusaModule<INotificationModuleService>(db, Modules.NOTIFICATION, {
    providers: [{ resolve: ModuleProvider(Modules.NOTIFICATION, { services: [PostProvider] }), id: "post", options: { channels: ["email"] } }],
  })
  const given = faturaParts(db, gatewayUrl)
  const parts = { ...given, changes: new ChangeTaker(given.ledger, given.outbox, given.problems, given.settings, new Emails(db, emailOptions)) }
  const order = { email: "joana@shopper.example", status: "pending", paidBefore: false, exists: true }

  /** A process of the store: what the sending of e-mails asks of Medusa's container. */
  const container = (enabled = true): MedusaContainer => {
    const fatura = {
      ...parts,
      options: { ...parts.options, emails: { ...emailOptions, enabled } },
      emails: new Emails(db, { ...emailOptions, enabled }),
      invoiceDesk: { isPayable: (row: InvoiceRow) => Boolean(row.instructions) && ["awaiting_payment", "overdue"].includes(row.status!) && !(row.expires_at && row.expires_at <= new Date()) },
    }
    const graph = async ({ entity, filters }: { entity: string; filters: { payment_collection_id?: string } }) =>
      entity === "order_payment_collection"
        ? { data: order.exists ? [{ order_id: `order_of_${filters.payment_collection_id}` }] : [] }
        : { data: [{ id: "order_1", display_id: 12, email: order.email, status: order.status, payment_collections: [{ id: "pay_col_before", status: order.paidBefore ? "completed" : "canceled" }] }] }
    const known: Record<string, unknown> = { [FATURA_MODULE]: fatura, [Modules.NOTIFICATION]: notifications, [ContainerRegistrationKeys.QUERY]: { graph }, [ContainerRegistrationKeys.LOGGER]: quiet }
    return { resolve: (name: string) => known[name] } as unknown as MedusaContainer
  }

  return {
    parts,
    order,
    emails: new Emails(db, emailOptions),
    offEmails: new Emails(db, { ...emailOptions, enabled: false }),
    notifications,
    /** The messages that the provider has taken. */
    taken: post.taken,
    askedOfProvider: () => post.asked,
    /** What the provider does with the next messages; afterwards it takes each. */
    willDo: (...manners: Manner[]) => void post.manners.push(...manners),
    /** One run of the job; what waits for its time is due now. */
    run: async (enabled = true) => {
      await db("fatura_email").where({ state: "pending" }).update({ due_at: db.raw("now() - interval '1 second'") })
      await sendEmails(container(enabled))
    },
    reset: () => {
      post.taken.length = 0
      post.manners.length = 0
      post.asked = 0
      Object.assign(order, { email: "joana@shopper.example", status: "pending", paidBefore: false, exists: true })
    },
  }
}

export type MailHouse = Awaited<ReturnType<typeof mailHouse>>
