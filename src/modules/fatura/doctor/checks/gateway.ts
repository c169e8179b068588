import type { Account, AccountRegistry } from "../../accounts/account-registry"
import type { AccountView } from "../../accounts/account-view"
import { type ConnectionTest, testConnection } from "../../accounts/connection-test"
import type { CheckState, Finding, Setup } from "../finding"
import type { DoctorCode } from "../texts"

/** More than this between the gateway's clock and ours makes due dates and expiries wrong. */
const TOLERATED_SECONDS = 120

const FAILURES: Record<Extract<ConnectionTest, { ok: false }>["code"], DoctorCode> = {
  credentials_refused: "credentials_refused",
  missing_scope: "scope_refused",
  blocked: "gateway_blocks",
  not_reachable: "gateway_silent",
  no_gateway: "no_gateway",
  refused: "scope_refused",
}

/** Asks the gateway about each account: one `GET /auth` and one `GET /status`. */
export async function gatewayOf(
  setup: Setup,
  parts: { accounts: AccountRegistry; views: AccountView[]; skewOf: (accountId: string) => number | null }
): Promise<Finding[]> {
  const usable = parts.views.filter(({ state }) => state !== "removed" && state !== "archived")
  if (!usable.length) {
    return [{ check: "credentials", state: "error", code: "no_account" }]
  }
  const found = await Promise.all(
    usable.map(async (view) => {
      const account = await parts.accounts.find(view.id, { fresh: true })
      return account ? ofAccount(setup, account, view, parts.skewOf) : [line("credentials", "error", "account_sealed", view)]
    })
  )
  return found.flat()
}

async function ofAccount(setup: Setup, account: Account, view: AccountView, skewOf: (accountId: string) => number | null): Promise<Finding[]> {
  const test = await testConnection(account, view.scopes, "en")
  if (!test.ok) {
    return [line("credentials", "error", FAILURES[test.code], view, { address: view.base_url })]
  }
  return [credentials(test, view), environment(setup, test.environment, view), clock(skewOf(account.id), view)]
}

function credentials(test: Extract<ConnectionTest, { ok: true }>, view: AccountView): Finding {
  if (!test.token_valid) {
    return line("credentials", "error", "token_invalid", view)
  }
  return test.missing_scopes.length
    ? line("credentials", "warning", "scopes_missing", view, { scopes: test.missing_scopes.join(", ") })
    : line("credentials", "ok", "credentials_ok", view)
}

function environment({ production, options }: Setup, name: AccountView["environment"], view: AccountView): Finding {
  if (name === null) {
    return line("environment", "warning", "environment_unknown", view)
  }
  if (production && name === "SANDBOX" && !options?.allowSandbox) {
    return line("environment", "error", "sandbox_in_production", view)
  }
  return !production && name === "PRODUCTION"
    ? line("environment", "warning", "production_in_development", view)
    : line("environment", "ok", "environment_ok", view, { environment: name })
}

function clock(skewMs: number | null, view: AccountView): Finding {
  if (skewMs === null) {
    return line("clock", "warning", "clock_unknown", view)
  }
  const seconds = Math.round(Math.abs(skewMs) / 1_000)
  return seconds > TOLERATED_SECONDS ? line("clock", "error", "clock_wrong", view, { seconds }) : line("clock", "ok", "clock_ok", view, { seconds })
}

function line(check: Finding["check"], state: CheckState, code: DoctorCode, { name }: AccountView, values?: Finding["values"]): Finding {
  return { check, state, code, subject: name, ...(values && { values }) }
}
