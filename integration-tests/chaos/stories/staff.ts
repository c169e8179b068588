import { readOrder, type AdminOrder, type RawAnswer } from "../../support"
import { toCents, words } from "../../support/books"
import { answerOf, untilSeen } from "./patience"
import { saysSo } from "./payer"
import type { Story } from "./story"

const PRESSES = 3
/** A payment that no notice told of is seen when its shopper says so, or not at all during the story. */
const CAPTURE_LIMIT_MS = 25_000

export type Captured = { order: AdminOrder; paymentId: string; capturedCents: number }

/** The order once Medusa has captured it; the shopper helps when it takes long. */
export async function untilCapturedOrSaidSo(story: Story): Promise<Captured | null> {
  for (const patienceMs of [CAPTURE_LIMIT_MS / 2, CAPTURE_LIMIT_MS]) {
    const captured = await untilSeen(() => captureOf(story), patienceMs, 1_000)
    if (captured) return captured
    await saysSo(story)
  }
  story.note("staff", "never saw the payment")
  return null
}

async function captureOf(story: Story): Promise<Captured | null> {
  if (!story.orderId) return null
  const order = await readOrder(story.world.shop, story.orderId)
  const payment = order.payment_collections.flatMap(({ payments }) => payments).find(({ captures }) => captures.length > 0)
  const capturedCents = sum(payment?.captures)
  return payment && order.summary.paid_total > 0 ? { order, paymentId: payment.id, capturedCents } : null
}

/**
 * Staff want to give money back once. When the answer is an error they look at the order, and press again
 * unless it shows the refund: however often they press, it is one wish.
 */
export async function refundsInMedusa(story: Story, paymentId: string, cents: number): Promise<void> {
  story.world.diary.wish({ story: story.plan.index, by: "staff", orderId: story.orderId!, invoiceId: null, cents })
  const before = await refundedCents(story)
  for (let press = 1; press <= PRESSES; press++) {
    story.world.moments.begin("refund")
    story.note("staff", `refund ${cents} cents, press ${press}`)
    const api = await story.staff()
    const answer = await answerOf(() => api.raw("POST", `/admin/payments/${paymentId}/refund`, { amount: cents / 100 }))
    story.note("staff", `refund answered ${said(answer)}`)
    if (answer?.status === 200) return
    await story.while(6_000)
    if ((await refundedCents(story)) > before) {
      story.note("staff", "see the refund in the order")
      return
    }
  }
}

async function refundedCents(story: Story): Promise<number> {
  const order = await story.order()
  return sum(order?.payment_collections.flatMap(({ payments }) => payments).flatMap(({ refunds }) => refunds))
}

/** Staff cancel the order, which refunds what was captured of it. */
export async function cancelsOrder(story: Story): Promise<boolean> {
  const order = await story.order()
  story.world.diary.wish({ story: story.plan.index, by: "staff", orderId: story.orderId!, invoiceId: null, cents: toCents(order?.total ?? 0) })
  for (let press = 1; press <= PRESSES; press++) {
    story.world.moments.begin("cancel")
    story.note("staff", `cancel the order, press ${press}`)
    const api = await story.staff()
    const answer = await answerOf(() => api.raw("POST", `/admin/orders/${story.orderId}/cancel`))
    story.note("staff", `cancel answered ${said(answer)}`)
    if (answer?.status === 200 || (await story.order())?.status === "canceled") return true
    await story.while(5_000)
  }
  return false
}

const said = (answer: RawAnswer | null): string => (answer ? `${answer.status}${answer.status === 200 ? "" : ` ${words(answer)}`}` : "nothing")

const sum = (rows: { amount: number }[] = []): number => rows.reduce((total, { amount }) => total + toCents(amount), 0)
