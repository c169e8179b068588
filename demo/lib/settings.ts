import { randomBytes } from "node:crypto"
import { mkdir, readFile, writeFile } from "node:fs/promises"
import path from "node:path"
import { paths } from "./paths"
import { isPortFree } from "./ports"

export type Ports = { backend: number; sandbox: number; storefront: number }

const portVariables: Record<keyof Ports, { variable: string; fallback: number }> = {
  backend: { variable: "PORT", fallback: 9000 },
  sandbox: { variable: "SANDBOX_PORT", fallback: 9100 },
  storefront: { variable: "STOREFRONT_PORT", fallback: 8000 },
}

/** The three ports from the environment. @throws one error with a line for each port that cannot be had */
export async function readPorts(): Promise<Ports> {
  const names = Object.keys(portVariables) as (keyof Ports)[]
  const ports = Object.fromEntries(
    names.map((name) => [name, Number(process.env[portVariables[name].variable] || portVariables[name].fallback)]),
  ) as Ports
  const faults: string[] = []
  for (const name of names) {
    const { variable } = portVariables[name]
    const port = ports[name]
    if (!Number.isInteger(port) || port < 1 || port > 65535) faults.push(`${variable}="${process.env[variable]}" is not a port number.`)
    else if (names.some((other) => other !== name && ports[other] === port)) faults.push(`${variable}: port ${port} is wanted twice.`)
    else if (!(await isPortFree(port))) faults.push(`Port ${port} is taken: end what listens there, or choose another with ${variable}=<port>.`)
  }
  if (faults.length > 0) throw new Error(faults.join("\n"))
  return ports
}

type Secrets = { jwt: string; cookie: string; encryptionKey: string }

/** Made once for each checkout and kept in `.demo/`, so that log-ins and stored credentials outlive a restart. */
export async function readSecrets(): Promise<Secrets> {
  const file = path.join(paths.demoData, "secrets.json")
  const kept = await readFile(file, "utf8").catch(() => undefined)
  if (kept) return JSON.parse(kept) as Secrets
  const secrets: Secrets = {
    jwt: randomBytes(24).toString("hex"),
    cookie: randomBytes(24).toString("hex"),
    encryptionKey: randomBytes(32).toString("base64"),
  }
  await mkdir(paths.demoData, { recursive: true })
  await writeFile(file, JSON.stringify(secrets, null, 2), { mode: 0o600 })
  return secrets
}

export type Addresses = { backend: string; sandbox: string; storefront: string }

export function addressesOf(ports: Ports): Addresses {
  return {
    backend: `http://localhost:${ports.backend}`,
    sandbox: `http://localhost:${ports.sandbox}`,
    storefront: `http://localhost:${ports.storefront}`,
  }
}

/** Any would do for the stand-in gateway. */
export const demoCredentials = { FATURA_TOKEN: "demo-token", FATURA_SECRET_KEY: "demo-secret-key" } as const

/**
 * The environment of the store's processes: whatever credentials the shell holds, the demo talks to the stand-in gateway alone.
 * @param account false leaves it to staff to add one
 */
export function storeEnvironment(addresses: Addresses, secrets: Secrets, databaseUrl: string, account = true): Record<string, string> {
  const ownOrigins = [addresses.backend, addresses.storefront].flatMap((url) => [url, url.replace("localhost", "127.0.0.1")]).join(",")
  return {
    DATABASE_URL: databaseUrl,
    STORE_CORS: ownOrigins,
    ADMIN_CORS: ownOrigins,
    AUTH_CORS: ownOrigins,
    JWT_SECRET: secrets.jwt,
    COOKIE_SECRET: secrets.cookie,
    ...(account ? { FATURA_BASE_URL: addresses.sandbox, ...demoCredentials } : { FATURA_BASE_URL: "", FATURA_TOKEN: "", FATURA_SECRET_KEY: "" }),
    STORE_SANDBOX_URL: addresses.sandbox,
    FATURA_ENCRYPTION_KEY: secrets.encryptionKey,
    FATURA_BACKEND_URL: addresses.backend,
    FATURA_STOREFRONT_URL: addresses.storefront,
    FATURA_ORDER_URL: `${addresses.storefront}/pedido/{session_id}`,
    STORE_EMAILS: "true",
    STORE_PLUGIN_OPTIONS: JSON.stringify({ methods: { pix: { discount: { type: "percent", value: 5 } } } }),
  }
}
