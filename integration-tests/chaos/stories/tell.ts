import type { GatewayInvoice } from "../../support"
import { buy } from "./buy"
import { CODE_FATES, afterPayment } from "./fates"
import { untilSeen } from "./patience"
import { happens } from "./payer"
import { cancelsOrder } from "./staff"
import type { Story } from "./story"

/** Lives one purchase from its cart to its end. */
export async function tell(story: Story): Promise<void> {
  const { counts } = story.world.diary
  const bought = await buy(story)
  story.world.diary.count(bought ? "orders placed" : "carts given up")
  counts[`by ${story.method}`] = (counts[`by ${story.method}`] ?? 0) + (bought ? 1 : 0)
  if (!bought) return
  await story.while()
  if (story.method === "card") return tellOfCard(story)
  const code = await story.codeToPay()
  if (!code) return
  story.note("run", `fate: ${story.plan.codeFate}`)
  await story.while()
  await CODE_FATES[story.plan.codeFate](story, code)
}

/** A card that was not decided at once is decided some time later, in some cases after its order was cancelled. */
async function tellOfCard(story: Story): Promise<void> {
  const invoice = await untilSeen(async () => (await story.gatewayInvoices()).filter(({ _sandbox }) => _sandbox.kind === "card").at(-1), 30_000)
  story.note("run", invoice ? `fate: ${story.plan.cardFate}, invoice ${invoice.id} has code ${String(invoice.status.code)}` : "the gateway never saw the card")
  if (!invoice) return
  story.world.diary.link(story.plan.index, invoice.id, invoice.invoice_id)
  if (invoice._sandbox.payable) await decide(story, invoice)
  await afterPayment(story, story.plan.cardFate)
}

async function decide(story: Story, invoice: GatewayInvoice): Promise<void> {
  const canceledFirst = story.random.chance(0.2)
  if (canceledFirst) await cancelsOrder(story)
  await story.while(4_000)
  const now = await story.world.gateway.invoice(invoice.id)
  if (!now._sandbox.payable && !canceledFirst) return
  await happens(story, invoice, story.random.chance(0.75) ? "pay" : "deny")
}
