import type { GatewayAction, GatewayInvoice } from "../../support"
import { answerOf } from "./patience"
import type { Story } from "./story"

/** Something happens at the gateway: it is never out of order there, only its calls and notices are. */
export async function happens(story: Story, invoice: GatewayInvoice, action: GatewayAction, options: { amount_cents?: number; notify?: boolean } = {}): Promise<void> {
  story.world.moments.begin(action === "refund" ? "panel" : "pay")
  story.note("payer", `${action} of invoice ${invoice.id}${options.amount_cents ? ` (${options.amount_cents} cents)` : ""}${options.notify === false ? ", and nobody is told" : ""}`)
  await story.world.gateway.act(invoice.id, action, options)
}

export const pays = (story: Story, invoice: GatewayInvoice, options: { amount_cents?: number; notify?: boolean } = {}): Promise<void> =>
  happens(story, invoice, "pay", options)

/** "I have paid", pressed now and again. */
export async function saysSo(story: Story): Promise<void> {
  const answer = await answerOf(() => story.shopper().raw("POST", `/store/fatura/sessions/${story.sessionId}/check`, {}))
  story.note("shopper", `says "I have paid": ${answer?.status ?? "no answer"}`)
}

/** A refund in the gateway's own panel. @param cents all that is left without it */
export async function refundsInPanel(story: Story, invoiceId: string, cents?: number): Promise<void> {
  const now = await story.world.gateway.invoice(invoiceId)
  const left = now._sandbox.paid_cents - now._sandbox.refunded_cents
  const wanted = Math.min(cents ?? left, left)
  if (wanted <= 0) return
  story.world.diary.wish({ story: story.plan.index, by: "panel", orderId: story.orderId ?? "", invoiceId: now.id, cents: wanted })
  await happens(story, now, "refund", { amount_cents: wanted })
}
