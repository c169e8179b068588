import { type Database, tables, type Transaction } from "../database"
import { isHostAllowed } from "../options/allowed-hosts"
import type { FixedOptions } from "../options/schema"
import { StaffError } from "../texts/staff-error"
import type { AccountRow, AccountRows } from "./account-rows"

/** The account that staff have chosen as the default; null where none is chosen, and the configuration or age decides. */
export async function chosenDefault(db: Database | Transaction): Promise<string | null> {
  const row: { id: string } | undefined = await db(tables.account).where({ source: "admin", is_default: true }).first("id")
  return row?.id ?? null
}

/** Which of the accounts that staff added is paid where no sales channel says otherwise. */
export class DefaultAccount {
  constructor(private readonly rows: AccountRows, private readonly options: FixedOptions) {}

  async exists(db: Database | Transaction): Promise<boolean> {
    return this.options.accounts.length > 0 || (await chosenDefault(db)) !== null
  }

  async unset(trx: Transaction): Promise<void> {
    await trx(tables.account).where({ source: "admin", is_default: true }).update({ is_default: false })
  }

  async choose(trx: Transaction, id: string): Promise<void> {
    await this.unset(trx)
    await this.rows.update(trx, id, { is_default: true })
  }

  /** The oldest takes the place of one that goes. @returns who is the default then */
  async promoteOldest(trx: Transaction, removed: AccountRow): Promise<string | null> {
    const heir: { id: string } | undefined = await trx(tables.account).where({ source: "admin" }).whereNull("archived_at").whereNot({ id: removed.id }).orderBy("created_at").first("id")
    if (heir) {
      await this.rows.update(trx, heir.id, { is_default: true })
    }
    return heir?.id ?? null
  }

  /**
   * Takes back that an account was chosen.
   * @param former who was chosen before; null where nobody was
   * @throws StaffError where another one was chosen since, or the former one can't be paid any more
   */
  async giveBack(trx: Transaction, accounts: AccountRow[], { from, former }: { from: string; former: string | null }): Promise<void> {
    if (!accounts.some(({ id, is_default }) => id === from && is_default)) {
      throw new StaffError("changed_since")
    }
    if (former !== null && !this.isUsable(accounts.find(({ id }) => id === former))) {
      throw new StaffError("former_default_gone")
    }
    await (former === null ? this.unset(trx) : this.choose(trx, former))
  }

  /** Whether an account can be paid: it is there, not archived, its host is allowed, and its credentials can be read. */
  isUsable(row: AccountRow | undefined): row is AccountRow {
    return row !== undefined && !row.archived_at && isHostAllowed(row.base_url, this.options.allowedGatewayHosts) && this.rows.secretsOf(row) !== null
  }
}
