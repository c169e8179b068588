import { httpClient } from "../../support"

/** What looks after orders and their money every few seconds or minutes. */
export const JOBS = ["fatura-work-off", "fatura-check-open", "fatura-confirm-payments", "fatura-open-refunds", "fatura-heal", "fatura-canceled-orders", "fatura-emails"]
/** Left to stories that ask for them: the lists are read apart, and the others have nothing to do with an order's end. */
export const OTHER_JOBS = ["fatura-reconcile-settled", "fatura-look-back", "fatura-watch", "fatura-forget", "fatura-erase-asked", "fatura-tell-changes"]

/** Has the plugin's scheduled jobs run when somebody waits for them, once for all who wait. */
export class Ticker {
  private running: Promise<void> | null = null
  private next: Promise<void> | null = null

  constructor(private readonly url: string) {}

  /** Resolves after a whole round that began after the call. */
  round(): Promise<void> {
    if (!this.running) return this.begin()
    this.next ??= this.running.then(() => {
      this.next = null
      return this.begin()
    })
    return this.next
  }

  async run(job: string): Promise<void> {
    await httpClient(this.url).raw("POST", `/jobs/${job}`, {}).catch(() => undefined)
  }

  private begin(): Promise<void> {
    this.running = Promise.all(JOBS.map((job) => this.run(job))).then(() => {
      this.running = null
    })
    return this.running
  }
}
