import { mkdir, readdir, rm, stat, writeFile } from "node:fs/promises"
import type { Server } from "node:http"
import path from "node:path"
import { adminLogin, customerLogin, promotionCode } from "../store/src/seed/constants"
import { CommandFailed, killAllChildren, type Child } from "./child"
import { siblingUrl } from "./database"
import { untilAnswers } from "./health"
import { paths } from "./paths"
import { buildPlugin } from "./plugin"
import { startPostgres, type Postgres } from "./postgres"
import { say, step } from "./progress"
import { startSandboxProcess } from "./sandbox"
import { addressesOf, readPorts, readSecrets, storeEnvironment, type Addresses } from "./settings"
import { buildStore, linkPackages, startBuiltStore } from "./store"
import { prepareDatabase, readStoreIds, type StoreIds } from "./store-database"
import { buildStorefront, serveStorefront } from "./storefront"

const logFolder = path.join(paths.demoData, "logs")
const infoFile = path.join(paths.demoData, "info.json")
const log = (name: string): string => path.join(logFolder, `${name}.log`)

/** What is running now; ended in the reverse order of its start, so that the database goes last. */
type Running = { postgres?: Postgres; sandbox?: Child; store?: Child; storefront?: Server }
const running: Running = {}
let ending: Promise<void> | undefined

export async function main(): Promise<void> {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => onSignal(signal))
  process.on("exit", killAllChildren)
  try {
    await start()
  } catch (error) {
    // A command that our own shutdown ended is no failure.
    if (ending) return
    const text = error instanceof Error ? error.message : String(error)
    for (const line of text.split("\n")) say(`Failed. ${line}`)
    await end(1)
  }
}

async function start(): Promise<void> {
  const ports = await readPorts()
  const addresses = addressesOf(ports)
  await emptyLogs()
  const secrets = await readSecrets()
  const databaseUrl = process.env.DATABASE_URL || (await step("Starting PostgreSQL", startDatabase))
  await step("Building the plugin", () => buildPlugin(log("plugin-build")))
  await linkPackages()
  const env = storeEnvironment(addresses, secrets, databaseUrl)
  await allOrFirstFault([
    step("Preparing the database (tables, catalogue, log-ins)", () => prepareDatabase(databaseUrl, { logFile: log("database"), env })),
    step("Building the store and its admin", () => buildStore({ logFile: log("store-build"), env })),
    step("Building the storefront", () => buildStorefront(log("storefront-build"))),
    step("Starting the sandbox gateway", async () => {
      running.sandbox = watched(await startSandboxProcess(ports.sandbox, log("sandbox")))
    }),
  ])
  const ids = await readStoreIds(databaseUrl)
  await step("Starting Medusa", async () => {
    running.store = watched(startBuiltStore("Medusa", ports.backend, { logFile: log("medusa"), env }))
    await untilAnswers(`${addresses.backend}/health`, running.store)
  })
  running.storefront = await serveStorefront(ports.storefront, {
    backend: addresses.backend,
    publishable_key: ids.publishableKey,
    region_id: ids.regionId,
    sandbox: addresses.sandbox,
  })
  await tell(addresses, ids)
}

async function startDatabase(): Promise<string> {
  const directory = path.join(paths.demoData, "postgres")
  running.postgres = await startPostgres({ directory, logFile: log("postgres") })
  const { dataDirectory } = running.postgres
  if (dataDirectory !== directory) say(`Only root may enter this folder, PostgreSQL may not: its data is kept in ${dataDirectory}`)
  return siblingUrl(running.postgres.url, "fatura_demo")
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

async function tell(addresses: Addresses, { publishableKey, regionId }: StoreIds): Promise<void> {
  const info = { ...addresses, publishable_key: publishableKey, region_id: regionId, admin: adminLogin }
  await writeFile(infoFile, `${JSON.stringify(info, null, 2)}\n`)
  say("Ready.")
  console.log(`
  Storefront       ${addresses.storefront}
  Admin            ${addresses.backend}/app   ${adminLogin.email} / ${adminLogin.password}
  Sandbox gateway  ${addresses.sandbox}/_sandbox
  Store API        ${addresses.backend}/store   x-publishable-api-key: ${publishableKey}
  Customer         ${customerLogin.email} / ${customerLogin.password}   coupon ${promotionCode}

  Logs in ${path.relative(process.cwd(), logFolder)}; addresses for scripts in ${path.relative(process.cwd(), infoFile)}. Ctrl-C ends everything.
`)
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
    await running.sandbox?.stop()
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
