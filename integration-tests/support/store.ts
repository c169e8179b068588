import path from "node:path"
import { dropDatabase } from "../../demo/lib/database"
import { untilAnswers } from "../../demo/lib/health"
import { freePort } from "../../demo/lib/ports"
import { readStoreIds } from "../../demo/lib/store-database"
import { buildStore, startBuiltStore, startStoreFromSource } from "../../demo/lib/store"
import type { Child } from "../../demo/lib/child"
import { adminLogin } from "../../demo/store/src/seed/constants"
import { logFolder, noGateway, testSecrets, testServer } from "./environment"
import { httpClient } from "./http"
import { cloneTemplate } from "./template"

export type StoreOptions = {
  /** Address of the stand-in gateway; without one the store talks to a port where nobody listens. */
  sandboxUrl?: string
  /** Options of the plugin beyond credentials and addresses, as in medusa-config. */
  pluginOptions?: Record<string, unknown>
  /** More variables for the process; `undefined` removes one. */
  env?: Record<string, string | undefined>
  port?: number
  /** Join the database of another store instead of cloning the template: a second process of the same shop. */
  databaseUrl?: string
  workerMode?: "shared" | "server" | "worker"
  /** The built store with its admin pages, as people have it; without, the sources and no pages. */
  withAdmin?: boolean
}

export type Store = {
  url: string
  port: number
  /** Of the running process. @throws when it was ended */
  pid(): number
  publishableKey: string
  regionId: string
  databaseUrl: string
  /** Bearer token of the seeded admin, asked for once. */
  adminToken(): Promise<string>
  /** All that the process printed, over every restart. */
  logs(): string
  logFile: string
  /** Whether the process is there: it may have ended by itself. */
  isRunning(): boolean
  /** Ends the process group at once, as a crash would, and waits until it is gone. Default SIGKILL. */
  kill(signal?: NodeJS.Signals): Promise<void>
  /** Starts again on the same port and database; ends the running process first (SIGTERM) when there is one. */
  restart(env?: Record<string, string | undefined>): Promise<void>
  /** Ends the process and removes the database unless it belongs to another store. */
  close(): Promise<void>
}

let started = 0

/** A real Medusa with the plugin, in a process of its own, on a database of its own. */
export async function startStore(options: StoreOptions = {}): Promise<Store> {
  const databaseUrl = options.databaseUrl ?? (await cloneTemplate(testServer()))
  const port = options.port ?? (await freePort())
  const url = `http://127.0.0.1:${port}`
  const logFile = path.join(logFolder, `store-${process.env.JEST_WORKER_ID ?? "0"}-${++started}.log`)
  const output: string[] = []
  let child: Child | undefined
  let extra = options.env

  if (options.withAdmin) await buildStore({ logFile: path.join(logFolder, "store-build.log"), env: storeEnvironment(options, url, databaseUrl) })

  const boot = async (): Promise<void> => {
    const booting = (options.withAdmin ? startBuiltStore : startStoreFromSource)("The store", port, {
      logFile,
      onOutput: (text) => output.push(text),
      env: { ...storeEnvironment(options, url, databaseUrl), ...extra },
    })
    child = booting
    void booting.exited.then(() => {
      if (child === booting) child = undefined
    })
    await untilAnswers(`${url}/health`, booting)
  }
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const current = child
    child = undefined
    if (!current) return
    if (signal === "SIGTERM") return current.stop()
    current.kill(signal)
    await current.exited
  }
  await boot()
  const ids = await readStoreIds(databaseUrl)
  let token: Promise<string> | undefined
  return {
    url,
    port,
    pid: () => {
      if (!child) throw new Error("the store does not run")
      return child.pid
    },
    ...ids,
    databaseUrl,
    adminToken: () => (token ??= adminToken(url)),
    logs: () => output.join(""),
    logFile,
    isRunning: () => child !== undefined,
    kill: (signal = "SIGKILL") => end(signal),
    restart: async (env) => {
      await end("SIGTERM")
      if (env) extra = { ...extra, ...env }
      await boot()
    },
    close: async () => {
      await end("SIGTERM")
      if (!options.databaseUrl) await dropDatabase(databaseUrl)
    },
  }
}

/** What the process of a store is started with. */
export function storeEnvironment(options: StoreOptions, url: string, databaseUrl: string): Record<string, string | undefined> {
  return {
    ...testSecrets,
    DATABASE_URL: databaseUrl,
    REDIS_URL: undefined,
    MEDUSA_WORKER_MODE: options.workerMode ?? "shared",
    STORE_PLUGIN_OPTIONS: JSON.stringify(options.pluginOptions ?? {}),
    FATURA_BASE_URL: options.sandboxUrl ?? noGateway,
    FATURA_BACKEND_URL: url,
    FATURA_STOREFRONT_URL: "http://localhost:8000",
  }
}

async function adminToken(url: string): Promise<string> {
  const { token } = await httpClient(url).post<{ token: string }>("/auth/user/emailpass", adminLogin)
  return token
}
