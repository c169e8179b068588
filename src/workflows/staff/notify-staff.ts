import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import type { INotificationModuleService, MedusaContainer } from "@medusajs/framework/types"
import { wordsOfError } from "../../domain/words-of-error"
import { PROBLEM_FACTS } from "../../domain/problem-facts"
import type { ProblemKind } from "../../domain/problems"
import { FATURA_MODULE, type FaturaModuleService } from "../../modules/fatura"
import { problemText } from "../../modules/fatura/texts/problem-texts"
import type { Language } from "../../modules/fatura/texts/shopper-texts"

/** Medusa's bell in the dashboard shows what was sent over this channel with this template. */
const FEED = { channel: "feed", template: "admin-ui", to: "" } as const

const WORDS: Record<Language, { order: string; place: string }> = {
  "pt-BR": { order: "Pedido", place: "Faturas > Problemas" },
  en: { order: "Order", place: "Invoices > Problems" },
}

/**
 * Tells staff in the dashboard's feed that money is in question. A store without a provider for the feed loses
 * nothing: the problem stands on the list.
 */
export async function notifyStaff(container: MedusaContainer, problem: { id: string; kind: ProblemKind; order_id: string | null }): Promise<void> {
  const notifications = container.resolve<INotificationModuleService | undefined>(Modules.NOTIFICATION, { allowUnregistered: true })
  if (!notifications || PROBLEM_FACTS[problem.kind].severity !== "money") {
    return
  }
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  try {
    // Nobody asked, so nobody's language is known: the option tells it.
    const fatura: FaturaModuleService = container.resolve(FATURA_MODULE)
    const language = fatura.options.staffLanguage
    const row = await fatura.problems.find(problem.id)
    const money = row && (await fatura.moneyOf([row]))(row)
    const { title, remedy } = problemText(problem.kind, language, row?.details, money?.isReturning)
    const { order, place } = WORDS[language]
    const number = await orderNumber(container, problem.order_id)
    await notifications.createNotifications({
      ...FEED,
      // Medusa sends one of the same key once, also when the event comes again after a crash.
      idempotency_key: `fatura-problem:${problem.id}`,
      data: {
        title: number ? `${order} #${number}: ${title}` : title,
        description: `${remedy} (${place})`,
      },
    })
  } catch (error) {
    logger.warn(`Fatura: staff were not notified of problem ${problem.id} (${wordsOfError(error)})`)
  }
}

async function orderNumber(container: MedusaContainer, orderId: string | null): Promise<number | null> {
  if (!orderId) {
    return null
  }
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({ entity: "order", fields: ["display_id"], filters: { id: orderId } })
  return data[0] ? Number(data[0].display_id) : null
}
