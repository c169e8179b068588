import type { Issuer } from "../../../gateway"
import type { AccountChange } from "../accounts/account-schema"
import type { KeyRing } from "../crypto/key-ring"
import { placeOfChange } from "../crypto/sealed-columns"
import { Database, newId, tables, type Transaction } from "../database"
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
    await trx(tables.change).insert({ id, ...entry, changes: JSON.stringify(entry.changes), before_sealed, undo_until, undoes, tell_at: trx.fn.now() })
  }

  /** The last ones, newest first, with whether each can be undone. */
  async list(limit: number): Promise<(ChangeRow & { can_undo: boolean })[]> {
    return this.db(`${tables.change} as c`)
      .select("c.*", this.db.raw(`(c.before_sealed is not null and c.undone_at is null and c.undo_until > now() and not exists (
        select 1 from ${tables.change} n where n.subject = c.subject and n.id > c.id and n.undoes is null and n.undone_at is null)) as can_undo`))
      .orderBy("c.id", "desc")
      .limit(limit)
  }

  /**
   * A change that can still be undone, with what was before.
   * @throws StaffError
   */
  async undoable(id: string): Promise<{ change: ChangeRow; before: Before }> {
    const change: ChangeRow | undefined = await this.db(tables.change).where({ id }).first()
    if (!change) {
      throw new StaffError("change_not_found")
    }
    const text = change.before_sealed && this.ring.openOrNull(change.before_sealed, CHANGE_PURPOSE, placeOfChange(change))
    if (change.undone_at || change.undo_until < new Date() || !text) {
      throw new StaffError("undo_over")
    }
    return { change, before: JSON.parse(text) as Before }
  }

  /**
   * Marks a change as undone, in the transaction that undoes it: nobody undoes one twice, nor one with a newer one upon it.
   * @throws StaffError
   */
  async takeBack(trx: Transaction, id: string, actor: string): Promise<void> {
    const undone: { subject: string }[] = await trx(tables.change)
      .where({ id })
      .whereNull("undone_at")
      .update({ undone_at: trx.fn.now(), undone_by: actor, before_sealed: null, updated_at: trx.fn.now() })
      .returning(["subject"])
    if (!undone[0]) {
      throw new StaffError("undo_over")
    }
    if (await trx(tables.change).where({ subject: undone[0].subject }).andWhere("id", ">", id).whereNull("undone_at").whereNull("undoes").first("id")) {
      throw new StaffError("changed_since")
    }
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
