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
    const taken = input.name !== undefined && (await this.isNameTaken(input.name, row?.id))
    const channel = (input.sales_channel_ids ?? []).length ? await this.channelTaken(input.sales_channel_ids!, row?.id) : false
    faults.push(...(taken ? [{ path: "name", code: "name_taken" as const }] : []))
    faults.push(...(channel ? [{ path: "sales_channel_ids", code: "channel_taken" as const }] : []))
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
}

function faultIn(check: () => unknown): string | null {
  try {
    check()
    return null
  } catch (error) {
    return (error as Error).message
  }
}
