import type { Store } from "../../support"
import type { Diary } from "../diary"

const LOOK_EVERY_MS = 250
const BOOT_TRIES = 20

/**
 * What keeps a process of the store running, as any host does: it is started again at once when it was
 * killed or ended by itself.
 */
export class Supervisor {
  kills = 0
  /** How often the process ended although nobody had killed it. */
  fellBySelf = 0
  private starting: Promise<void> | null = null
  private readonly timer: NodeJS.Timeout

  constructor(
    readonly name: string,
    readonly store: Store,
    private readonly diary: Diary,
  ) {
    this.timer = setInterval(() => this.look(), LOOK_EVERY_MS)
  }

  isUp(): boolean {
    return this.starting === null && this.store.isRunning()
  }

  /** `kill -9`, and a new start. Resolves when it answers again. */
  async kill(): Promise<void> {
    if (!this.isUp()) return
    this.kills += 1
    this.diary.note(null, "run", `kill -9 of ${this.name}`)
    await this.again(() => this.store.kill())
  }

  async close(): Promise<void> {
    clearInterval(this.timer)
    await this.starting
    await this.store.close()
  }

  private look(): void {
    if (this.isUp() || this.starting) return
    this.fellBySelf += 1
    this.diary.note(null, "run", `${this.name} had ended by itself`)
    void this.again(async () => undefined)
  }

  private again(first: () => Promise<void>): Promise<void> {
    this.starting = first()
      .then(() => this.boot())
      .finally(() => {
        this.starting = null
        this.diary.note(null, "run", `${this.name} answers again`)
      })
    return this.starting
  }

  /** A start fails while the database is away. */
  private async boot(): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.store.restart()
      } catch (error) {
        this.diary.note(null, "run", `${this.name} did not start: ${(error as Error).message}`)
        if (tries === BOOT_TRIES) throw error
      }
      await new Promise((resolve) => setTimeout(resolve, 1_000))
    }
  }
}
