import { cpf, email } from "../../support/people"
import { adminApi, storeApi, type RawAnswer } from "../../support"
import type { World } from "../world/world"
import type { Found } from "../audit/finding"
import { NO_FACTS, readFacts, type Facts } from "./facts"

export type Actor = "shopper" | "stranger" | "staff" | "gateway" | "time" | "fault"

/** What staff have decided about money that Medusa does not hold, by the ledger's row. Integer cents. */
export type Decision = { rowId: string; kept: number; recorded: number }

/** One story: its people, what they know, and what they did in words. */
export class Scene {
  readonly document = cpf()
  readonly email = email()
  readonly cartIds: string[] = []
  readonly orderIds: string[] = []
  /** Payment sessions that the shopper's pages know, the newest last. */
  readonly sessionIds: string[] = []
  readonly told: string[] = []
  readonly found: Found[] = []
  readonly decisions: Decision[] = []
  /** Rows of the ledger whose money staff have accepted as it is. */
  readonly accepted = new Set<string>()
  facts: Facts = NO_FACTS
  /** What is taken back before the story comes to rest: its faults. */
  undo: (() => Promise<void>)[] = []
  /** What is taken back after the story: the shop itself was changed. */
  after: (() => Promise<void>)[] = []
  /** While the store is killed and starts again, no answer is no finding. */
  isDown = false
  /** Faults or settings that may send a shopper away. */
  mayRefuse = false
  /** The shop keeps orders whose code expired. */
  keepsOrders = false
  /** Something was done that the lists of the gateway alone tell of. */
  isSilent = false

  constructor(readonly world: World) {}

  get orderId(): string | null {
    return this.orderIds.at(-1) ?? null
  }

  get order(): Facts["orders"][number] | null {
    return this.facts.orders.at(-1) ?? null
  }

  say(actor: Actor, words: string): void {
    this.told.push(`${actor}: ${words}`)
  }

  /** What came of the move just told. */
  andThen(words: string): void {
    this.told[this.told.length - 1] += ` -> ${words}`
  }

  /** Milliseconds that each part of the story took. */
  readonly took: Record<string, number> = {}

  async timed<T>(part: string, work: () => Promise<T>): Promise<T> {
    const begun = Date.now()
    try {
      return await work()
    } finally {
      this.took[part] = (this.took[part] ?? 0) + Date.now() - begun
    }
  }

  find(rule: Found["rule"], words: string): void {
    this.found.push({ rule, words })
  }

  async look(): Promise<void> {
    this.facts = await readFacts(this)
  }

  /** The shopper, or somebody else who is logged in. A refusal with words is an answer; an error of ours is a finding. */
  async asks(method: string, path: string, body?: unknown, token?: string): Promise<RawAnswer> {
    return this.judged(method, path, () => storeApi(this.world.store, token).raw(method, path, body))
  }

  async staff(method: string, path: string, body?: unknown): Promise<RawAnswer> {
    const api = await adminApi(this.world.store)
    return this.judged(method, path, () => api.raw(method, path, body))
  }

  private async judged(method: string, path: string, work: () => Promise<RawAnswer>): Promise<RawAnswer> {
    try {
      const answer = await work()
      const words = wordsOf(answer)
      if (answer.status >= 400 && RAW.test(words)) this.find("raw_words", `${method} ${pathOnly(path)} answered ${answer.status}: ${words}`)
      if (answer.status >= 500) this.find("server_error", `${method} ${pathOnly(path)} answered ${answer.status}: ${wordsOf(answer)}`)
      return answer
    } catch (error) {
      if (!this.isDown) this.find("server_error", `${method} ${pathOnly(path)} got no answer: ${(error as Error).message}`)
      return { status: 0, headers: new Headers(), body: {}, text: "" }
    }
  }
}

/** What no sentence for people holds: pieces of a program, of SQL, of a value that is not there. */
const RAW = /\[object |\bundefined\b|\bNaN\b|\bnull\b|violates|select .+ from|insert into|Cannot read|is not a function/i

/** Ids differ from run to run; what is asked for does not. */
const pathOnly = (path: string): string => path.replace(/\?.*$/, "").replace(/\/[a-z]+_[0-9A-Za-z]{20,}/g, "/:id")

export function wordsOf(answer: RawAnswer): string {
  const { message } = (answer.body ?? {}) as { message?: unknown }
  return typeof message === "string" ? message : answer.text.slice(0, 200)
}

/** An answer as a story tells it. */
export const said = (answer: RawAnswer): string => (answer.status >= 200 && answer.status < 300 ? "done" : `${answer.status} ${wordsOf(answer)}`)

export const reais = (cents: number): string => `R$ ${(cents / 100).toFixed(2)}`
