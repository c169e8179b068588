import { z } from "zod"
import { faultOfAddress } from "../accounts/public-address"
import { operationsOfSettings, type Permit } from "../accounts/sensitive-fields"
import { Database, tables } from "../database"
import { isHostAllowed } from "../options/allowed-hosts"
import { isProduction } from "../options/read-options"
import type { FaturaOptions } from "../options/schema"
import type { FieldCode } from "../texts/field-texts"
import { type FieldFault, StaffError } from "../texts/staff-error"
import { type Audit, changesBetween } from "./audit"
import { accountMethodsSchema, changeSchema, namedValues, type Overrides, type SettingsChange, withOverrides } from "./overrides"
import { type Revision, SETTINGS_ROW } from "./revision"
import type { SensitiveChanges, Undoing } from "./sensitive-changes"
import { type Settings, type StoredSettings, storedIn } from "./settings"

/** `POST /admin/fatura/settings`: settings by name, and `accounts` with the methods of single ones. */
export const settingsChangeSchema = changeSchema.extend({ accounts: z.record(z.string(), accountMethodsSchema).optional() })
export type SettingsInput = z.output<typeof settingsChangeSchema>

export type SettingsView = {
  /** What holds now. */
  values: ReturnType<typeof namedValues>
  /** What the plugin's options say, and what a setting goes back to with `null`. */
  defaults: ReturnType<typeof namedValues>
  overridden: string[]
  /** Methods that staff switched for single accounts, by account. */
  accounts: StoredSettings["accounts"]
}

type Parts = { db: Database; settings: Settings; options: FaturaOptions; audit: Audit; sensitive: SensitiveChanges; revision: Revision }

/** What staff do with settings. */
export class SettingsDesk {
  constructor(private readonly parts: Parts) {}

  async view(): Promise<SettingsView> {
    const { settings, accounts } = await this.parts.settings.stored(true)
    return {
      values: namedValues(withOverrides(this.parts.options, settings)),
      defaults: namedValues(this.parts.options),
      overridden: Object.keys(settings),
      accounts,
    }
  }

  /**
   * @param how `undoing` is the change that this one takes back, in the same transaction
   * @throws StaffError that names every field that is wrong
   */
  async change({ accounts, ...change }: SettingsInput, actor: string, { permit = async () => undefined, undoing }: { permit?: Permit; undoing?: Undoing } = {}): Promise<void> {
    const address = change.tokenization && (await this.faultOfScript(change.tokenization.script_url))
    if (address) {
      throw new StaffError("invalid_fields", { fields: [{ path: "tokenization.script_url", code: address }] })
    }
    await this.refuseUnknownAccounts(Object.keys(accounts ?? {}))
    await this.parts.db.transaction(async (trx) => {
      // The row is locked from here on, so that two of the staff don't undo each other's change.
      await this.parts.revision.raise(trx)
      if (undoing) {
        await this.parts.sensitive.takeBack(trx, undoing.change, actor)
      }
      const before = storedIn((await trx(tables.settings).where({ id: SETTINGS_ROW }).first("overrides"))?.overrides)
      const after = { settings: merged(before.settings, change), accounts: mergedAccounts(before.accounts, accounts ?? {}) }
      refuseCrossed(withOverrides(this.parts.options, after.settings))
      const changes = changesBetween(flat(before), flat(after))
      if (!Object.keys(changes).length) {
        return
      }
      const operations = operationsOfSettings(Object.keys(changes))
      await permit(operations)
      await trx(tables.settings).where({ id: SETTINGS_ROW }).update({ overrides: JSON.stringify(after) })
      const entry = { action: "settings_changed", subject: SETTINGS_ROW, actor, changes } as const
      await this.parts.audit.add(trx, entry)
      if (operations.length) {
        await this.parts.sensitive.add(trx, { ...entry, changes: { tokenization: changes.tokenization! } }, undoing ? null : { tokenization: before.settings.tokenization ?? null }, undoing?.change.id)
      }
    })
  }

  private async faultOfScript(address: string): Promise<FieldCode | null> {
    return (await faultOfAddress(address, isProduction())) ?? (isHostAllowed(address, this.parts.options.allowedScriptHosts) ? null : "host_not_allowed")
  }

  private async refuseUnknownAccounts(ids: string[]): Promise<void> {
    const known: string[] = await this.parts.db(tables.account).whereIn("id", ids).pluck("id")
    if (ids.some((id) => !known.includes(id))) {
      throw new StaffError("account_not_found")
    }
  }
}

function merged(before: Overrides, change: SettingsChange): Overrides {
  return Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => value !== null && value !== undefined)) as Overrides
}

/** Only what is switched off is kept: everything else follows the setting for all accounts. */
function mergedAccounts(before: StoredSettings["accounts"], change: StoredSettings["accounts"]): StoredSettings["accounts"] {
  const ids = [...new Set([...Object.keys(before), ...Object.keys(change)])]
  const all = ids.map((id) => [id, Object.fromEntries(Object.entries({ ...before[id], ...change[id] }).filter(([, on]) => on === false))] as const)
  return Object.fromEntries(all.filter(([, methods]) => Object.keys(methods).length))
}

/** @throws StaffError where a minimum is above its maximum */
function refuseCrossed({ methods }: FaturaOptions): void {
  const fields: FieldFault[] = Object.entries(methods)
    .filter(([, { minAmount, maxAmount }]) => maxAmount !== undefined && minAmount > maxAmount)
    .map(([method]) => ({ path: `${method}_max_amount`, code: "minimum_above_maximum" }))
  if (fields.length) {
    throw new StaffError("invalid_fields", { fields })
  }
}

function flat({ settings, accounts }: StoredSettings): Record<string, unknown> {
  const switched = Object.entries(accounts).flatMap(([id, methods]) => Object.entries(methods).map(([method, on]) => [`accounts.${id}.${method}`, on]))
  return { ...settings, ...Object.fromEntries(switched) }
}
