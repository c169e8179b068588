import { accessSync, constants } from "node:fs"
import { mkdir, readFile, writeFile } from "node:fs/promises"
import path from "node:path"
import { Redis as Client } from "ioredis"
import { CommandFailed, startNode, type Child } from "./child"
import { paths } from "./paths"
import { freePort, isPortFree } from "./ports"

export type RedisOptions = {
  /** Where its data is kept; made when it does not exist. */
  directory: string
  logFile: string
  /** Default: any free port. Give the port of an earlier start to start that server again. */
  port?: number
}

export type Redis = {
  /** `redis://127.0.0.1:<port>` */
  url: string
  port: number
  /** Ends it in good order and waits until it is gone. */
  stop(): Promise<void>
  /** Ends it at once, as a power cut of its machine would. */
  kill(): void
  /** Resolves when the server is gone, for whatever reason. */
  exited: Promise<void>
}

const startLimitMs = 20_000
const noServer =
  "redis-server was not found. Install it (Debian: apt-get install redis-server; macOS: brew install redis), or set REDIS_URL to a Redis that runs."

/**
 * Starts Debian's redis-server for this machine only, with everything it is told kept on disk: the same
 * directory started again knows what the last one knew. A server that an earlier run left behind on the
 * directory is ended first, unless the process that it was started for is still there.
 * @throws when there is no redis-server, with what to install, when the directory is in use, and when it does not come up
 */
export async function startRedis(options: RedisOptions): Promise<Redis> {
  const binary = findOnPath("redis-server")
  if (!binary) throw new Error(noServer)
  await mkdir(options.directory, { recursive: true })
  await endLeftover(options.directory)
  const port = options.port ?? (await freePort())
  await untilFree(port)
  const keeper = startNode([path.join(paths.lib, "redis-keeper.mjs"), JSON.stringify({ binary, flags: flagsOf(options.directory, port) })], {
    name: "Redis",
    cwd: paths.root,
    logFile: options.logFile,
  })
  await untilReady(port, keeper)
  await writeFile(claimFile(options.directory), JSON.stringify({ port, owner: process.pid } satisfies Claim))
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    stop: async () => {
      if (keeper.process.connected) keeper.process.send("stop")
      await keeper.exited
    },
    kill: () => keeper.kill("SIGKILL"),
    exited: keeper.exited.then(() => undefined),
  }
}

function flagsOf(directory: string, port: number): string[] {
  return [
    ["--port", String(port)],
    ["--bind", "127.0.0.1"],
    ["--dir", directory],
    // Every command is in the file once it is answered (written at once, flushed every second): killing the process loses nothing.
    ["--appendonly", "yes"],
    ["--save", ""],
    // Queues of jobs must not lose entries when memory is short (BullMQ's advice).
    ["--maxmemory-policy", "noeviction"],
    ["--daemonize", "no"],
  ].flat()
}

function findOnPath(command: string): string | undefined {
  const candidates = (process.env.PATH ?? "").split(path.delimiter).filter(Boolean).map((folder) => path.join(folder, command))
  return candidates.find((file) => {
    try {
      accessSync(file, constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

/** Where the directory's server was started last, and for which process. */
type Claim = { port: number; owner: number }

const claimFile = (directory: string): string => path.join(directory, "server.json")

/** Two servers on one directory would spoil each other's file: what still serves it (its keeper was killed) is ended. */
async function endLeftover(directory: string): Promise<void> {
  const kept = await readFile(claimFile(directory), "utf8").catch(() => undefined)
  if (!kept) return
  const { port, owner } = JSON.parse(kept) as Claim
  if (await isPortFree(port)) return
  const client = new Client({ port, host: "127.0.0.1", lazyConnect: true, retryStrategy: null, connectTimeout: 1_000 })
  client.on("error", () => undefined)
  try {
    const served = await client.config("GET", "dir").then((answer) => (answer as string[])[1], () => undefined)
    // Else something that is not ours listens there now.
    if (served !== directory) return
    if (owner !== process.pid && isAlive(owner)) throw new Error(`Redis: ${directory} is in use by process ${owner}`)
    await client.shutdown("SAVE").catch(() => undefined)
  } finally {
    client.disconnect()
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"
  }
}

async function untilFree(port: number): Promise<void> {
  for (let turn = 0; turn < 50; turn++) {
    if (await isPortFree(port)) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`Redis: port ${port} is taken`)
}

/** Answers once the data is loaded. */
async function untilReady(port: number, keeper: Child): Promise<void> {
  const client = new Client({ port, host: "127.0.0.1", maxRetriesPerRequest: null, retryStrategy: () => 50 })
  client.on("error", () => undefined)
  let timer: NodeJS.Timeout | undefined
  const failed = keeper.exited.then((exit) => Promise.reject(new CommandFailed(keeper, exit)))
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Redis did not answer within ${startLimitMs / 1000} s; log: ${keeper.logFile}`)), startLimitMs)
  })
  try {
    await Promise.race([client.ping(), failed, late])
  } catch (error) {
    await keeper.stop()
    throw error
  } finally {
    clearTimeout(timer)
    client.disconnect()
    failed.catch(() => undefined)
  }
}
