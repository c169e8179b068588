import { issueAt, reconciler } from "../../src/modules/fatura/__tests__/support/reconciler"
import { tables } from "../../src/modules/fatura/database"
import { type Calls, mostInAny } from "./budget"
import { table } from "./figures"
import { ledgerRow, loseNotices, openInvoices, type Shop } from "./open-shop"

const MINUTE = 60_000
const TICK = 15_000
const PIX_EVERY = 0.5 * MINUTE
const CARD_EVERY = 20 * MINUTE
const PIX_PAID_UNTOLD = 10
const LONGEST_HOURS = 30
const DEFAULT_BUDGET = { lookUpsPerMinute: 5, lookUpsPerDay: 1_500 }

type Timed = { id: string; dueAt: number }

/** Hours of a shop at the default budget, a round of the job every fifteen seconds of its own time. */
export class Hours {
  private readonly calls: Calls = []
  private seen = 0
  private issuer: Awaited<ReturnType<typeof reconciler>> | null = null

  constructor(
    private readonly shop: Shop,
    private readonly count: number,
  ) {}

  async run(page_size: number): Promise<void> {
    const { db } = this.shop
    const { reconciler: shopJob, rows } = await openInvoices(this.shop, this.count, { page_size }, DEFAULT_BUDGET)
    const lost = await loseNotices(this.shop, rows)
    const start = Date.now()
    const [pix, cards]: [Timed[], Timed[]] = [[], []]
    const [pixDelays, cardDelays]: [number[], number[]] = [[], []]
    let [time, sweptAfter, foundAfter] = [0, 0, 0]
    // Until the sweep is over and all is found; PIX codes expire and cards are in doubt all the time.
    for (; time < LONGEST_HOURS * 60 * MINUTE && !(sweptAfter && foundAfter); time += TICK) {
      if (time % PIX_EVERY === 0) pix.push(await this.expiring(pix.length, start + time))
      if (time % CARD_EVERY === 0) cards.push(await this.inDoubt(cards.length, start + time))
      const realStart = new Date()
      await shopJob.checkOpen.run(new Date(start + time))
      await this.settle()
      await this.moveTime(realStart, time)
      await this.note(time)
      await this.collect(pix, pixDelays, start + time)
      await this.collect(cards, cardDelays, start + time)
      const { swept_at } = await db(tables.account).first("swept_at")
      sweptAfter ||= swept_at ? time : 0
      if (sweptAfter && (await lost.outcome()).found === lost.count) foundAfter = time
    }
    this.report(page_size, { sweptAfter, foundAfter, time, pix, cards, pixDelays, cardDelays, lost: lost.count })
  }

  /** A PIX code whose time is over now; every tenth was paid, and nobody told. */
  private async expiring(index: number, now: number): Promise<Timed> {
    const answer = await this.enter("pix", index, { issued_at: new Date(now - 75 * MINUTE), cancel_at: new Date(now), next_check_at: new Date(now) })
    if (index % PIX_PAID_UNTOLD === 0) await this.shop.control.post(`/invoices/${answer.invoiceId}/pay`, { notify: false })
    return { id: answer.rowId, dueAt: now }
  }

  /** A card that the gateway was working on and has approved by now, untold. */
  private async inDoubt(index: number, now: number): Promise<Timed> {
    const answer = await this.enter("card", index, { issued_at: new Date(now - 5 * MINUTE), status: "processing", next_check_at: new Date(now) })
    await this.shop.control.post(`/invoices/${answer.invoiceId}/pay`, { notify: false })
    return { id: answer.rowId, dueAt: now }
  }

  private async enter(method: "pix" | "card", index: number, given: Record<string, unknown>) {
    this.issuer ??= await reconciler(this.shop.db, this.shop.url)
    const { client } = this.issuer
    const answer = await issueAt(client, 1_000_000 + index, method)
    const row = ledgerRow({ id: answer.id!, invoiceId: answer.invoiceId! }, index, { method, ...given })
    await this.shop.db(tables.invoice).insert(row)
    return { rowId: row.id, invoiceId: answer.invoiceId! }
  }

  /** The settling, which Medusa's side of the plugin does: what is paid is not looked at again. */
  private async settle(): Promise<void> {
    const { db } = this.shop
    await db(tables.invoice).where({ status: "paid" }).whereNull("settled_at").update({ settled_at: db.fn.now(), next_check_at: null })
  }

  /** What was dated by the real clock during this round is moved to the shop's time, and what was counted becomes older. */
  private async moveTime(realStart: Date, time: number): Promise<void> {
    const { db } = this.shop
    const by = `interval '${time} milliseconds'`
    await db(tables.invoice)
      .where({ status: "canceled" })
      .andWhere("canceled_at", ">=", realStart)
      .update({ next_check_at: db.raw(`next_check_at + ${by}`), watch_until: db.raw(`watch_until + ${by}`), canceled_at: db.raw(`canceled_at + ${by}`) })
    await db(tables.lookUp).update({ sent_at: db.raw(`sent_at - interval '${TICK} milliseconds'`) })
  }

  private async note(time: number): Promise<void> {
    const { counts } = await this.shop.control.get<{ counts: Record<string, number> }>("/requests")
    const total = counts["GET /invoices"] ?? 0
    if (total > this.seen) this.calls.push({ at: time, count: total - this.seen })
    this.seen = total
  }

  private async collect(waiting: Timed[], delays: number[], now: number): Promise<void> {
    const done = new Set(await this.shop.db(tables.invoice).whereIn("id", waiting.map(({ id }) => id)).whereIn("status", ["canceled", "paid"]).pluck("id"))
    for (const one of waiting.filter(({ id }) => done.has(id))) {
      delays.push((now - one.dueAt) / 1_000)
      waiting.splice(waiting.indexOf(one), 1)
    }
  }

  private report(page_size: number, seen: { sweptAfter: number; foundAfter: number; time: number; pix: Timed[]; cards: Timed[]; pixDelays: number[]; cardDelays: number[]; lost: number }): void {
    const minutes = (ms: number) => (ms ? `${(ms / MINUTE).toFixed(0)} minutes` : "not")
    const total = this.calls.reduce((sum, { count }) => sum + count, 0)
    console.log(
      [
        `default budget, ${this.count} boletos, ${page_size} on a page, one PIX expiring every ${PIX_EVERY / 1_000} s, one card in doubt every ${CARD_EVERY / MINUTE} minutes:`,
        `sweep finished after ${minutes(seen.sweptAfter)}; all ${seen.lost} lost notices found after ${minutes(seen.foundAfter)}`,
        `${total} look-ups in ${minutes(seen.time)}; most in any minute ${mostInAny(MINUTE, this.calls)} of 5, most in any day ${mostInAny(1_440 * MINUTE, this.calls)} of 1500`,
        table({ "PIX: expired -> cancelled or found paid, s": seen.pixDelays, "card: due -> found, s": seen.cardDelays }),
        `PIX still waiting at the end ${seen.pix.length}; cards ${seen.cards.length}`,
      ].join("\n  "),
    )
  }
}
