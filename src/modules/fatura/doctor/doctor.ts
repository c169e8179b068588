import { AccountRegistry } from "../accounts/account-registry"
import { AccountRows } from "../accounts/account-rows"
import { accountViews } from "../accounts/account-view"
import { KeyRing } from "../crypto/key-ring"
import { unboundValues } from "../crypto/unbound-values"
import type { Database } from "../database"
import { Drifts } from "../health/drifts"
import { HealthDesk } from "../health/health"
import { SelfTests } from "../health/self-test"
import type { FaturaOptions } from "../options/schema"
import { Problems } from "../problems/problems"
import { Revision } from "../settings/revision"
import { operatorWords } from "../texts/operator-words"
import type { Language } from "../texts/shopper-texts"
import { discounts } from "./checks/discounts"
import { notificationAddress, type Resolve } from "./checks/address"
import { gatewayOf } from "./checks/gateway"
import { migrations, moduleLoaded, regions } from "./checks/installation"
import { locking, processes } from "./checks/processes"
import { shopperAddressesCheck } from "./checks/shopper-addresses"
import type { CheckLine, CheckName, Finding, Setup } from "./finding"
import { doctorText } from "./texts"

const LONGEST_REASON = 300

export type Report = { ok: boolean; checks: CheckLine[] }

/** Looks at everything that must be right for payments to work, and says of each what mends it. */
export class Doctor {
  constructor(
    private readonly setup: Setup,
    private readonly resolve?: Resolve
  ) {}

  async report(language: Language): Promise<Report> {
    const findings = await this.findings()
    const checks = findings.map(({ check, subject, state, code, values }): CheckLine => ({ check, subject: subject ?? null, state, code, ...doctorText(code, language, values) }))
    return { ok: !checks.some(({ state }) => state === "error"), checks }
  }

  async findings(): Promise<Finding[]> {
    const database = await this.database()
    // What needs the database is not asked when it does not answer: that would only hide the reason.
    const setup = database.some(({ state }) => state === "error") ? { ...this.setup, db: null } : this.setup
    const found = [...this.configuration(), ...database]
    found.push(...(await this.tried("module_loaded", () => moduleLoaded(setup))))
    const migrated = await this.withDatabase(setup, "migrations", (db) => migrations(db))
    found.push(...migrated)
    if (migrated.length && migrated.every(({ state }) => state === "ok")) {
      found.push(...(await this.ofTheModule()))
    }
    found.push(...(await this.withDatabase(setup, "regions", regions)))
    if (migrated.length && migrated.every(({ state }) => state === "ok")) {
      found.push(...(await this.withDatabase(setup, "discounts", (db) => discounts(db, setup.options))))
    }
    found.push(...(await this.tried("processes", async () => processes(setup))))
    found.push(...(await this.tried("locking", () => locking(setup))))
    return found
  }

  private configuration(): Finding[] {
    const { configFault, optionFaults } = this.setup
    const check = "configuration"
    const faults = optionFaults.map((fault): Finding => ({ check, state: "error", code: "option_fault", values: { fault } }))
    if (configFault !== undefined) {
      faults.unshift({ check, state: "error", code: "config_not_read", values: { why: whyOf(configFault) } })
    }
    return faults.length ? faults : [{ check, state: "ok", code: "configuration_ok" }]
  }

  private async database(): Promise<Finding[]> {
    const { db, dbFault } = this.setup
    const why = dbFault !== undefined ? whyOf(dbFault) : db ? await db.raw("select 1").then(() => null, whyOf) : "DATABASE_URL"
    return [why === null ? { check: "database", state: "ok", code: "database_ok" } : { check: "database", state: "error", code: "database_silent", values: { why } }]
  }

  /** What needs options and tables: the key, the accounts, the address of notices. */
  private async ofTheModule(): Promise<Finding[]> {
    const { options, db, production } = this.setup
    if (!options || !db) {
      return []
    }
    const ring = new KeyRing(options.encryptionKey)
    const key = await this.tried("encryption_key", () => keyOf(db, ring, options))
    if (ring.isEmpty) {
      return key
    }
    const address = () => notificationAddress({ backendUrl: options.backendUrl, production }, () => new SelfTests(db, ring, options.backendUrl).run("en"), this.resolve)
    const addresses = () => shopperAddressesCheck({ db, ring, options, production })
    return [
      ...key,
      ...(await this.tried("credentials", () => this.accounts(db, ring, options))),
      ...(await this.tried("notification_address", address)),
      ...(await this.tried("shopper_addresses", addresses)),
    ]
  }

  private async accounts(db: Database, ring: KeyRing, options: FaturaOptions): Promise<Finding[]> {
    const skews = new Map<string, number>()
    const registry = new AccountRegistry(db, options, ring, new Problems(db), new Revision(db), (accountId, { clockSkewMs }) => {
      if (clockSkewMs !== null) {
        skews.set(accountId, clockSkewMs)
      }
    })
    await registry.ensureStored()
    const rows = new AccountRows(db, ring)
    const views = accountViews(await rows.all(), { rows, options, keyMissing: false })
    return gatewayOf(this.setup, { accounts: registry, views, skewOf: (id) => skews.get(id) ?? null })
  }

  private async withDatabase({ db }: Setup, check: CheckName, work: (db: Database) => Promise<Finding[]>): Promise<Finding[]> {
    return db ? this.tried(check, () => work(db)) : []
  }

  /** One check that fails must not hide what the others find. */
  private async tried(check: CheckName, work: () => Promise<Finding[]>): Promise<Finding[]> {
    try {
      return await work()
    } catch (error) {
      return [{ check, state: "error", code: "not_checked", values: { why: whyOf(error) } }]
    }
  }
}

async function keyOf(db: Database, ring: KeyRing, options: FaturaOptions): Promise<Finding[]> {
  const { state } = await new HealthDesk(db, ring, options, new Drifts(db)).keyState()
  const codes = { ok: "key_ok", missing: "key_missing", changed: "key_changed" } as const
  const key: Finding = { check: "encryption_key", state: state === "ok" ? "ok" : "error", code: codes[state] }
  const count = state === "ok" ? await unboundValues(db) : 0
  return count ? [key, { check: "encryption_key", state: "warning", code: "sealed_unbound", values: { count } }] : [key]
}

/** The first line, cut when it is clean. */
function whyOf(failure: unknown): string {
  return operatorWords(failure).split("\n")[0]!.slice(0, LONGEST_REASON)
}
