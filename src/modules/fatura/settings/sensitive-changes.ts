import type { Issuer } from "../../../gateway"
import type { AccountChange } from "../accounts/account-schema"
import type { KeyRing } from "../crypto/key-ring"
import { placeOfChange } from "../crypto/sealed-columns"
import { chosenDefault } from "../accounts/default-account"
import { type Database, newId, tables, type Transaction } from "../database"
import { StaffError } from "../texts/staff-error"
import type { AuditAction, Changes } from "./audit"
import type { Overrides } from "./overrides"

export const CHANGE_PURPOSE = "sensitive-change"
/** Long enough for who was on holiday; the earlier credentials are kept no longer. */
const UNDO_DAYS = 14
/** What could not be told for so long is not told any more; it stands on the page. */
const TELL_DAYS = 2
/** Longer than telling takes; a process that died while it told leaves the rest to another. */
const CLAIM_SECONDS = 120
const FIRST_PAUSE_SECONDS = 20
const LONGEST_PAUSE_SECONDS = 3_600

/** What is needed to undo a change. Sealed: it can hold earlier credentials. */
export type Before = {
  /** Earlier values of an account, with its secrets in the clear of the seal. */
  account?: AccountChange
  /** Whose the earlier credentials were, as far as the gateway had told. */
  issuer?: Issuer | null
  /** The account that staff had chosen as the default; null where none was chosen. Missing where the change was not about it. */
  default_id?: string | null
  /** Who took the place of a default account that was removed; null where nobody did. */
  heir_id?: string | null
  /** When a removed account had been added, by which the oldest is found. ISO 8601. */
  created_at?: string
  /** Earlier setting; null where the plugin's option held. */
  tokenization?: NonNullable<Overrides["tokenization"]> | null
}

/** How somebody is told: an event for the store's own code, the dashboard's feed, an e-mail to the owner. */
export type TellingWay = "emitted_at" | "fed_at" | "mailed_at"

export type ChangeRow = {
  id: string
  action: AuditAction
  subject: string
  actor: string
  changes: Changes
  before_sealed: string | null
  undo_until: Date
  /** The change that this one took back. */
  undoes: string | null
  undone_at: Date | null
  undone_by: string | null
  emitted_at: Date | null
  fed_at: Date | null
  mailed_at: Date | null
  /** When it is told next; null when there is nothing left to tell. */
  tell_at: Date | null
  tell_attempts: number
  created_at: Date
}

/** A change that is being taken back. */
export type Undoing = { change: ChangeRow; before: Before }

/** Why a change can't be taken back, as far as it is seen before it is tried. */
export type WhyNot = "undo_done" | "undo_of_undo" | "undo_over" | "undo_not_kept" | "changed_since"

/** Sealed and sent together, so a newer one of them is a change of all. */
const CREDENTIALS = ["base_url", "token", "secret_key"]

type Entry = Pick<ChangeRow, "action" | "subject" | "actor" | "changes">

/** What was changed that can lead money elsewhere. */
export class SensitiveChanges {
  constructor(private readonly db: Database, private readonly ring: KeyRing) {}

  /**
   * In the transaction of the change: none is made without its entry.
   * @param before null for an undo, which is itself not undone
   */
  async add(trx: Transaction, entry: Entry, before: Before | null, undoes: string | null = null): Promise<void> {
    const id = newId("fchg")
    // Without a key nothing can be sealed; then a change holds no credentials, but can't be undone from here either.
    const before_sealed = before && !this.ring.isEmpty ? this.ring.seal(JSON.stringify(before), CHANGE_PURPOSE, placeOfChange({ id, subject: entry.subject })) : null
    const undo_until = trx.raw(`now() + make_interval(days => ?)`, [UNDO_DAYS])
    // The time of the entry, not of the transaction's beginning: changes of one place wait for each other, and this tells which is the newer.
    const created_at = trx.raw("clock_timestamp()")
    await trx(tables.change).insert({ id, ...entry, changes: JSON.stringify(entry.changes), before_sealed, undo_until, undoes, tell_at: trx.fn.now(), created_at })
  }

  /** Newest first, with why each can't be undone; `after` is the last id of the page before. */
  async list(page: { limit: number; after?: string }): Promise<{ changes: (ChangeRow & { why_not: WhyNot | null })[]; count: number }> {
    const query = this.db(tables.change).orderBy("id", "desc").limit(page.limit)
    const [rows, count] = await Promise.all([page.after ? query.andWhere("id", "<", page.after) : query, this.db(tables.change).count("* as count").first()])
    const [newer, chosen] = await Promise.all([this.withNewer(this.db, rows), chosenDefault(this.db)])
    const isOutdated = (row: ChangeRow) => newer.has(row.id) || (row.action === "account_changed" && row.changes.is_default !== undefined && row.subject !== chosen)
    return {
      changes: rows.map((row: ChangeRow) => ({ ...row, why_not: this.obstacle(row) ?? (isOutdated(row) ? "changed_since" : null) })),
      count: Number(count?.count ?? 0),
    }
  }

  /** @throws StaffError `change_not_found` */
  async find(id: string): Promise<ChangeRow> {
    const change: ChangeRow | undefined = await this.db(tables.change).where({ id }).first()
    if (!change) {
      throw new StaffError("change_not_found")
    }
    return change
  }

  /**
   * What was before a change that can still be undone.
   * @throws StaffError
   */
  async undoable(change: ChangeRow): Promise<Undoing> {
    const obstacle = this.obstacle(change) ?? ((await this.withNewer(this.db, [change])).size ? "changed_since" : null)
    if (obstacle) {
      throw new StaffError(obstacle)
    }
    return { change, before: JSON.parse(this.open(change)!) as Before }
  }

  /**
   * Marks a change as undone, in the transaction that undoes it: nobody undoes one twice, nor one with a newer one upon it.
   * Its place must be locked by then.
   * @throws StaffError
   */
  async takeBack(trx: Transaction, change: ChangeRow, actor: string): Promise<void> {
    const undone: number = await trx(tables.change)
      .where({ id: change.id })
      .whereNull("undone_at")
      .update({ undone_at: trx.fn.now(), undone_by: actor, before_sealed: null, updated_at: trx.fn.now() })
    if (!undone) {
      throw new StaffError("undo_done")
    }
    if ((await this.withNewer(trx, [change])).size) {
      throw new StaffError("changed_since")
    }
  }

  private obstacle(change: ChangeRow): WhyNot | null {
    if (change.undone_at) {
      return "undo_done"
    }
    if (change.undoes) {
      return "undo_of_undo"
    }
    if (change.undo_until < new Date()) {
      return "undo_over"
    }
    return this.open(change) === null ? "undo_not_kept" : null
  }

  private open(change: ChangeRow): string | null {
    return change.before_sealed && this.ring.openOrNull(change.before_sealed, CHANGE_PURPOSE, placeOfChange(change))
  }

  /** Which of the changes have a newer one upon them that was not taken back. */
  private async withNewer(db: Database | Transaction, changes: ChangeRow[]): Promise<Set<string>> {
    const pairs: (Pick<ChangeRow, "action" | "changes"> & { older: string })[] = await db(`${tables.change} as older`)
      .join(`${tables.change} as newer`, (on) => on.on("newer.subject", "older.subject").andOn("newer.created_at", ">", "older.created_at"))
      .whereIn("older.id", changes.map(({ id }) => id))
      .andWhere("older.undo_until", ">", db.fn.now())
      .whereNull("newer.undoes")
      .whereNull("newer.undone_at")
      .select("older.id as older", "newer.action", "newer.changes")
    const byId = new Map(changes.map((change) => [change.id, change]))
    return new Set(pairs.filter((newer) => isSamePlace(byId.get(newer.older)!, newer)).map(({ older }) => older))
  }

  /** The oldest change that somebody is still to be told of and that no other process tells. */
  async claimTelling(): Promise<ChangeRow | null> {
    const { rows } = await this.db.raw(
      `update ${tables.change} set tell_at = now() + make_interval(secs => :seconds), tell_attempts = tell_attempts + 1, updated_at = now()
       where id = (select id from ${tables.change} where tell_at <= now() order by tell_at, id limit 1 for update skip locked)
       returning *`,
      { seconds: CLAIM_SECONDS }
    )
    return rows[0] ?? null
  }

  async markTold(id: string, way: TellingWay): Promise<void> {
    await this.db(tables.change).where({ id }).update({ [way]: this.db.fn.now(), updated_at: this.db.fn.now() })
  }

  /** Nothing is left to tell of it. */
  async endTelling(id: string): Promise<void> {
    await this.db(tables.change).where({ id }).update({ tell_at: null, updated_at: this.db.fn.now() })
  }

  /** What was not told is tried again, after growing pauses. @returns false when it is given up */
  async tellLater({ id, tell_attempts, created_at }: ChangeRow): Promise<boolean> {
    if (Date.now() - created_at.getTime() > TELL_DAYS * 86_400_000) {
      await this.endTelling(id)
      return false
    }
    const seconds = Math.min(FIRST_PAUSE_SECONDS * 2 ** Math.min(tell_attempts - 1, 10), LONGEST_PAUSE_SECONDS)
    await this.db(tables.change).where({ id }).update({ tell_at: this.db.raw("now() + make_interval(secs => ?)", [seconds]), updated_at: this.db.fn.now() })
    return true
  }

  /** Earlier credentials are of no use when they can't be put back any more. */
  async forget(): Promise<void> {
    await this.db(tables.change).where("undo_until", "<", this.db.fn.now()).whereNotNull("before_sealed").update({ before_sealed: null, updated_at: this.db.fn.now() })
  }
}

/** Whether two changes of an account, or of the settings, are about the same: an account that comes or goes is all of it. */
function isSamePlace(one: Pick<ChangeRow, "action" | "changes">, other: Pick<ChangeRow, "action" | "changes">): boolean {
  const [ours, theirs] = [placesOf(one), placesOf(other)]
  return ours === "all" || theirs === "all" || ours.some((place) => theirs.includes(place))
}

function placesOf({ action, changes }: Pick<ChangeRow, "action" | "changes">): string[] | "all" {
  if (action !== "account_changed" && action !== "settings_changed") {
    return "all"
  }
  // A name decides nothing, and is put back only where it still is what the change made of it.
  return Object.keys(changes).filter((field) => field !== "name").map((field) => (CREDENTIALS.includes(field) ? "credentials" : field))
}
