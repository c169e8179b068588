import { mkdir, readdir, rm, stat, writeFile } from "node:fs/promises"
import type { Server } from "node:http"
import path from "node:path"
import { adminLogin, customerLogin, promotionCode } from "../store/src/seed/constants"
import { CommandFailed, killAllChildren, type Child } from "./child"
import { startCluster, type Cluster, type ClusterInfo } from "./cluster"
import { siblingUrl } from "./database"
import { untilAnswers } from "./health"
import { paths } from "./paths"
import { buildPlugin } from "./plugin"
import { startPostgres, type Postgres } from "./postgres"
import { say, step } from "./progress"
import { startRedis, type Redis } from "./redis"
import { startSandboxProcess } from "./sandbox"
import { addressesOf, demoCredentials, readPorts, readSecrets, storeEnvironment, type Addresses } from "./settings"
import { buildStore, linkPackages, startBuiltStore } from "./store"
import { prepareDatabase, readStoreIds, type StoreIds } from "./store-database"
import { buildStorefront, serveStorefront } from "./storefront"

const logFolder = path.join(paths.demoData, "logs")
const infoFile = path.join(paths.demoData, "info.json")
const log = (name: string): string => path.join(logFolder, `${name}.log`)

/** What is running now; ended in the reverse order of its start, so that the databases go last. */
type Running = { postgres?: Postgres; redis?: Redis; sandbox?: Child; store?: Child; cluster?: Cluster; storefront?: Server }
const running: Running = {}
let info: object | undefined
let clusterInfo: (ClusterInfo & { redis: string }) | undefined
let ending: Promise<void> | undefined

/**
 * @param args `--cluster`: two servers and a worker on Redis behind the one address, instead of one process;
 * `--no-account`: a store that knows of no account, for the first steps in the admin
 */
export async function main(args: string[]): Promise<void> {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => onSignal(signal))
  process.on("exit", killAllChildren)
  try {
    await start(readArguments(args))
  } catch (error) {
    // A command that our own shutdown ended is no failure.
    if (ending) return
    const text = error instanceof Error ? error.message : String(error)
    for (const line of text.split("\n")) say(`Failed. ${line}`)
    await end(1)
  }
}

type Choice = { cluster: boolean; account: boolean }

function readArguments(args: string[]): Choice {
  const unknown = args.filter((argument) => argument !== "--cluster" && argument !== "--no-account")
  if (unknown.length > 0) throw new Error(`"${unknown.join(" ")}" is not understood; the demo takes --cluster, --no-account or nothing.`)
  return { cluster: args.includes("--cluster"), account: !args.includes("--no-account") }
}

async function start({ cluster, account }: Choice): Promise<void> {
  const ports = await readPorts()
  const addresses = addressesOf(ports)
  await emptyLogs()
  const secrets = await readSecrets()
  const databaseUrl = process.env.DATABASE_URL || (await step("Starting PostgreSQL", startDatabase))
  const redisUrl = process.env.REDIS_URL || (cluster ? await step("Starting Redis", startRedisServer) : undefined)
  await step("Building the plugin", () => buildPlugin(log("plugin-build")))
  await linkPackages()
  const env = storeEnvironment(addresses, secrets, databaseUrl, account)
  await allOrFirstFault([
    step("Preparing the database (tables, catalogue, log-ins)", () => prepareDatabase(databaseUrl, { logFile: log("database"), env })),
    step("Building the store and its admin", () => buildStore({ logFile: log("store-build"), env })),
    step("Building the storefront", () => buildStorefront(log("storefront-build"))),
    step("Starting the sandbox gateway", async () => {
      running.sandbox = watched(await startSandboxProcess(ports.sandbox, log("sandbox")))
    }),
  ])
  const ids = await readStoreIds(databaseUrl)
  if (cluster) await step("Starting Medusa (two servers, one worker)", () => startMany(ports.backend, { ...env, REDIS_URL: redisUrl! }))
  else {
    await step("Starting Medusa", async () => {
      running.store = watched(startBuiltStore("Medusa", ports.backend, { logFile: log("medusa"), env }))
      await untilAnswers(`${addresses.backend}/health`, running.store)
    })
  }
  running.storefront = await serveStorefront(ports.storefront, {
    backend: addresses.backend,
    publishable_key: ids.publishableKey,
    region_id: ids.regionId,
    sandbox: addresses.sandbox,
  })
  await tell(addresses, ids, account)
}

async function startDatabase(): Promise<string> {
  const directory = path.join(paths.demoData, "postgres")
  running.postgres = await startPostgres({ directory, logFile: log("postgres") })
  const { dataDirectory } = running.postgres
  if (dataDirectory !== directory) say(`Only root may enter this folder, PostgreSQL may not: its data is kept in ${dataDirectory}`)
  return siblingUrl(running.postgres.url, "fatura_demo")
}

async function startRedisServer(): Promise<string> {
  const redis = await startRedis({ directory: path.join(paths.demoData, "redis"), logFile: log("redis") })
  running.redis = redis
  void redis.exited.then(() => {
    if (ending) return
    say(`Failed. Redis ended by itself; log: ${path.relative(paths.root, log("redis"))}`)
    void end(1)
  })
  return redis.url
}

async function startMany(port: number, env: Record<string, string>): Promise<void> {
  running.cluster = await startCluster({
    port,
    logFile: log,
    env,
    onChange: async (cluster) => {
      clusterInfo = { ...cluster, redis: env.REDIS_URL! }
      if (info) await writeInfo()
    },
    onFailure: (error) => {
      say(`Failed. ${error.message}`)
      void end(1)
    },
  })
}

/** Waits for all, so that no step still writes while another's fault is told; then throws the first fault. */
async function allOrFirstFault(steps: Promise<unknown>[]): Promise<void> {
  const outcomes = await Promise.allSettled(steps)
  const fault = outcomes.find((outcome) => outcome.status === "rejected")
  if (fault) throw fault.reason
}

/** A service that ends by itself takes the demo down, with a word about why. */
function watched(child: Child): Child {
  void child.exited.then((exit) => {
    if (ending) return
    say(`Failed. ${new CommandFailed(child, exit).message}`)
    void end(1)
  })
  return child
}

/** What scripts read; the process ids change when one is started again. */
async function writeInfo(): Promise<void> {
  await writeFile(infoFile, `${JSON.stringify({ ...info, cluster: clusterInfo }, null, 2)}\n`)
}

async function tell(addresses: Addresses, { publishableKey, regionId }: StoreIds, account: boolean): Promise<void> {
  info = { ...addresses, publishable_key: publishableKey, region_id: regionId, admin: adminLogin }
  await writeInfo()
  say("Ready.")
  console.log(`
  Storefront       ${addresses.storefront}
  Admin            ${addresses.backend}/app   ${adminLogin.email} / ${adminLogin.password}
  Sandbox gateway  ${addresses.sandbox}/_sandbox
  E-mails          ${addresses.backend}/emails   what shoppers would get
  Store API        ${addresses.backend}/store   x-publishable-api-key: ${publishableKey}
  Customer         ${customerLogin.email} / ${customerLogin.password}   coupon ${promotionCode}

${account ? "" : accountText(addresses)}${clusterInfo ? clusterText(clusterInfo) : ""}  Logs in ${path.relative(process.cwd(), logFolder)}; addresses for scripts in ${path.relative(process.cwd(), infoFile)}. Ctrl-C ends everything.
`)
}

function accountText({ backend, sandbox }: Addresses): string {
  return `  No account is configured. Add one at ${backend}/app/settings/fatura:
  address ${sandbox}, token ${demoCredentials.FATURA_TOKEN}, secret key ${demoCredentials.FATURA_SECRET_KEY}

`
}

function clusterText({ servers, server_pids, worker, worker_pid, redis }: ClusterInfo & { redis: string }): string {
  const rows = [
    ...servers.map((url, index) => [`Server ${index + 1}`, url, server_pids[index]]),
    ["Worker", worker, worker_pid],
  ].map(([title, url, pid]) => `  ${String(title).padEnd(16)} ${url}   process ${pid}\n`)
  return `${rows.join("")}  Redis            ${redis}\n  kill -9 <process>, and the shop goes on: what dies is started again.\n\n`
}

function onSignal(signal: NodeJS.Signals): void {
  if (ending) {
    say("Ending at once.")
    killAllChildren()
    return
  }
  say(`${signal === "SIGINT" ? "Ctrl-C" : signal}: ending ...`)
  void end(0)
}

function end(code: number): Promise<void> {
  ending ??= (async () => {
    if (running.storefront) await rm(infoFile, { force: true })
    running.storefront?.close()
    running.storefront?.closeAllConnections()
    await running.store?.stop()
    await running.cluster?.stop()
    await running.sandbox?.stop()
    await running.redis?.stop()
    await running.postgres?.stop()
    say("Ended.")
    process.exit(code)
  })()
  return ending
}

/** Each start has its own logs; those of a demo that still runs stay (its PostgreSQL will refuse this one). */
async function emptyLogs(): Promise<void> {
  await mkdir(logFolder, { recursive: true })
  if (await stat(infoFile).catch(() => undefined)) return
  for (const name of await readdir(logFolder)) await rm(path.join(logFolder, name))
}
