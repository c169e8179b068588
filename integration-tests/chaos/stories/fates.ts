import type { GatewayInvoice } from "../../support"
import { cpf } from "../../support"
import { cardData } from "../../support/books"
import { letCodesExpire } from "../world/hasten"
import { answerOf } from "./patience"
import { happens, pays, refundsInPanel, saysSo } from "./payer"
import { PROVIDERS, type Method } from "./plan"
import { cancelsOrder, refundsInMedusa, untilCapturedOrSaidSo, type Captured } from "./staff"
import type { Story } from "./story"

export type CodeFate =
  | "pays" | "pays_and_says_so" | "pays_unannounced" | "pays_more" | "pays_less"
  | "walks_away" | "expires" | "pays_while_it_expires"
  | "is_canceled" | "is_canceled_then_pays_unannounced" | "is_canceled_while_it_is_paid"
  | "asks_for_another_code" | "asks_for_another_code_and_pays_both" | "pays_by_another_method"
  | "pays_and_is_refunded_in_part" | "pays_and_is_refunded_in_parts" | "pays_and_is_refunded"
  | "pays_and_is_refunded_in_the_panel" | "pays_and_is_refunded_on_both_sides"
  | "pays_and_is_canceled" | "pays_and_disputes" | "loses_the_dispute" | "falls_overdue_then_pays"

export type CardFate =
  | "is_kept" | "is_refunded_in_part" | "is_refunded_in_parts" | "is_refunded" | "is_refunded_in_the_panel"
  | "is_refunded_on_both_sides" | "is_canceled" | "is_disputed" | "loses_the_dispute"

type OfCode = (story: Story, code: GatewayInvoice) => Promise<void>
type OfPayment = (story: Story, captured: Captured) => Promise<void>

/** What can become of a payment that was captured, however it was paid. */
const PAYMENT_FATES: Record<CardFate, OfPayment> = {
  is_kept: async () => undefined,
  is_refunded_in_part: (story, { paymentId, capturedCents }) => refundsInMedusa(story, paymentId, partOf(story, capturedCents)),
  is_refunded_in_parts: async (story, { paymentId, capturedCents }) => {
    const first = partOf(story, capturedCents)
    await refundsInMedusa(story, paymentId, first)
    await story.while()
    await refundsInMedusa(story, paymentId, story.random.chance(0.5) ? capturedCents - first : partOf(story, capturedCents - first))
  },
  is_refunded: (story, { paymentId, capturedCents }) => refundsInMedusa(story, paymentId, capturedCents),
  is_refunded_in_the_panel: async (story, { capturedCents }) => {
    const invoice = await paidInvoice(story)
    if (!invoice) return
    await refundsInPanel(story, invoice.id, partOf(story, capturedCents))
    if (story.random.chance(0.4)) {
      await story.while(4_000)
      await refundsInPanel(story, invoice.id)
    }
  },
  is_refunded_on_both_sides: async (story, { paymentId, capturedCents }) => {
    const invoice = await paidInvoice(story)
    if (!invoice) return
    const part = Math.floor(capturedCents / 3)
    const inMedusa = refundsInMedusa(story, paymentId, part)
    await story.while(1_500)
    await Promise.all([inMedusa, refundsInPanel(story, invoice.id, part + 1)])
  },
  is_canceled: async (story) => void (await cancelsOrder(story)),
  is_disputed: async (story) => {
    const invoice = await paidInvoice(story)
    if (!invoice) return
    await happens(story, invoice, "dispute")
    await story.while(4_000)
    await happens(story, invoice, "dispute-won")
  },
  loses_the_dispute: async (story) => {
    const invoice = await paidInvoice(story)
    if (!invoice) return
    await happens(story, invoice, "dispute")
    await story.while(4_000)
    await refundsInPanel(story, invoice.id)
  },
}

/** A code is paid, and then something becomes of the payment. */
const paysAnd =
  (fate: CardFate): OfCode =>
  async (story, code) => {
    await pays(story, code)
    await afterPayment(story, fate)
  }

/** What can become of a code that was shown. */
export const CODE_FATES: Record<CodeFate, OfCode> = {
  pays: (story, code) => pays(story, code),
  pays_and_says_so: async (story, code) => {
    await pays(story, code)
    await story.while()
    await saysSo(story)
  },
  pays_unannounced: (story, code) => pays(story, code, { notify: false }),
  pays_more: (story, code) => pays(story, code, { amount_cents: code._sandbox.due_cents + story.random.between(1, 900) }),
  pays_less: (story, code) => pays(story, code, { amount_cents: Math.max(1, code._sandbox.due_cents - story.random.between(1, 900)) }),
  walks_away: async () => undefined,
  expires: (story) => expires(story),
  pays_while_it_expires: async (story, code) => {
    await expires(story)
    await story.while(18_000)
    await pays(story, code, { notify: story.random.chance(0.5) })
  },
  is_canceled: async (story) => void (await cancelsOrder(story)),
  is_canceled_then_pays_unannounced: async (story, code) => {
    await cancelsOrder(story)
    await story.while(5_000)
    await pays(story, code, { notify: false })
  },
  is_canceled_while_it_is_paid: async (story, code) => {
    const canceling = cancelsOrder(story)
    await story.while(600)
    await pays(story, code)
    await canceling
  },
  asks_for_another_code: async (story) => {
    await asksForAnother(story, story.method)
    await paysShown(story)
  },
  asks_for_another_code_and_pays_both: async (story, code) => {
    await asksForAnother(story, story.method)
    await Promise.all([paysShown(story), pays(story, code, { notify: story.random.chance(0.6) })])
  },
  pays_by_another_method: async (story) => {
    await asksForAnother(story, story.random.pick((["pix", "boleto", "card"] as const).filter((method) => method !== story.method)))
    if (story.method !== "card") await paysShown(story)
  },
  pays_and_is_refunded_in_part: paysAnd("is_refunded_in_part"),
  pays_and_is_refunded_in_parts: paysAnd("is_refunded_in_parts"),
  pays_and_is_refunded: paysAnd("is_refunded"),
  pays_and_is_refunded_in_the_panel: paysAnd("is_refunded_in_the_panel"),
  pays_and_is_refunded_on_both_sides: paysAnd("is_refunded_on_both_sides"),
  pays_and_is_canceled: paysAnd("is_canceled"),
  pays_and_disputes: paysAnd("is_disputed"),
  loses_the_dispute: paysAnd("loses_the_dispute"),
  falls_overdue_then_pays: async (story, code) => {
    await happens(story, code, "overdue")
    await story.while(4_000)
    await pays(story, code)
  },
}

export async function afterPayment(story: Story, fate: CardFate): Promise<void> {
  if (fate === "is_kept") return
  const captured = await untilCapturedOrSaidSo(story)
  if (!captured) return
  await story.while()
  await PAYMENT_FATES[fate](story, captured)
}

async function expires(story: Story): Promise<void> {
  story.note("run", "the time of its code is over")
  await letCodesExpire(story.world.databaseUrl, story.sessionId!).catch(() => story.note("run", "the database is away"))
}

async function paysShown(story: Story): Promise<void> {
  const code = await story.codeToPay()
  if (code) await pays(story, code)
}

/** A second chance on the same order. */
async function asksForAnother(story: Story, method: Method): Promise<void> {
  story.world.moments.begin("renew")
  for (let tries = 1; tries <= 5; tries++) {
    const body = { provider_id: PROVIDERS[method], ...(method === "card" ? cardData() : { payer: { document: cpf() } }) }
    const answer = await answerOf(() => story.shopper().raw("POST", `/store/fatura/orders/${story.orderId}/payment`, body))
    const session = (answer?.body as { session?: { id: string } } | undefined)?.session
    story.note("shopper", `asks for another payment by ${method}: ${answer?.status ?? "no answer"} ${session?.id ?? (answer?.body as { message?: string } | undefined)?.message ?? ""}`)
    if (answer?.status === 200 && session) {
      story.method = method
      story.know({ sessionId: session.id })
      return
    }
    await story.while(6_000)
  }
}

async function paidInvoice(story: Story): Promise<GatewayInvoice | null> {
  return (await story.gatewayInvoices()).find(({ _sandbox }) => _sandbox.paid_cents > 0) ?? null
}

/** A part that is more than nothing and less than all. */
function partOf(story: Story, cents: number): number {
  return Math.max(1, Math.min(cents - 1, Math.round(cents * (0.1 + story.random.next() * 0.7))))
}
