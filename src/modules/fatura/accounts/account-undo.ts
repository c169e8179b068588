import type { Undoing } from "../settings/sensitive-changes"
import { StaffError } from "../texts/staff-error"
import type { AccountDesk, DeskParts } from "./account-desk"
import { AccountFaults } from "./account-faults"
import { type AccountRow, AccountRows, archived } from "./account-rows"
import type { AccountChange } from "./account-schema"
import { changeAccounts } from "./change-accounts"
import { chosenDefault, DefaultAccount } from "./default-account"
import { EVERYTHING } from "./earlier-values"
import type { Permit } from "./sensitive-fields"

type Who = { actor: string; permit: Permit }

/** How what staff did with an account is taken back. Each is itself a change, with the checks of one. */
export class AccountUndo {
  private readonly rows: AccountRows
  private readonly faults: AccountFaults
  private readonly defaults: DefaultAccount

  constructor(private readonly parts: DeskParts, private readonly desk: AccountDesk) {
    this.rows = new AccountRows(parts.db, parts.ring)
    this.faults = new AccountFaults(this.rows, parts.options)
    this.defaults = new DefaultAccount(this.rows, parts.options)
  }

  /**
   * An account that was added is archived at once, whatever it has issued: nothing more goes through it, and its
   * invoices still find it.
   * @throws StaffError
   */
  async added({ change, before }: Undoing, { actor }: Who): Promise<void> {
    await changeAccounts(this.parts, async (trx, accounts) => {
      await this.parts.sensitive.takeBack(trx, change, actor)
      const row = accounts.find(({ id }) => id === change.subject)
      if (!row || row.archived_at) {
        throw new StaffError(row ? "account_archived" : "account_not_found")
      }
      await this.rows.update(trx, row.id, archived())
      if (row.is_default) {
        await this.passOn(trx, accounts, row, before.default_id ?? null)
      }
      const entry = {
        action: "account_archived", subject: row.id, actor,
        changes: { name: { from: row.name, to: null }, ...(row.is_default && { is_default: { from: true, to: false } }) },
      } as const
      await this.parts.audit.add(trx, entry)
      await this.parts.sensitive.add(trx, entry, null, change.id)
    })
  }

  /** @throws StaffError */
  async changed(undoing: Undoing, { actor, permit }: Who): Promise<void> {
    const { change, before: { account = {} } } = undoing
    const { name, ...earlier } = account
    const missing = Object.keys(change.changes).filter((field) => !["name", "is_default"].includes(field) && earlier[field as keyof typeof earlier] === undefined)
    if (missing.length) {
      throw new StaffError("undo_not_kept")
    }
    const renamed = change.changes.name
    const now = name !== undefined && typeof renamed === "object" ? await this.rows.find(change.subject) : null
    const input: AccountChange = { ...earlier, ...(now && typeof renamed === "object" && now.name === renamed.to && { name }) }
    await this.desk.edit(change.subject, input, actor, { permit, undoing })
  }

  /**
   * An account that was archived or removed comes back as it was, and as the default where it was that and nobody
   * else was chosen since.
   * @throws StaffError
   */
  async removed({ change, before }: Undoing, { actor }: Who): Promise<void> {
    const { account, issuer = null, default_id, heir_id = null, created_at } = before
    const id = change.subject
    if (!account?.token || !account.secret_key || EVERYTHING.some((field) => account[field as keyof AccountChange] === undefined)) {
      throw new StaffError("undo_not_kept")
    }
    const { token, secret_key, merchant_webhook_token, ...described } = account as Required<AccountChange>
    const fields = await this.faults.of(account)
    if (fields.length) {
      throw new StaffError("invalid_fields", { fields })
    }
    await changeAccounts(this.parts, async (trx, accounts) => {
      await this.parts.sensitive.takeBack(trx, change, actor)
      this.faults.refuseTaken(account, accounts, id)
      const row = {
        ...described,
        archived_at: null,
        is_default: false,
        merchant_token_sealed: this.rows.sealMerchantToken(merchant_webhook_token, id),
        ...this.rows.seal({ token, secretKey: secret_key }, { id, source: "admin", base_url: described.base_url }),
      }
      if (accounts.some((kept) => kept.id === id)) {
        await this.rows.update(trx, id, row)
      } else {
        await this.rows.insert(trx, { id, source: "admin", ...row, issuer, ...(created_at && { created_at: new Date(created_at) }) })
      }
      const isDefault = default_id === id && (await chosenDefault(trx)) === heir_id
      if (isDefault) {
        await this.defaults.choose(trx, id)
      }
      const entry = {
        action: "account_created", subject: id, actor,
        changes: { name: { from: null, to: described.name }, sales_channel_ids: { from: null, to: described.sales_channel_ids }, is_default: { from: null, to: isDefault } },
      } as const
      await this.parts.audit.add(trx, entry)
      await this.parts.sensitive.add(trx, entry, null, change.id)
    })
  }

  /** The default goes back to who had it, or to the oldest where that one can't be paid any more. */
  private async passOn(trx: Parameters<DefaultAccount["choose"]>[0], accounts: AccountRow[], row: AccountRow, former: string | null): Promise<void> {
    if (former === null) {
      return
    }
    if (this.defaults.isUsable(accounts.find(({ id }) => id === former))) {
      return this.defaults.choose(trx, former)
    }
    await this.defaults.promoteOldest(trx, row)
  }
}
