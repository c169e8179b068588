/** What a kill can aim at: the time just after such a thing was begun. */
export const MOMENTS = ["complete", "pay", "cancel", "refund", "renew", "panel"] as const

export type Moment = (typeof MOMENTS)[number]

/** Tells who waits for it that something has just begun. A kill at a random second would hit mostly idle ones. */
export class Moments {
  private waiting: { moment: Moment; hit: () => void }[] = []

  begin(moment: Moment): void {
    const hit = this.waiting.filter((one) => one.moment === moment)
    this.waiting = this.waiting.filter((one) => one.moment !== moment)
    hit.forEach((one) => one.hit())
  }

  /** Resolves when it begins next, or after `limitMs`. */
  next(moment: Moment, limitMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, limitMs)
      this.waiting.push({
        moment,
        hit: () => {
          clearTimeout(timer)
          resolve()
        },
      })
    })
  }
}
