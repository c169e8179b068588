import { createHash } from "crypto"
import { readNoticeToken, shownOfNotice } from "../../../gateway"
import type { KeyRing } from "../crypto/key-ring"
import { Database, newId, tables, type Transaction } from "../database"
import { pauseSeconds } from "../outbox/outbox"
import { claimFairly } from "../queue/claim-fairly"
import { UsedTokens } from "./used-tokens"

const TOKEN_PURPOSE = "notice-token"
const LEASE_SECONDS = 60
const WAIT_FOR_KEY_MS = 15 * 60_000
/** How long those that found no room are gathered for. */
const EXCESS_SECONDS = 600
/** As long as refunds and disputes can come. */
const DEAD_DAYS = 180

export type NoticeState = "pending" | "done" | "dead"

export type NoticeRow = {
  id: string
  fatura_invoice_id: string
  door: "ticket" | "panel"
  body_base64: string
  /** The body without tokens and personal data, as staff see it; null for a notice of an earlier version of the plugin. */
  payload: unknown
  body_hash: string
  content_type: string | null
  token_sealed: string | null
  token_hash: string | null
  /** Of the merchant's own part of the token; null when it came without. */
  merchant_token_hash: string | null
  state: NoticeState
  outcome: string | null
  verified: boolean | null
  /** It stands for others that found no room: the gateway is asked before it is read. */
  must_ask: boolean
  attempts: number
  next_try_at: Date
  last_error: string | null
  processed_at: Date | null
  created_at: Date
}

const LISTED = ["id", "fatura_invoice_id", "door", "payload", "state", "outcome", "verified", "attempts", "next_try_at", "last_error", "processed_at", "created_at"] as const
/** What is shown of a notice; the body only where it was not made showable yet. */
export type ListedNotice = Pick<NoticeRow, (typeof LISTED)[number] | "body_base64">

export type ArrivedNotice = {
  invoiceId: string
  door: "ticket" | "panel"
  body: Buffer
  contentType: string | null
  /** `req.rawHeaders`: two headers of a notice have the same name (observation: Notifications, C). */
  rawHeaders: string[]
}

/** The inbox table: what was answered 200 stands here, with all that is needed to verify it later. */
export class Notices {
  private readonly usedTokens: UsedTokens

  constructor(private readonly db: Database, private readonly ring: KeyRing) {
    this.usedTokens = new UsedTokens(db)
  }

  /**
   * Stores a notice, held for the process that took it, so that no other works on it at once.
   * When this promise is fulfilled the notice is committed, or stands in the caller's transaction.
   */
  async store(arrived: ArrivedNotice, db: Database | Transaction = this.db): Promise<NoticeRow> {
    const token = readNoticeToken(arrived.rawHeaders)
    const id = newId("fnot")
    const [row] = await db(tables.notice)
      .insert({
        id,
        fatura_invoice_id: arrived.invoiceId,
        door: arrived.door,
        body_base64: arrived.body.toString("base64"),
        // Now and once: a list of large ones would be scrubbed again at each look.
        payload: JSON.stringify(shownOfNotice(arrived.body)),
        body_hash: hashOfBody(arrived.body),
        content_type: arrived.contentType?.slice(0, 200) ?? null,
        webhook_id: token.webhookId?.slice(0, 200) ?? null,
        token_sealed: token.serviceToken ? this.ring.seal(token.serviceToken, TOKEN_PURPOSE, [id]) : null,
        token_hash: token.serviceToken ? hashOfToken(token.serviceToken) : null,
        merchant_token_hash: token.merchantToken ? this.ring.fingerprint(token.merchantToken) : null,
        state: "pending",
        attempts: 1,
        next_try_at: this.db.fn.now(),
        lease_until: this.db.raw(`now() + interval '${LEASE_SECONDS} seconds'`),
      })
      .returning("*")
    return row
  }

  /**
   * Notes that more came than an invoice has room for: one that waits, or a new one without a body, has the gateway
   * asked in place of them all. It tells whatever they said. A token is bound to the body that it came with, or it could
   * be used for another one later.
   */
  async storeExcess({ invoiceId, door, body, rawHeaders }: ArrivedNotice, db: Database | Transaction = this.db): Promise<void> {
    const { serviceToken } = readNoticeToken(rawHeaders)
    if (serviceToken && (await this.usedTokens.haveRoom(invoiceId, db))) {
      await this.usedTokens.bind(hashOfToken(serviceToken), { fatura_invoice_id: invoiceId, body_hash: hashOfBody(body) }, db)
    }
    // One that is being worked on may have asked already.
    const { rowCount } = await db.raw(
      `update ${tables.notice} set must_ask = true, updated_at = now() where id = (
         select id from ${tables.notice} where fatura_invoice_id = ? and door = ? and state = 'pending' and (lease_until is null or lease_until < now())
         order by must_ask desc, id limit 1 for update skip locked)`,
      [invoiceId, door]
    )
    if (!rowCount) {
      await db(tables.notice).insert({
        id: newId("fnot"), fatura_invoice_id: invoiceId, door, body_base64: "", body_hash: "", state: "pending", attempts: 0, must_ask: true,
        next_try_at: this.db.raw(`now() + interval '${EXCESS_SECONDS} seconds'`),
      })
    }
  }

  async find(id: string): Promise<NoticeRow | null> {
    return (await this.db(tables.notice).where({ id }).first()) ?? null
  }

  /** Newest first, by keyset; `after` is the last id of the page before. Their bodies stay in the database. */
  async list(filter: { state?: NoticeState }, page: { limit: number; after?: string }): Promise<{ notices: ListedNotice[]; count: number }> {
    const narrowed = () => this.db(tables.notice).where(filter.state ? { state: filter.state } : {})
    const rows = narrowed().orderBy("id", "desc").limit(page.limit).select([...LISTED, this.db.raw(`case when "payload" is null then "body_base64" else '' end as "body_base64"`)])
    const [notices, count] = await Promise.all([page.after ? rows.andWhere("id", "<", page.after) : rows, narrowed().count("* as count").first()])
    return { notices, count: Number(count?.count ?? 0) }
  }

  /**
   * Makes a dead or waiting notice new again, held for this process; its tries are counted afresh.
   * @returns null when it is done, or another process is at work on it
   */
  async reopen(id: string): Promise<NoticeRow | null> {
    const [row] = await this.db(tables.notice)
      .where({ id })
      .whereIn("state", ["pending", "dead"])
      .andWhere((free) => free.whereNull("lease_until").orWhere("lease_until", "<", this.db.fn.now()))
      .update({
        state: "pending",
        attempts: 1,
        next_try_at: this.db.fn.now(),
        lease_until: this.db.raw(`now() + interval '${LEASE_SECONDS} seconds'`),
        processed_at: null,
        updated_at: this.db.fn.now(),
      })
      .returning("*")
    return row ?? null
  }

  /**
   * Makes a notice due at once for whichever process comes first, whatever became of it before: old news changes
   * nothing. The token of a done one is forgotten, so a look-up decides about it.
   * @returns null when there is no such notice, or a process is at work on it
   */
  async replay(id: string): Promise<NoticeRow | null> {
    const [row] = await this.db(tables.notice)
      .where({ id })
      .andWhere((free) => free.whereNull("lease_until").orWhere("lease_until", "<", this.db.fn.now()).orWhereNot({ state: "pending" }))
      .update({ state: "pending", attempts: 0, next_try_at: this.db.fn.now(), lease_until: null, processed_at: null, outcome: null, updated_at: this.db.fn.now() })
      .returning("*")
    return row ?? null
  }

  /** Forgets notices that were done long ago; dead letters wait longer for staff, but hold the payer's data and go too. */
  async prune(days: number): Promise<void> {
    for (const [state, kept] of [["done", days], ["dead", Math.max(days, DEAD_DAYS)]] as const) {
      await this.db(tables.notice)
        .where({ state })
        .andWhere("processed_at", "<", this.db.raw("now() - make_interval(days => ?)", [kept]))
        .delete()
    }
    await this.usedTokens.prune()
  }

  /** Takes one notice that is due and that no other process works on; accounts take turns. */
  async claim(): Promise<NoticeRow | null> {
    return claimFairly<NoticeRow>(this.db, tables.notice, LEASE_SECONDS, "*")
  }

  /**
   * The token to validate; it is forgotten once the notice is done. When the key that sealed it is gone, the notice
   * waits a while for it to be put back; then there is none, and a look-up decides.
   * @throws SealError while it waits
   */
  serviceToken(row: NoticeRow): string | null {
    if (!row.token_sealed) {
      return null
    }
    const waits = this.ring.isEmpty || Date.now() - row.created_at.getTime() < WAIT_FOR_KEY_MS
    return waits ? this.ring.open(row.token_sealed, TOKEN_PURPOSE, [row.id]) : this.ring.openOrNull(row.token_sealed, TOKEN_PURPOSE, [row.id])
  }

  /** Whether the token came before with another body or for another invoice: then it proves nothing about this one. */
  async tokenWasUsedForAnother(row: NoticeRow): Promise<boolean> {
    const token = this.serviceToken(row)
    if (!token) {
      return false
    }
    // Earlier ones were hashed with a key of the ring.
    const hashes = [hashOfToken(token), ...this.ring.fingerprints(token)]
    const other = await this.db(tables.notice).whereIn("token_hash", hashes).whereNot({ body_hash: row.body_hash }).first("id")
    return other !== undefined || this.usedTokens.belongsToAnother(hashes, row)
  }

  /**
   * Binds the token to the body and the invoice that it came with, before the body counts.
   * @returns false when another process has bound it to something else a moment ago
   */
  async bindToken(row: NoticeRow): Promise<boolean> {
    return row.token_hash === null || this.usedTokens.bind(row.token_hash, row)
  }

  /** Whether a notice came with this merchant's part of the token. */
  bears(row: NoticeRow, merchantToken: string): boolean {
    // By every key: the notice may have come before the key was replaced.
    return row.merchant_token_hash !== null && this.ring.fingerprints(merchantToken).includes(row.merchant_token_hash)
  }

  async done(row: NoticeRow, outcome: string, verified: boolean | null): Promise<void> {
    await this.close(row, { state: "done", outcome, verified, token_sealed: null, last_error: null })
  }

  async dead(row: NoticeRow, why: string): Promise<void> {
    await this.close(row, { state: "dead", last_error: why.slice(0, 500) })
  }

  /** Puts a notice back after a failure; the pause doubles up to five minutes. */
  async retry(row: NoticeRow, why: string): Promise<void> {
    await this.putBack(row, why, pauseSeconds(row.attempts), row.attempts)
  }

  /** Puts a notice back that only has to wait; this does not count as a try. */
  async postpone(row: NoticeRow, why: string, seconds: number): Promise<void> {
    await this.putBack(row, why, seconds, row.attempts - 1)
  }

  private async putBack(row: NoticeRow, why: string, seconds: number, attempts: number): Promise<void> {
    await this.db(tables.notice).where({ id: row.id }).update({
      attempts,
      lease_until: null,
      last_error: why.slice(0, 500),
      next_try_at: this.db.raw("now() + make_interval(secs => ?)", [seconds]),
      updated_at: this.db.fn.now(),
    })
  }

  private async close(row: NoticeRow, change: Record<string, unknown>): Promise<void> {
    // Old news was never verified, nor was what a look-up decided, and its token is as good as any when the notice is forgotten.
    await this.bindToken(row)
    await this.db(tables.notice)
      .where({ id: row.id })
      .update({ ...change, lease_until: null, processed_at: this.db.fn.now(), updated_at: this.db.fn.now() })
  }
}

function hashOfBody(body: Buffer): string {
  return createHash("sha256").update(body).digest("base64url")
}

/** The gateway's part is long and random, so its hash needs no key, and stays good when keys are replaced. */
function hashOfToken(serviceToken: string): string {
  return createHash("sha256").update(`notice-token:${serviceToken}`).digest("base64url")
}
