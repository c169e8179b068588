import { checkedBaseUrl, endpointsWith } from "../../../gateway"
import { readKeyRing } from "../crypto/key-ring"
import { isHostAllowed } from "./allowed-hosts"
import { namesOfOneAccount } from "./configured-id"
import { FaturaOptions, optionsSchema } from "./schema"

type Environment = Record<string, string | undefined>

const ACCOUNT_VARIABLES = {
  baseUrl: "FATURA_BASE_URL",
  token: "FATURA_TOKEN",
  secretKey: "FATURA_SECRET_KEY",
} as const

/** Options that the environment can give, by their path. */
const VARIABLES: Record<string, { variable: string; read: (text: string) => unknown }> = {
  backendUrl: { variable: "FATURA_BACKEND_URL", read: String },
  storefrontUrl: { variable: "FATURA_STOREFRONT_URL", read: String },
  orderUrl: { variable: "FATURA_ORDER_URL", read: String },
  encryptionKey: { variable: "FATURA_ENCRYPTION_KEY", read: String },
  onExpiry: { variable: "FATURA_ON_EXPIRY", read: String },
  trustedProxies: { variable: "FATURA_TRUSTED_PROXIES", read: (text) => (/^\d+$/.test(text.trim()) ? Number(text) : listOf(text)) },
  allowPrivateGateway: { variable: "FATURA_ALLOW_PRIVATE_GATEWAY", read: (text) => text === "true" },
  ownerEmail: { variable: "FATURA_OWNER_EMAIL", read: (text) => text.trim() },
  allowedGatewayHosts: { variable: "FATURA_ALLOWED_GATEWAY_HOSTS", read: listOf },
  allowedScriptHosts: { variable: "FATURA_ALLOWED_SCRIPT_HOSTS", read: listOf },
  allowSandbox: { variable: "FATURA_ALLOW_SANDBOX", read: (text) => text === "true" },
  "methods.pix.expiresInMinutes": { variable: "FATURA_PIX_EXPIRES_IN_MINUTES", read: Number },
  "webhooks.confirmAbove": { variable: "FATURA_CONFIRM_ABOVE", read: Number },
  "reconciliation.lookUpsPerMinute": { variable: "FATURA_LOOK_UPS_PER_MINUTE", read: Number },
  "reconciliation.lookUpsPerDay": { variable: "FATURA_LOOK_UPS_PER_DAY", read: Number },
  "reconciliation.healAfterSeconds": { variable: "FATURA_HEAL_AFTER_SECONDS", read: Number },
  "timeouts.create": { variable: "FATURA_CREATE_TIMEOUT_MS", read: Number },
}

/** Every fault of the configuration in one error, so that it is mended in one go. */
export class ConfigurationError extends Error {
  constructor(readonly faults: string[]) {
    super(
      `medusa-payment-fatura can't start, because of its configuration:\n${faults.map((f) => `  - ${f}`).join("\n")}\n` +
        "Options go into plugins: [{ resolve: \"medusa-payment-fatura\", options: { ... } }] or into FATURA_* variables."
    )
    this.name = "ConfigurationError"
  }
}

/**
 * The plugin's options: what the store's config gives, completed by the environment (`FATURA_*`).
 * The one account may be given flat (`baseUrl`, `token`, `secretKey`, `scopes`) instead of in `accounts`.
 * @throws ConfigurationError with every fault found
 */
export function readOptions(given: Record<string, unknown>, env: Environment = process.env): FaturaOptions {
  const { database: _database, baseUrl, token, secretKey, scopes, ...rest } = given as Record<string, unknown>
  const merged: Record<string, unknown> = { ...rest }
  for (const [path, { variable, read }] of Object.entries(VARIABLES)) {
    const text = env[variable]
    if (text) {
      setWhereMissing(merged, path.split("."), read(text))
    }
  }
  const flat = removeUndefined({ baseUrl, token, secretKey, scopes }) as Record<string, unknown>
  const twofold = merged.accounts === undefined ? [] : Object.keys(flat)
  merged.accounts ??= oneAccount({ ...accountOfEnvironment(env), ...flat })
  if (!merged.encryptionKey) {
    delete merged.encryptionKey
  }
  const parsed = optionsSchema.safeParse(removeUndefined(merged))
  const faults = parsed.success ? [] : parsed.error.issues.map((issue) => faultText(issue.path, issue.message))
  faults.push(...twofold.map((name) => `${name}: stands beside accounts; put it into the account that it belongs to`))
  if (typeof merged.encryptionKey === "string") {
    faults.push(...readKeyRing(merged.encryptionKey).faults)
  }
  if (parsed.success) {
    faults.push(...faultsBetweenOptions(parsed.data, env))
  }
  if (!parsed.success || faults.length) {
    throw new ConfigurationError(faults)
  }
  return parsed.data
}

/** The account that was given flat; none where nothing of it was given, as when staff will add one in the admin. */
function oneAccount(given: Record<string, unknown>): Record<string, unknown>[] {
  const credentials = Object.keys(ACCOUNT_VARIABLES).filter((name) => given[name])
  return credentials.length ? [{ name: "default", isDefault: true, ...given }] : []
}

function accountOfEnvironment(env: Environment): Record<string, unknown> {
  return {
    baseUrl: env[ACCOUNT_VARIABLES.baseUrl],
    token: env[ACCOUNT_VARIABLES.token],
    secretKey: env[ACCOUNT_VARIABLES.secretKey],
    scopes: env.FATURA_SCOPES === undefined ? undefined : listOf(env.FATURA_SCOPES),
  }
}

function listOf(text: string): string[] {
  return text.split(",").map((entry) => entry.trim()).filter(Boolean)
}

export function isProduction(env: Environment = process.env): boolean {
  return env.NODE_ENV === "production"
}

/** How many processes a process manager says that there are; null when none says so. */
export function processesOf(env: Environment = process.env): number | null {
  const counts = [env.WEB_CONCURRENCY, env.PM2_INSTANCES, env.instances].map(Number).filter((count) => Number.isInteger(count) && count > 0)
  return counts.length ? Math.max(...counts) : null
}

function faultsBetweenOptions(options: FaturaOptions, env: Environment): string[] {
  const faults: string[] = []
  const names = options.accounts.map((account) => account.name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice) {
    faults.push(`accounts: two accounts are named "${twice}"; the name is the account's key`)
  }
  for (const [first, ...others] of namesOfOneAccount(names)) {
    faults.push(`accounts: the names ${[first, ...others].map((name) => `"${name}"`).join(" and ")} can't be told apart, because only the letters a to z and digits count; change all but one of them`)
  }
  if (options.accounts.filter((account) => account.isDefault).length > 1) {
    faults.push("accounts: only one account can be the default")
  }
  for (const account of options.accounts) {
    const ofAccount = [...faultOf(() => checkedBaseUrl(account.baseUrl)), ...faultOf(() => endpointsWith(account.endpoints))]
    faults.push(...ofAccount.map((words) => `accounts: "${account.name}": ${words}`))
  }
  faults.push(...faultOf(() => endpointsWith(options.endpoints)))
  const foreign = options.accounts.filter(({ baseUrl }) => !isHostAllowed(baseUrl, options.allowedGatewayHosts))
  faults.push(...foreign.map(({ name }) => `accounts: "${name}": the host of its baseUrl is not in allowedGatewayHosts`))
  if (options.tokenization && !isHostAllowed(options.tokenization.scriptUrl, options.allowedScriptHosts)) {
    faults.push("tokenization.scriptUrl: its host is not in allowedScriptHosts")
  }
  if (isProduction(env) && !options.backendUrl.startsWith("https://") && !isLoopback(options.backendUrl)) {
    faults.push("backendUrl: must start with https:// in production, or the gateway can't send its notices safely")
  }
  return faults
}

/** What the gateway client would refuse is refused at the start already. */
function faultOf(check: () => unknown): string[] {
  try {
    check()
    return []
  } catch (error) {
    return [(error as Error).message]
  }
}

export function isLoopback(address: string): boolean {
  return ["localhost", "127.0.0.1", "[::1]"].includes(new URL(address).hostname)
}

function faultText(path: PropertyKey[], message: string): string {
  const name = path.map(String).join(".")
  const variable = VARIABLES[name]?.variable ?? ACCOUNT_VARIABLES[String(path[2]) as keyof typeof ACCOUNT_VARIABLES]
  const missing = message.includes("received undefined")
  return `${name || "options"}: ${missing ? "is missing" : message}${variable ? ` (or set ${variable})` : ""}`
}

/** What the store's config says wins over the environment. Given objects are not changed. */
function setWhereMissing(target: Record<string, unknown>, [key, ...rest]: string[], value: unknown): void {
  if (!rest.length) {
    target[key!] ??= value
    return
  }
  const inner = { ...((target[key!] as Record<string, unknown> | undefined) ?? {}) }
  target[key!] = inner
  setWhereMissing(inner, rest, value)
}

function removeUndefined(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(removeUndefined)
  }
  if (value && typeof value === "object") {
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .map(([key, member]) => [key, removeUndefined(member)])
    )
  }
  return value
}
