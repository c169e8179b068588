import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import type { IEventBusModuleService, INotificationModuleService, MedusaContainer } from "@medusajs/framework/types"
import { UnexpectedStateError } from "../../domain/words-of-error"
import { FATURA_MODULE, type FaturaModuleService } from "../../modules/fatura"
import type { ChangeRow, TellingWay } from "../../modules/fatura/settings/sensitive-changes"
import { changeText } from "../../modules/fatura/texts/change-texts"
import { handOver, reasonOf } from "../emails/hand-over"

const BATCH = 50
/** An e-mail that may have gone out is sent again so often: two say no more than one, and none says nothing. */
const SENDS_WHEN_UNSURE = 3

type Telling = { container: MedusaContainer; fatura: FaturaModuleService; change: ChangeRow; actor: { id: string; email: string | null } }

/**
 * Tells the store's owner of changes that decide where the money goes: by an event, in the dashboard's feed and, where
 * an address is given, by e-mail. The change itself is made already; what fails here is tried again, each way by itself.
 */
export async function tellChanges(container: MedusaContainer): Promise<void> {
  const fatura: FaturaModuleService = container.resolve(FATURA_MODULE)
  for (let count = 0; count < BATCH; count++) {
    const change = await fatura.staffDesk.sensitive.claimTelling()
    if (!change) {
      return
    }
    await tellOne(container, fatura, change)
  }
}

const WAYS: Record<TellingWay, { name: string; tell: (telling: Telling) => Promise<void> }> = {
  emitted_at: { name: "the event", tell: emit },
  fed_at: { name: "the dashboard's feed", tell: feed },
  mailed_at: { name: "the e-mail to ownerEmail", tell: mail },
}

async function tellOne(container: MedusaContainer, fatura: FaturaModuleService, change: ChangeRow): Promise<void> {
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  const { sensitive } = fatura.staffDesk
  const telling = { container, fatura, change, actor: { id: change.actor, email: await emailOf(container, change.actor) } }
  const failed: string[] = []
  for (const way of Object.keys(WAYS) as TellingWay[]) {
    if (change[way]) {
      continue
    }
    try {
      await WAYS[way].tell(telling)
      await sensitive.markTold(change.id, way)
    } catch (error) {
      failed.push(`${WAYS[way].name}: ${reasonOf(error)}`)
    }
  }
  if (!failed.length) {
    return sensitive.endTelling(change.id)
  }
  const again = await sensitive.tellLater(change)
  logger.warn(`Fatura: the store's owner was not told of the change ${change.id} in every way, ${again ? "which is tried again" : "and it is given up"} (${failed.join("; ")})`)
}

async function emit({ container, change, actor }: Telling): Promise<void> {
  const bus = container.resolve<IEventBusModuleService | undefined>(Modules.EVENT_BUS, { allowUnregistered: true })
  const { id, action, subject, changes, undoes, created_at } = change
  await bus?.emit({ name: "fatura.sensitive.changed", data: { id, action, subject, actor_id: actor.id, actor_email: actor.email, changes, undoes, changed_at: created_at.toISOString() } })
}

async function feed(telling: Telling): Promise<void> {
  const notifications = notificationsOf(telling)
  // A store without Medusa's notifications has no feed; the change stands in its history.
  await notifications?.createNotifications({
    channel: "feed", template: "admin-ui", to: "",
    // Medusa sends one of the same key once, also when it comes again after a crash.
    idempotency_key: `fatura-change:${telling.change.id}`,
    data: await textOf(telling),
  })
}

async function mail(telling: Telling): Promise<void> {
  const { fatura: { options }, change } = telling
  if (!options.ownerEmail) {
    return
  }
  const notifications = notificationsOf(telling)
  if (!notifications) {
    throw new UnexpectedStateError("the store has no notification module")
  }
  const { title, description } = await textOf(telling)
  const url = pageOfChanges(telling)
  const link = url ? escaped(url) : null
  const message = {
    to: options.ownerEmail,
    from: options.emails.from,
    channel: "email",
    template: "fatura-sensitive-change",
    data: { id: change.id, action: change.action, subject: change.subject, actor_id: change.actor, actor_email: telling.actor.email, fields: Object.keys(change.changes), title, description, url, language: options.staffLanguage },
    content: { subject: title, text: [description, ...(url ? [url] : [])].join("\n\n"), html: `<p>${escaped(title)}</p><p>${escaped(description)}</p>${link ? `<p><a href="${link}">${link}</a></p>` : ""}` },
    trigger_type: "fatura",
  }
  const delivery = await handOver(notifications, message, `fatura-change:${change.id}:email:${change.tell_attempts}`)
  const unsure = delivery.outcome === "open" || delivery.outcome === "unknown"
  if (delivery.outcome !== "sent" && !(unsure && change.tell_attempts >= SENDS_WHEN_UNSURE)) {
    throw new UnexpectedStateError("why" in delivery ? delivery.why : "the provider has not answered")
  }
}

/** Where such a change is seen and undone; null where this server has no dashboard, and the words alone say where. */
function pageOfChanges({ container, fatura }: Telling): string | null {
  const admin = container.resolve(ContainerRegistrationKeys.CONFIG_MODULE, { allowUnregistered: true })?.admin
  return admin && !admin.disable ? `${fatura.options.backendUrl.replace(/\/$/, "")}${(admin.path ?? "/app").replace(/\/$/, "")}/settings/fatura?tab=security` : null
}

async function textOf({ fatura, change, actor }: Telling): Promise<{ title: string; description: string }> {
  const isAccount = change.action !== "settings_changed"
  const name = isAccount ? ((await fatura.staffDesk.accountName(change.subject)) ?? removedName(change) ?? change.subject) : null
  return changeText({ action: change.action, subject: name, actor: actor.email ?? actor.id, changes: change.changes, isUndo: change.undoes !== null, at: change.created_at }, fatura.options.staffLanguage)
}

function removedName({ changes: { name } }: ChangeRow): string | null {
  return typeof name === "object" && typeof name.from === "string" ? name.from : null
}

async function emailOf(container: MedusaContainer, userId: string): Promise<string | null> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({ entity: "user", fields: ["id", "email"], filters: { id: userId } }).catch(() => ({ data: [] }))
  return (data[0] as { email?: string } | undefined)?.email ?? null
}

function notificationsOf({ container }: Telling): INotificationModuleService | undefined {
  return container.resolve<INotificationModuleService | undefined>(Modules.NOTIFICATION, { allowUnregistered: true })
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
