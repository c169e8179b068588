import { Database, tables } from "../database"
import type { FaturaOptions } from "../options/schema"
import { type AccountMethods, type Overrides, withOverrides } from "./overrides"
import { type Revision, SETTINGS_ROW } from "./revision"

/** What stands in the row: settings for all accounts, and switched methods of single ones. */
export type StoredSettings = { settings: Overrides; accounts: Record<string, AccountMethods> }

const NOTHING_SET: StoredSettings = { settings: {}, accounts: {} }

/** Options for one account where it is known, else for the store; `fresh` counts what was changed a moment ago too. */
type Asked = { accountId?: string; fresh?: boolean }

/**
 * The options that hold now: what staff set in the admin, else what the configuration says. A change is
 * seen by every process within two seconds, and by the issue of an invoice at once.
 */
export class Settings {
  private loaded: { revision: number; stored: StoredSettings } | null = null

  constructor(
    private readonly db: Database,
    private readonly revision: Revision,
    private readonly options: FaturaOptions
  ) {}

  async current({ accountId, fresh }: Asked = {}): Promise<FaturaOptions> {
    const { settings, accounts } = await this.stored(fresh)
    return withOverrides(this.options, settings, accountId ? accounts[accountId] : undefined)
  }

  async stored(fresh = false): Promise<StoredSettings> {
    const revision = await this.revision.read(fresh ? 0 : undefined)
    if (this.loaded?.revision !== revision) {
      const row = await this.db(tables.settings).where({ id: SETTINGS_ROW }).first("overrides")
      this.loaded = { revision, stored: storedIn(row?.overrides) }
    }
    return this.loaded.stored
  }
}

export function storedIn(overrides: Partial<StoredSettings> | undefined): StoredSettings {
  return { ...NOTHING_SET, ...overrides }
}
