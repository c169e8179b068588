import { endpointsWith } from "../../../gateway"
import { isHostAllowed } from "../options/allowed-hosts"
import { isProduction } from "../options/read-options"
import type { FixedOptions } from "../options/schema"
import type { FieldCode } from "../texts/field-texts"
import { type FieldFault, StaffError } from "../texts/staff-error"
import type { AccountRow, AccountRows } from "./account-rows"
import type { AccountChange } from "./account-schema"
import { faultOfAddress } from "./public-address"

/** What is wrong with an account that staff entered. */
export class AccountFaults {
  constructor(private readonly rows: AccountRows, private readonly options: FixedOptions) {}

  /**
   * @param row what is there already, where it is changed
   * @throws StaffError `default_from_configuration` where the configuration names the default
   */
  async of(input: AccountChange, row?: AccountRow): Promise<FieldFault[]> {
    const production = isProduction()
    const addresses = [["base_url", input.base_url], ["tokenization.script_url", input.tokenization?.script_url]] as const
    const faults: FieldFault[] = []
    for (const [path, address] of addresses) {
      const code = address === undefined ? null : (await faultOfAddress(address, production)) ?? this.ofHost(path, address, row)
      faults.push(...(code ? [{ path, code }] : []))
    }
    const path = input.gateway_options?.endpoints && faultIn(() => endpointsWith(input.gateway_options!.endpoints))
    faults.push(...(path ? [{ path: "gateway_options.endpoints", words: { "pt-BR": path, en: path } }] : []))
    faults.push(...this.taken(input, await this.rows.all(), row?.id))
    if (input.is_default && this.options.accounts.some((account) => account.isDefault)) {
      throw new StaffError("default_from_configuration")
    }
    return faults
  }

  /** The same of a change, with what belongs to credentials and their address. @throws StaffError */
  async ofEdit(input: AccountChange, row: AccountRow, { moves, newSecrets }: { moves: boolean; newSecrets: boolean }): Promise<FieldFault[]> {
    const faults = await this.of(input, row)
    // Else whoever may edit could have the stored secret sent to an address of their own.
    const missing = moves ? (["token", "secret_key"] as const).filter((name) => input[name] === undefined) : []
    faults.push(...missing.map((path) => ({ path, code: "secrets_again" as const })))
    // New credentials are shown to the gateway at once, so its host counts as for a new address.
    if (newSecrets && !moves && !isHostAllowed(row.base_url, this.options.allowedGatewayHosts)) {
      faults.push({ path: "base_url", code: "host_not_allowed" })
    }
    return faults
  }

  /** What stands in the row already is not refused again: its account can still be renamed. */
  private ofHost(path: "base_url" | "tokenization.script_url", address: string, row: AccountRow | undefined): FieldCode | null {
    const { allowedGatewayHosts, allowedScriptHosts } = this.options
    const [known, allowed] = path === "base_url" ? [row?.base_url, allowedGatewayHosts] : [row?.tokenization?.script_url, allowedScriptHosts]
    return address === known || isHostAllowed(address, allowed) ? null : "host_not_allowed"
  }

  /**
   * What another account has already. Asked before anything else is tried, and again of the accounts as they are in the
   * transaction that writes: else two of the staff could take the same at one moment.
   * @param except the account that is changed, or comes back
   */
  taken({ name, sales_channel_ids = [] }: AccountChange, accounts: AccountRow[], except?: string): FieldFault[] {
    const rows = accounts.filter((row) => row.source === "admin" && !row.archived_at && row.id !== except)
    const others = [
      ...this.options.accounts.map((account) => ({ name: account.name, channels: account.salesChannelIds })),
      ...rows.map((row) => ({ name: row.name, channels: row.sales_channel_ids ?? [] })),
    ]
    const isNameTaken = name !== undefined && others.some((other) => other.name.toLowerCase() === name.toLowerCase())
    const isChannelTaken = others.some((other) => other.channels.some((channel) => sales_channel_ids.includes(channel)))
    return [
      ...(isNameTaken ? [{ path: "name", code: "name_taken" as const }] : []),
      ...(isChannelTaken ? [{ path: "sales_channel_ids", code: "channel_taken" as const }] : []),
    ]
  }

  /** @throws StaffError that names what another account has by now */
  refuseTaken(input: AccountChange, accounts: AccountRow[], except?: string): void {
    const fields = this.taken(input, accounts, except)
    if (fields.length) {
      throw new StaffError("invalid_fields", { fields })
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
