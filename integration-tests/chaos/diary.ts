/** Who did something: the people of a story, or the run itself. */
export type Actor = "shopper" | "payer" | "staff" | "panel" | "run"

export type DiaryEntry = { at: Date; story: number | null; actor: Actor; words: string }

/**
 * A refund that people wanted once, however often they had to press: what may go back at most.
 * `panel`: made in the gateway's own panel, so it has happened. `staff`: asked for in Medusa.
 */
export type RefundWish = { story: number; by: "staff" | "panel"; orderId: string; invoiceId: string | null; cents: number }

/** What the run did and to whom: for the auditor, and for the story of a finding. */
export class Diary {
  readonly entries: DiaryEntry[] = []
  readonly wishes: RefundWish[] = []
  /** Which story an id of a cart, session, order or invoice belongs to. */
  readonly storyOf = new Map<string, number>()
  /** How often something happened, by name. */
  readonly counts: Record<string, number> = {}

  note(story: number | null, actor: Actor, words: string): void {
    this.entries.push({ at: new Date(), story, actor, words })
  }

  link(story: number, ...ids: (string | null | undefined)[]): void {
    for (const id of ids) {
      if (id) this.storyOf.set(id, story)
    }
  }

  wish(wish: RefundWish): void {
    this.wishes.push(wish)
  }

  count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1
  }
}
