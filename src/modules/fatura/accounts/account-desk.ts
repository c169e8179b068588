import { endpointsWith, GatewayError, isOtherIssuer, issuerOf } from "../../../gateway"
import { Database, type Transaction, isUniqueViolation, newId, tables } from "../database"
import type { KeyRing } from "../crypto/key-ring"
import { isProduction } from "../options/read-options"
import type { FixedOptions } from "../options/schema"
import type { Problems } from "../problems/problems"
import { type Audit, type Changes, changesBetween } from "../settings/audit"
import type { Revision } from "../settings/revision"
import { type FieldFault, StaffError } from "../texts/staff-error"
import { type AccountRow, AccountRows } from "./account-rows"
import type { AccountChange, NewAccount } from "./account-schema"
import { configuredId } from "../options/configured-id"
import { defaultOf } from "./account-registry"
import { countNeeded, hasInvoices } from "./account-use"
import { askProfile } from "./ask-profile"
import { gatewayOptionsFrom, gatewayOptionsOf } from "./gateway-options"
import { faultOfAddress, isInternal } from "./public-address"

/** What the gateway said about other credentials says nothing about these. */
const NOTHING_KNOWN = { environment: null, profile: null, access_token_sealed: null, access_token_expires_at: null, calibration: null, refused_at: null } as const

/** What staff do with accounts. Every change is in the timeline, and known to every process within moments. */
export class AccountDesk {
  private readonly rows: AccountRows

  constructor(
    private readonly db: Database,
    private readonly ring: KeyRing,
    private readonly options: FixedOptions,
    private readonly audit: Audit,
    private readonly revision: Revision,
    private readonly problems: Problems
  ) {
    this.rows = new AccountRows(db, ring)
  }

  /** @throws StaffError */
  async add(input: NewAccount, actor: string): Promise<string> {
    this.refuseWithoutKey()
    await this.refuseFaults(await this.faultsOf(input))
    const id = newId("facc")
    const { name, base_url, scopes, sales_channel_ids, tokenization, gateway_options } = input
    const described = { name, base_url, scopes, sales_channel_ids, tokenization: tokenization ?? null, gateway_options: gateway_options ?? null }
    await this.change(async (trx) => {
      const isDefault = input.is_default || !(await this.hasDefault(trx))
      if (isDefault) {
        await this.unsetDefault(trx)
      }
      await this.rows.insert(trx, {
        id,
        source: "admin",
        ...described,
        is_default: isDefault,
        merchant_token_sealed: this.rows.sealMerchantToken(input.merchant_webhook_token ?? null, id),
        ...this.rows.seal({ token: input.token, secretKey: input.secret_key }, { id, source: "admin", base_url }),
      })
      await this.audit.add(trx, { action: "account_created", subject: id, actor, changes: changesBetween({}, { ...described, is_default: isDefault }) })
    })
    return id
  }

  /** @throws StaffError */
  async edit(id: string, input: AccountChange, actor: string): Promise<void> {
    const row = await this.changeable(id)
    this.refuseWithoutKey()
    const moves = input.base_url !== undefined && input.base_url !== row.base_url
    const faults = await this.faultsOf(input, row)
    if (moves) {
      // Else whoever may edit could have the stored secret sent to an address of their own.
      const missing = (["token", "secret_key"] as const).filter((name) => input[name] === undefined)
      faults.push(...missing.map((path) => ({ path, code: "secrets_again" as const })))
    }
    await this.refuseFaults(faults)
    if (input.is_default === false && (await this.isDefault(id))) {
      throw new StaffError("default_cannot_be_unset")
    }
    const { name, base_url, scopes, sales_channel_ids, tokenization, gateway_options, is_default } = input
    const described = defined({ name, base_url, scopes, sales_channel_ids, tokenization, gateway_options, is_default })
    const newSecrets = input.token !== undefined || input.secret_key !== undefined
    const issuedNone = !(await hasInvoices(this.db, id))
    if (newSecrets && !issuedNone) {
      await this.refuseOtherMerchant(row, input)
    }
    const changes: Changes = { ...changesBetween(pick(row, Object.keys(described)), described), ...secretChanges(input) }
    if (!Object.keys(changes).length) {
      return
    }
    await this.change(async (trx) => {
      if (is_default) {
        await this.unsetDefault(trx)
      }
      await this.rows.update(trx, id, {
        ...described,
        ...(newSecrets && this.rows.seal(this.secretsAfter(row, input), { ...row, base_url: base_url ?? row.base_url })),
        ...(input.merchant_webhook_token !== undefined && { merchant_token_sealed: this.rows.sealMerchantToken(input.merchant_webhook_token, id) }),
        ...((newSecrets || moves || changes.scopes) && NOTHING_KNOWN),
        ...(newSecrets && issuedNone && { issuer: null }),
        ...(moves && { blocked_until: null, block_level: 0 }),
      })
      await this.audit.add(trx, { action: "account_changed", subject: id, actor, changes })
    })
    if (newSecrets) {
      await this.problems.clear(["credentials_refused", "other_merchant"], id)
    }
  }

  /**
   * While invoices were issued by the account, its credentials can only give way to others of the same gateway
   * account. Where the gateway can't be asked now, they are taken, and asked about before anything is sent with them.
   */
  private async refuseOtherMerchant(row: AccountRow, input: AccountChange): Promise<void> {
    const { endpoints } = gatewayOptionsOf(this.options, row.calibration?.settings, gatewayOptionsFrom(input.gateway_options ?? row.gateway_options))
    const credentials = { baseUrl: input.base_url ?? row.base_url, scopes: input.scopes ?? row.scopes ?? [], ...this.secretsAfter(row, input) }
    const profile = await askProfile(credentials, endpoints, isProduction() ? isInternal : undefined).catch((error) => {
      if (error instanceof GatewayError) {
        return null
      }
      throw error
    })
    if (profile && isOtherIssuer(row.issuer, issuerOf(profile))) {
      throw new StaffError("other_merchant")
    }
  }

  /**
   * An account with old invoices is archived: it is offered to nobody, but their refunds and disputes still
   * find it.
   * @throws StaffError while invoices that are not over need it
   */
  async remove(id: string, actor: string): Promise<"removed" | "archived"> {
    const row = await this.changeable(id)
    const needed = await countNeeded(this.db, id)
    if (needed) {
      throw new StaffError("account_in_use", { count: needed })
    }
    const outcome = (await hasInvoices(this.db, id)) ? "archived" : "removed"
    await this.change(async (trx) => {
      if (outcome === "archived") {
        await this.rows.update(trx, id, { archived_at: new Date(), is_default: false, sales_channel_ids: [] })
      } else {
        await this.rows.remove(trx, id)
      }
      await this.promoteOldest(trx, row)
      await this.audit.add(trx, { action: `account_${outcome}`, subject: id, actor, changes: { name: { from: row.name, to: null } } })
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
    if (this.ring.isEmpty) {
      throw new StaffError("encryption_key_missing")
    }
  }

  private async faultsOf(input: AccountChange, row?: AccountRow): Promise<FieldFault[]> {
    const production = isProduction()
    const addresses = [["base_url", input.base_url], ["tokenization.script_url", input.tokenization?.script_url]] as const
    const faults: FieldFault[] = []
    for (const [path, address] of addresses) {
      const code = address === undefined ? null : await faultOfAddress(address, production)
      faults.push(...(code ? [{ path, code }] : []))
    }
    const path = input.gateway_options?.endpoints && faultIn(() => endpointsWith(input.gateway_options!.endpoints))
    faults.push(...(path ? [{ path: "gateway_options.endpoints", words: { "pt-BR": path, en: path } }] : []))
    const taken = input.name !== undefined && (await this.isNameTaken(input.name, row?.id))
    const channel = (input.sales_channel_ids ?? []).length ? await this.channelTaken(input.sales_channel_ids!, row?.id) : false
    faults.push(...(taken ? [{ path: "name", code: "name_taken" as const }] : []))
    faults.push(...(channel ? [{ path: "sales_channel_ids", code: "channel_taken" as const }] : []))
    if (input.is_default && this.options.accounts.some((account) => account.isDefault)) {
      throw new StaffError("default_from_configuration")
    }
    return faults
  }

  private async refuseFaults(fields: FieldFault[]): Promise<void> {
    if (fields.length) {
      throw new StaffError("invalid_fields", { fields })
    }
  }

  private async others(except?: string): Promise<{ name: string; channels: string[] }[]> {
    const rows = (await this.rows.all()).filter((row) => row.source === "admin" && !row.archived_at && row.id !== except)
    return [
      ...this.options.accounts.map((account) => ({ name: account.name, channels: account.salesChannelIds })),
      ...rows.map((row) => ({ name: row.name, channels: row.sales_channel_ids ?? [] })),
    ]
  }

  private async isNameTaken(name: string, except?: string): Promise<boolean> {
    return (await this.others(except)).some((other) => other.name.toLowerCase() === name.toLowerCase())
  }

  private async channelTaken(channels: string[], except?: string): Promise<boolean> {
    return (await this.others(except)).some((other) => other.channels.some((channel) => channels.includes(channel)))
  }

  private async isDefault(id: string): Promise<boolean> {
    const rows = (await this.rows.all()).map((row) => ({ ...row, isDefault: row.is_default, archived: row.archived_at !== null }))
    const ours = new Set(this.options.accounts.map((account) => configuredId(account.name)))
    return defaultOf(rows.filter((row) => row.source === "admin" || ours.has(row.id))) === id
  }

  private async hasDefault(trx: Transaction): Promise<boolean> {
    const row = await trx(tables.account).where({ is_default: true, source: "admin" }).first("id")
    return row !== undefined || this.options.accounts.length > 0
  }

  private async unsetDefault(trx: Transaction): Promise<void> {
    await trx(tables.account).where({ source: "admin", is_default: true }).update({ is_default: false })
  }

  private async promoteOldest(trx: Transaction, removed: AccountRow): Promise<void> {
    if (!removed.is_default) {
      return
    }
    const heir = await trx(tables.account).where({ source: "admin" }).whereNull("archived_at").whereNot({ id: removed.id }).orderBy("created_at").first("id")
    if (heir) {
      await this.rows.update(trx, heir.id, { is_default: true })
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

  private async change(work: (trx: Transaction) => Promise<void>): Promise<void> {
    try {
      await this.db.transaction(async (trx) => {
        await work(trx)
        await this.revision.raise(trx)
      })
    } catch (error) {
      if (isUniqueViolation(error)) {
        // Two of the staff chose a default at once.
        throw new StaffError("changed_meanwhile")
      }
      throw error
    }
  }
}

function faultIn(check: () => unknown): string | null {
  try {
    check()
    return null
  } catch (error) {
    return (error as Error).message
  }
}

function secretChanges(input: AccountChange): Changes {
  const named = (["token", "secret_key", "merchant_webhook_token"] as const).filter((name) => input[name] !== undefined)
  return Object.fromEntries(named.map((name) => [name, "changed"]))
}

function defined<T extends object>(values: T): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>
}

function pick(row: AccountRow, names: string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, row[name as keyof AccountRow]]))
}
