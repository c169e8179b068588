/** A clock that runs like the real one, from a moment that can be moved. */
export class Clock {
  private offsetMs = 0

  constructor(private readonly base: () => Date) {}

  now(): Date {
    return new Date(this.base().getTime() + this.offsetMs)
  }

  /** Moves the clock so that it shows `moment` now and runs on from there. */
  set(moment: Date): void {
    this.offsetMs = moment.getTime() - this.base().getTime()
  }

  /** @param ms milliseconds to move by; negative moves back */
  advance(ms: number): void {
    this.offsetMs += ms
  }

  /** Back to the real time. */
  reset(): void {
    this.offsetMs = 0
  }

  /** Milliseconds between the real time and what this clock shows. */
  get offset(): number {
    return this.offsetMs
  }
}
