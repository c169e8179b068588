import { wordsOfError } from "../../../domain/words-of-error"
import type { Database } from "../database"
import { tables } from "../database"
import { type Connection, Dial } from "./dial"

/** The channel on which the database's own trigger names the session of an invoice that changed. */
export const NEWS_CHANNEL = "fatura_invoice_news"

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000
const CHECK_MS = 15_000
/** Connecting, and each answer after it. */
const ANSWER_WITHIN_MS = 10_000

type Listener = () => void

/**
 * Tells who follows a payment session that its invoice changed, in whichever process that happened. One
 * connection per process listens for all of them, from the first follower on; it is opened again when it is
 * lost, and everybody is then told to look. One question every 15 seconds for all sessions together finds what
 * was told to nobody, as behind a pooler that carries no notifications.
 */
export class InvoiceNews {
  private readonly followers = new Map<string, Set<Listener>>()
  private readonly seen = new Map<string, string>()
  private connection: Connection | null = null
  private opening = false
  private closed = false
  private pause = FIRST_PAUSE_MS
  private retry: NodeJS.Timeout | undefined
  private checks: NodeJS.Timeout | undefined
  private readonly dial: Dial

  constructor(db: Database, private readonly warn: (message: string) => void, answerWithinMs = ANSWER_WITHIN_MS) {
    this.dial = new Dial(db, answerWithinMs)
  }

  /** Calls `listener` after each change, until the function that is returned is called. */
  follow(sessionId: string, listener: Listener): () => void {
    const listeners = this.followers.get(sessionId) ?? new Set()
    listeners.add(listener)
    this.followers.set(sessionId, listeners)
    void this.connect()
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.followers.get(sessionId) === listeners) {
        this.followers.delete(sessionId)
        this.seen.delete(sessionId)
      }
    }
  }

  async close(): Promise<void> {
    this.closed = true
    clearTimeout(this.retry)
    clearInterval(this.checks)
    this.followers.clear()
    const { connection } = this
    this.connection = null
    if (connection) {
      await this.dial.hangUp(connection)
    }
  }

  private async connect(): Promise<void> {
    // After a failure the next try waits for its time, whoever opens a page meanwhile.
    if (this.connection || this.opening || this.closed || this.retry) {
      return
    }
    this.opening = true
    let opening: Connection | null = null
    try {
      const connection = await this.dial.open()
      opening = connection
      connection.on("notification", ({ channel, payload }) => {
        if (channel === NEWS_CHANNEL && payload) {
          this.tell(payload)
        }
      })
      connection.on("error", () => this.lost(connection))
      connection.on("end", () => this.lost(connection))
      await this.dial.ask(connection, `listen ${NEWS_CHANNEL}`)
      this.opened(connection)
    } catch (error) {
      if (opening) {
        await this.dial.hangUp(opening)
      }
      this.warn(`Fatura: live payment news are not available yet (${wordsOfError(error)})`)
      this.tryLater()
    } finally {
      this.opening = false
    }
  }

  private opened(connection: Connection): void {
    if (this.closed) {
      void this.dial.hangUp(connection)
      return
    }
    this.connection = connection
    this.pause = FIRST_PAUSE_MS
    clearInterval(this.checks)
    this.checks = setInterval(() => void this.check(connection), CHECK_MS)
    this.checks.unref()
    // What happened before this moment was told to nobody here.
    for (const sessionId of this.followers.keys()) {
      this.tell(sessionId)
    }
  }

  private lost(connection: Connection): void {
    if (this.connection !== connection) {
      return
    }
    this.connection = null
    clearInterval(this.checks)
    void this.dial.hangUp(connection)
    this.tryLater()
  }

  private tryLater(): void {
    if (this.closed || this.followers.size === 0) {
      return
    }
    clearTimeout(this.retry)
    this.retry = setTimeout(() => {
      this.retry = undefined
      void this.connect()
    }, this.pause)
    this.retry.unref()
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE_MS)
  }

  /** Over the listening connection itself, so that a dead one, which says nothing, is found out. */
  private async check(connection: Connection): Promise<void> {
    if (this.followers.size === 0) {
      return
    }
    try {
      const { rows } = await this.dial.ask(
        connection,
        `select session_id, string_agg(version::text, ',' order by id) as version from ${tables.invoice} where session_id = any($1) group by session_id`,
        [[...this.followers.keys()]]
      )
      for (const { session_id: sessionId, version } of rows) {
        if (this.seen.has(sessionId) && this.seen.get(sessionId) !== version) {
          this.tell(sessionId)
        }
        this.seen.set(sessionId, version)
      }
    } catch {
      this.lost(connection)
    }
  }

  private tell(sessionId: string): void {
    for (const listener of this.followers.get(sessionId) ?? []) {
      listener()
    }
  }
}
