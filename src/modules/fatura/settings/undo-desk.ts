import type { AccountUndo } from "../accounts/account-undo"
import { operationsOfChange, type Permit } from "../accounts/sensitive-fields"
import { StaffError } from "../texts/staff-error"
import type { AuditAction } from "./audit"
import type { ChangeRow, SensitiveChanges, Undoing } from "./sensitive-changes"
import type { SettingsDesk } from "./settings-desk"

type Who = { actor: string; permit: Permit }

/** Where staff take a change back that decides where the money goes. */
export class UndoDesk {
  private readonly ways: Record<AuditAction, (undoing: Undoing, who: Who) => Promise<void>>

  constructor(private readonly sensitive: SensitiveChanges, accounts: AccountUndo, settings: SettingsDesk) {
    this.ways = {
      account_created: (undoing, who) => accounts.added(undoing, who),
      account_changed: (undoing, who) => accounts.changed(undoing, who),
      account_archived: (undoing, who) => accounts.removed(undoing, who),
      account_removed: (undoing, who) => accounts.removed(undoing, who),
      settings_changed: (undoing, { actor, permit }) => settings.change({ tokenization: undoing.before.tokenization ?? null }, actor, { permit, undoing }),
    }
  }

  /**
   * @param permit asked for what the change itself needed, before anything about it is told
   * @returns the change as it stands then
   * @throws StaffError in words why not, also where something newer would be overwritten
   */
  async undo(id: string, actor: string, permit: Permit = async () => undefined): Promise<ChangeRow> {
    const change = await this.sensitive.find(id)
    await permit(operationsOfChange(change))
    const undoing = await this.sensitive.undoable(change)
    try {
      await this.ways[change.action](undoing, { actor, permit })
    } catch (error) {
      // Nobody typed anything, so nothing is wrong with what was asked for.
      throw error instanceof StaffError && error.key === "invalid_fields" ? new StaffError("undo_not_possible", error.details) : error
    }
    return this.sensitive.find(id)
  }
}
