import path from "node:path"
import { startNode, type Child } from "./child"
import { siblingUrl } from "./database"
import { paths } from "./paths"
import { freePort } from "./ports"

export type Postgres = {
  /** The server's maintenance database; see `siblingUrl` for others. */
  url: string
  /** Where the data really is; differs from what was asked when root owns a folder that nobody else may enter. */
  dataDirectory: string
  stop(): Promise<void>
  /** Ends the server at once (PostgreSQL's immediate mode): what was not committed is gone, as after a crash. */
  crash(): Promise<void>
}

type KeeperMessage = { ready: string; dataDirectory: string } | { failed: string }

/**
 * Starts PostgreSQL on a folder, which is initialised at the first time. A server that an earlier run left
 * behind on the same folder is ended first. Rejects with one line when PostgreSQL does not come up, or
 * when the folder is in use by another process that is still there.
 * @param options.port any free one by default
 */
export async function startPostgres(options: { directory: string; logFile: string; flags?: string[]; port?: number }): Promise<Postgres> {
  const port = options.port ?? (await freePort())
  const settings = JSON.stringify({ directory: options.directory, port, owner: process.pid, flags: options.flags ?? [] })
  const keeper = startNode([path.join(paths.lib, "postgres-keeper.mjs"), settings], {
    name: "PostgreSQL",
    cwd: paths.root,
    logFile: options.logFile,
  })
  const answer = await firstMessage(keeper)
  if ("failed" in answer) {
    throw new Error(`PostgreSQL: ${answer.failed}; log: ${path.relative(paths.root, options.logFile)}`)
  }
  const end = async (how: "stop" | "crash"): Promise<void> => {
    if (keeper.process.connected) keeper.process.send(how)
    await keeper.exited
  }
  return {
    url: siblingUrl(answer.ready, "postgres"),
    dataDirectory: answer.dataDirectory,
    stop: () => end("stop"),
    crash: () => end("crash"),
  }
}

function firstMessage(keeper: Child): Promise<KeeperMessage> {
  return new Promise((resolve) => {
    keeper.process.once("message", (message) => resolve(message as KeeperMessage))
    void keeper.exited.then(() => resolve({ failed: "ended before it was ready" }))
  })
}
