import { GatewayError, isOtherIssuer, type Issuer, issuerOf } from "../../../gateway"
import { type Database, newId } from "../database"
import type { KeyRing } from "../crypto/key-ring"
import { isProduction } from "../options/read-options"
import type { FixedOptions } from "../options/schema"
import type { Problems } from "../problems/problems"
import { type Audit, type Changes, changesBetween } from "../settings/audit"
import type { Revision } from "../settings/revision"
import type { SensitiveChanges, Undoing } from "../settings/sensitive-changes"
import { type FieldFault, StaffError } from "../texts/staff-error"
import { AccountFaults } from "./account-faults"
import { type AccountRow, AccountRows, archived } from "./account-rows"
import type { AccountChange, NewAccount } from "./account-schema"
import { configuredId } from "../options/configured-id"
import { defaultOf } from "./account-registry"
import { countNeeded, hasInvoices } from "./account-use"
import { askProfile } from "./ask-profile"
import { gatewayOptionsFrom, gatewayOptionsOf } from "./gateway-options"
import { changeAccounts, unchangedSince } from "./change-accounts"
import { chosenDefault, DefaultAccount } from "./default-account"
import { earlierValues, EVERYTHING } from "./earlier-values"
import { KeepBeside } from "./keep-beside"
import { isInternal } from "./public-address"
import { operationsOfAccount, type Permit } from "./sensitive-fields"

/** What the gateway said about other credentials says nothing about these. */
const NOTHING_KNOWN = { environment: null, profile: null, access_token_sealed: null, access_token_expires_at: null, calibration: null, refused_at: null } as const

export type DeskParts = { db: Database; ring: KeyRing; options: FixedOptions; audit: Audit; sensitive: SensitiveChanges; revision: Revision; problems: Problems }

/** `undoing` is the change that this one takes back, in the same transaction. */
type How = { permit?: Permit; undoing?: Undoing }

const anybody: Permit = async () => undefined

/** What staff do with accounts. Every change is in the timeline, and known to every process within moments. */
export class AccountDesk {
  private readonly db: Database
  private readonly rows: AccountRows
  private readonly faults: AccountFaults
  private readonly defaults: DefaultAccount
  private readonly beside: KeepBeside

  constructor(private readonly parts: DeskParts) {
    this.db = parts.db
    this.rows = new AccountRows(parts.db, parts.ring)
    this.faults = new AccountFaults(this.rows, parts.options)
    this.defaults = new DefaultAccount(this.rows, parts.options)
    this.beside = new KeepBeside(parts.db, parts.ring)
  }

  /** @throws StaffError */
  async add(input: NewAccount, actor: string, { permit = anybody }: How = {}): Promise<string> {
    const redirects = input.is_default || input.sales_channel_ids.length > 0 || !!input.tokenization || !(await this.defaults.exists(this.db))
    await permit(redirects ? ["credentials", "redirect"] : ["credentials"])
    this.refuseWithoutKey()
    await this.refuseFaults(await this.faults.of(input))
    const id = newId("facc")
    const { name, base_url, scopes, sales_channel_ids, tokenization, gateway_options } = input
    const described = { name, base_url, scopes, sales_channel_ids, tokenization: tokenization ?? null, gateway_options: gateway_options ?? null }
    await changeAccounts(this.parts, async (trx, accounts) => {
      this.faults.refuseTaken(input, accounts)
      const default_id = await chosenDefault(trx)
      const isDefault = input.is_default || !(await this.defaults.exists(trx))
      if (isDefault && !redirects) {
        // The default went away since it was asked whether this one may be paid.
        throw new StaffError("changed_meanwhile")
      }
      if (isDefault) {
        await this.defaults.unset(trx)
      }
      await this.rows.insert(trx, {
        id,
        source: "admin",
        ...described,
        is_default: isDefault,
        merchant_token_sealed: this.rows.sealMerchantToken(input.merchant_webhook_token ?? null, id),
        ...this.rows.seal({ token: input.token, secretKey: input.secret_key }, { id, source: "admin", base_url }),
      })
      const entry = { action: "account_created", subject: id, actor, changes: changesBetween({}, { ...described, is_default: isDefault }) } as const
      await this.parts.audit.add(trx, entry)
      await this.parts.sensitive.add(trx, entry, isDefault ? { default_id } : {})
    })
    return id
  }

  /** @throws StaffError */
  async edit(id: string, input: AccountChange, actor: string, { permit = anybody, undoing }: How = {}): Promise<void> {
    const row = await this.changeable(id)
    this.refuseWithoutKey()
    const { name, base_url, scopes, sales_channel_ids, tokenization, gateway_options, is_default } = input
    const described = defined({ name, base_url, scopes, sales_channel_ids, tokenization, gateway_options, is_default })
    const givesBack = undoing?.change.changes.is_default !== undefined
    const changes: Changes = { ...changesBetween(pick(row, Object.keys(described)), described), ...secretChanges(input), ...(givesBack && { is_default: { from: true, to: false } }) }
    const operations = operationsOfAccount(Object.keys(changes))
    await permit(operations)
    const moves = input.base_url !== undefined && input.base_url !== row.base_url
    const newSecrets = input.token !== undefined || input.secret_key !== undefined
    await this.refuseFaults(await this.faults.ofEdit(input, row, { moves, newSecrets }))
    if (input.is_default === false && (await this.isDefault(id))) {
      throw new StaffError("default_cannot_be_unset")
    }
    const issuedNone = !(await hasInvoices(this.db, id))
    const issuer = newSecrets && !issuedNone ? await this.issuerFor(row, input) : null
    if (!undoing && isOtherIssuer(row.issuer, issuer)) {
      throw new StaffError("other_merchant")
    }
    if (!Object.keys(changes).length) {
      // All stands as it was before; then the change is taken back, and there is nothing to tell.
      await (undoing && changeAccounts(this.parts, async (trx) => this.parts.sensitive.takeBack(trx, undoing.change, actor)))
      return
    }
    const restored = undoing ? (issuer ?? undoing.before.issuer ?? null) : null
    await changeAccounts(this.parts, async (trx, accounts) => {
      await (undoing && this.parts.sensitive.takeBack(trx, undoing.change, actor))
      const now = unchangedSince(row, Object.keys(changes).filter((name) => name !== "is_default"), accounts)
      this.faults.refuseTaken(pick(input, ["name", "sales_channel_ids"].filter((field) => Object.hasOwn(changes, field))), accounts, id)
      const default_id = await chosenDefault(trx)
      if (undoing && newSecrets) {
        await this.beside.keepIssued(trx, now, { restored, since: undoing.change.created_at, moves, actor })
      }
      if (undoing && givesBack) {
        await this.defaults.giveBack(trx, accounts, { from: id, former: undoing.before.default_id ?? null })
      }
      if (is_default) {
        await this.defaults.unset(trx)
      }
      await this.rows.update(trx, id, {
        // What stays is not written: somebody may have changed it meanwhile, with a permission that this change needs none of.
        ...pick(described, Object.keys(described).filter((name) => Object.hasOwn(changes, name))),
        ...this.sealed(now, input),
        ...((newSecrets || moves || changes.scopes) && NOTHING_KNOWN),
        ...(newSecrets && (issuedNone || undoing) && { issuer: restored }),
        ...(moves && { blocked_until: null, block_level: 0 }),
      })
      const entry = { action: "account_changed", subject: id, actor, changes } as const
      await this.parts.audit.add(trx, entry)
      if (operations.length) {
        const before = { account: earlierValues(now, Object.keys(changes), this.rows), ...(newSecrets && { issuer: now.issuer }), ...(changes.is_default && { default_id }) }
        await this.parts.sensitive.add(trx, entry, undoing ? null : before, undoing?.change.id)
      }
    })
    if (newSecrets) {
      await this.parts.problems.clear(["credentials_refused", "other_merchant"], id)
    }
  }

  /**
   * Whose the credentials of a change are. While invoices were issued by the account, its credentials can only give way
   * to others of the same gateway account. Where the gateway can't be asked now (null), they are taken, and asked about
   * before anything is sent with them.
   */
  private async issuerFor(row: AccountRow, input: AccountChange): Promise<Issuer | null> {
    const { endpoints } = gatewayOptionsOf(this.parts.options, row.calibration?.settings, gatewayOptionsFrom(input.gateway_options ?? row.gateway_options))
    const credentials = { baseUrl: input.base_url ?? row.base_url, scopes: input.scopes ?? row.scopes ?? [], ...this.secretsAfter(row, input) }
    const profile = await askProfile(credentials, endpoints, isProduction() ? isInternal : undefined).catch((error) => {
      if (error instanceof GatewayError) {
        return null
      }
      throw error
    })
    return profile && issuerOf(profile)
  }

  /**
   * An account with old invoices is archived: it is offered to nobody, but their refunds and disputes still
   * find it.
   * @throws StaffError while invoices that are not over need it
   */
  async remove(id: string, actor: string, { permit = anybody }: How = {}): Promise<"removed" | "archived"> {
    await permit(["credentials", "redirect"])
    const row = await this.changeable(id)
    const needed = await countNeeded(this.db, id)
    if (needed) {
      throw new StaffError("account_in_use", { count: needed })
    }
    const outcome = (await hasInvoices(this.db, id)) ? "archived" : "removed"
    await changeAccounts(this.parts, async (trx, accounts) => {
      const now = unchangedSince(row, EVERYTHING, accounts)
      const wasDefault = now.is_default
      if (outcome === "archived") {
        await this.rows.update(trx, id, archived())
      } else {
        await this.rows.remove(trx, id)
      }
      const heir_id = wasDefault ? await this.defaults.promoteOldest(trx, now) : null
      const entry = { action: `account_${outcome}`, subject: id, actor, changes: { name: { from: now.name, to: null } } } as const
      await this.parts.audit.add(trx, entry)
      await this.parts.sensitive.add(trx, entry, {
        account: earlierValues(now, EVERYTHING, this.rows), issuer: now.issuer, created_at: now.created_at.toISOString(), ...(wasDefault && { default_id: id, heir_id }),
      })
    })
    return outcome
  }

  private async changeable(id: string): Promise<AccountRow> {
    const row = await this.rows.find(id)
    if (!row) {
      throw new StaffError("account_not_found")
    }
    if (row.source === "configuration") {
      throw new StaffError("account_from_configuration")
    }
    if (row.archived_at) {
      throw new StaffError("account_archived")
    }
    return row
  }

  private refuseWithoutKey(): void {
    if (this.parts.ring.isEmpty) {
      throw new StaffError("encryption_key_missing")
    }
  }

  private async refuseFaults(fields: FieldFault[]): Promise<void> {
    if (fields.length) {
      throw new StaffError("invalid_fields", { fields })
    }
  }

  private async isDefault(id: string): Promise<boolean> {
    const rows = (await this.rows.all()).map((row) => ({ ...row, isDefault: row.is_default, archived: row.archived_at !== null }))
    const ours = new Set(this.parts.options.accounts.map((account) => configuredId(account.name)))
    return defaultOf(rows.filter((row) => row.source === "admin" || ours.has(row.id))) === id
  }

  private sealed(row: AccountRow, input: AccountChange): Partial<AccountRow> {
    const { token, secret_key, merchant_webhook_token, base_url = row.base_url } = input
    const newSecrets = token !== undefined || secret_key !== undefined
    return {
      ...(newSecrets && this.rows.seal(this.secretsAfter(row, input), { ...row, base_url })),
      ...(merchant_webhook_token !== undefined && { merchant_token_sealed: this.rows.sealMerchantToken(merchant_webhook_token, row.id) }),
    }
  }

  /** One of the two may be changed alone; the other stays. */
  private secretsAfter(row: AccountRow, input: AccountChange): { token: string; secretKey: string } {
    const known = this.rows.secretsOf(row)
    const token = input.token ?? known?.token
    const secretKey = input.secret_key ?? known?.secretKey
    if (!token || !secretKey) {
      const missing = token ? "secret_key" : "token"
      throw new StaffError("invalid_fields", { fields: [{ path: missing, code: "secret_unreadable" }] })
    }
    return { token, secretKey }
  }
}

function secretChanges(input: AccountChange): Changes {
  const named = (["token", "secret_key", "merchant_webhook_token"] as const).filter((name) => input[name] !== undefined)
  return Object.fromEntries(named.map((name) => [name, "changed"]))
}

function defined<T extends object>(values: T): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>
}

function pick(values: object, names: string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, (values as Record<string, unknown>)[name]]))
}
