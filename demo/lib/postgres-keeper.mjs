/**
 * Runs one embedded PostgreSQL for the process that forked this one: `{ directory, port, owner, flags }` comes
 * as the first argument (JSON), `{ ready: url }` or `{ failed: text }` goes back. It ends the database when
 * told ("stop", or "crash" for PostgreSQL's immediate mode), and when the parent is gone. It has a session of its own (detached), so that Ctrl-C in a
 * terminal does not take the database away from a store that still shuts down.
 */
import { existsSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { claimDirectory } from "./postgres-leftover.mjs"
import { usablePlace } from "./postgres-place.mjs"

const { directory, port, owner, flags = [] } = JSON.parse(process.argv[2])
const user = "postgres"
const password = "postgres"
const log = (line) => process.stdout.write(`${String(line).trimEnd()}\n`)

let server
let stopping

async function start() {
  const place = await usablePlace(directory)
  await claimDirectory(place.dataDirectory, owner, { user, password })
  const { default: EmbeddedPostgres } = await import(place.packageEntry)
  server = new EmbeddedPostgres({
    databaseDir: place.dataDirectory,
    port,
    user,
    password,
    persistent: true,
    createPostgresUser: place.isRoot,
    initdbFlags: ["--encoding=UTF8", "--locale=C"],
    postgresFlags: flags,
    onLog: log,
    onError: log,
  })
  if (!existsSync(`${place.dataDirectory}/PG_VERSION`)) await server.initialise()
  await server.start()
  return { ready: `postgres://${user}:${password}@localhost:${port}`, dataDirectory: place.dataDirectory }
}

function stop() {
  stopping ??= (server ? server.stop() : Promise.resolve()).catch(log).then(() => process.exit(0))
}

/** SIGQUIT is the immediate mode: no checkpoint, recovery at the next start. */
async function crash() {
  const [pid] = (await readFile(`${server.options.databaseDir}/postmaster.pid`, "utf8")).split("\n")
  server.process.once("exit", () => process.exit(0))
  process.kill(Number(pid), "SIGQUIT")
}

const orders = { stop, crash }
process.on("message", (message) => orders[message]?.())
process.on("disconnect", stop)
process.on("SIGTERM", stop)

start().then(
  (answer) => process.send?.(answer),
  (error) => {
    const text = error instanceof Error ? error.message : "PostgreSQL ended at once; its log tells why"
    process.send?.({ failed: text }, () => process.exit(1))
  },
)
