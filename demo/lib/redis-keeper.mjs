/**
 * Runs one redis-server for the process that forked this one: `{ binary, flags }` comes as the first argument
 * (JSON). It ends the server when told ("stop"), and when the parent is gone; the server's own end is this one's.
 * Both are in one process group, so that a signal to the group reaches both.
 */
import { spawn } from "node:child_process"

const { binary, flags } = JSON.parse(process.argv[2])
const server = spawn(binary, flags, { stdio: ["ignore", "inherit", "inherit"] })
const stop = () => server.kill("SIGTERM")

process.on("message", (message) => message === "stop" && stop())
process.on("disconnect", stop)
process.on("SIGTERM", stop)

server.once("error", (error) => {
  console.error(error.message)
  process.exit(1)
})
server.once("exit", (code) => process.exit(code ?? 1))
