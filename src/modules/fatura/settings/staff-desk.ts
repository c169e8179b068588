import type { Logger } from "@medusajs/framework/types"
import { wordsOfError } from "../../../domain/words-of-error"
import { AccountDesk } from "../accounts/account-desk"
import type { AccountRegistry } from "../accounts/account-registry"
import { AccountRows } from "../accounts/account-rows"
import { AccountUndo } from "../accounts/account-undo"
import { type AccountView, accountViews } from "../accounts/account-view"
import { type ConnectionTest, testConnection } from "../accounts/connection-test"
import type { KeyRing } from "../crypto/key-ring"
import type { Database } from "../database"
import type { DiscountState } from "../discounts/promotion-state"
import { Doctor } from "../doctor/doctor"
import type { StoreConfig } from "../doctor/finding"
import { type Health, HealthDesk } from "../health/health"
import { SelfTests } from "../health/self-test"
import type { PaymentMethod } from "../ledger/row"
import { configuredId } from "../options/configured-id"
import { isProduction, processesOf } from "../options/read-options"
import type { FaturaOptions } from "../options/schema"
import type { Problems } from "../problems/problems"
import type { Language } from "../texts/shopper-texts"
import { StaffError } from "../texts/staff-error"
import { Audit } from "./audit"
import { type Revision, SETTINGS_ROW } from "./revision"
import { SensitiveChanges } from "./sensitive-changes"
import type { Settings } from "./settings"
import { SettingsDesk } from "./settings-desk"
import { UndoDesk } from "./undo-desk"

type Parts = { db: Database; ring: KeyRing; options: FaturaOptions; revision: Revision; settings: Settings; registry: AccountRegistry; problems: Problems; logger: Logger }

/** What the admin's settings are made of: accounts, settings, their timeline, and how it all stands. */
export class StaffDesk {
  readonly accounts: AccountDesk
  readonly settings: SettingsDesk
  readonly audit: Audit
  readonly sensitive: SensitiveChanges
  readonly undoing: UndoDesk
  readonly selfTests: SelfTests
  private readonly rows: AccountRows
  private readonly healthDesk: HealthDesk

  constructor(private readonly parts: Parts) {
    const { db, ring, options, revision, problems } = parts
    this.audit = new Audit(db)
    this.rows = new AccountRows(db, ring)
    this.sensitive = new SensitiveChanges(db, ring)
    const deskParts = { db, ring, options, audit: this.audit, sensitive: this.sensitive, revision, problems }
    this.accounts = new AccountDesk(deskParts)
    this.settings = new SettingsDesk({ db, settings: parts.settings, options, audit: this.audit, sensitive: this.sensitive, revision })
    this.undoing = new UndoDesk(this.sensitive, new AccountUndo(deskParts, this.accounts), this.settings)
    this.selfTests = new SelfTests(db, ring, options.backendUrl)
    this.healthDesk = new HealthDesk(db, ring, options, parts.registry.drifts)
  }

  /** Who had the discount of a method given again. */
  async noteDiscount(method: PaymentMethod, from: DiscountState, to: DiscountState, actor: string): Promise<void> {
    if (from !== to) {
      await this.parts.db.transaction((trx) => this.audit.add(trx, { action: "settings_changed", subject: SETTINGS_ROW, actor, changes: { [`${method}_discount`]: { from, to } } }))
    }
  }

  /** Every account as staff see it. */
  async accountViews(): Promise<AccountView[]> {
    const { registry, options, ring } = this.parts
    await registry.ensureStored()
    return accountViews(await this.rows.all(), { rows: this.rows, options, keyMissing: ring.isEmpty })
  }

  /** @throws StaffError when there is none */
  async accountView(id: string): Promise<AccountView> {
    const view = (await this.accountViews()).find((account) => account.id === id)
    if (!view) {
      throw new StaffError("account_not_found")
    }
    return view
  }

  /** What staff call an account; null when there is none any more. */
  async accountName(id: string): Promise<string | null> {
    return (await this.rows.find(id))?.name ?? null
  }

  /** What staff call accounts, by id; those that are there. */
  async accountNames(ids: string[]): Promise<Map<string, string>> {
    return new Map((await this.rows.all()).filter(({ id }) => ids.includes(id)).map(({ id, name }) => [id, name]))
  }

  /** Asks the gateway who the credentials of an account belong to. @throws StaffError when they can't be used */
  async testAccount(id: string, language: Language): Promise<ConnectionTest> {
    const { scopes, state } = await this.accountView(id)
    if (state === "not_allowed") {
      throw new StaffError("account_host_not_allowed")
    }
    const account = await this.parts.registry.find(id, { fresh: true })
    if (!account) {
      throw new StaffError("account_unusable")
    }
    return testConnection(account, scopes, language)
  }

  /** @param config Medusa's configuration, which a module does not see whole */
  doctor(config: StoreConfig): Doctor {
    const { db, options } = this.parts
    return new Doctor({ config, options, optionFaults: [], db, production: isProduction(), processes: processesOf() })
  }

  async health(): Promise<Health> {
    const views = await this.accountViews()
    return this.healthDesk.view({ rows: await this.rows.all(), views })
  }

  /** Forgets the credentials of accounts that were archived so many days ago and that no payment needs any more. */
  async forgetArchived(days: number): Promise<void> {
    await this.rows.forgetArchived(days, this.parts.options.accounts.map(({ name }) => configuredId(name)))
  }

  /** At boot: a key that is missing, or is not the one that sealed what is stored, must not be found out by shoppers. */
  async tellOfKey(): Promise<void> {
    const { logger } = this.parts
    try {
      const { state, message } = await this.healthDesk.keyState()
      if (state !== "ok") {
        logger.error(`Fatura: ${message}. Until then payment methods can't be offered as they should; see Settings > Fatura in the admin.`)
      }
    } catch (error) {
      logger.warn(`Fatura: whether the encryption key fits could not be checked (${wordsOfError(error)})`)
    }
  }
}
