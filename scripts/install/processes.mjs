/** Commands and servers that the installation test starts, and how all of them end. */
import { fork, spawn } from "node:child_process"
import { createWriteStream } from "node:fs"
import { randomInt } from "node:crypto"
import net from "node:net"
import path from "node:path"
import { fileURLToPath } from "node:url"

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..")

const running = new Set()

/** The caller's environment without what would change the store behind its configuration's back. */
function cleanEnvironment(own) {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(FATURA_|MEDUSA_|NODE_ENV$|NODE_OPTIONS$|npm_|DATABASE_URL$|REDIS_URL$)/i.test(name) || /^npm_config_(registry|cache)$/i.test(name))
  return { ...Object.fromEntries(inherited), MEDUSA_DISABLE_TELEMETRY: "true", CI: "true", ...own }
}

/**
 * Starts a command in a process group of its own.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string, log: string, env?: Record<string, string> }} options
 */
export function start(command, args, { cwd, log, env }) {
  const file = createWriteStream(log, { flags: "a" })
  const child = spawn(command, args, { cwd, env: cleanEnvironment(env), detached: true, stdio: ["ignore", "pipe", "pipe"] })
  let output = ""
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      file.write(text)
      output += text
    })
  }
  const ended = new Promise((resolve) => {
    child.once("error", (error) => resolve(error.message))
    child.once("close", (code, signal) => resolve(code === 0 ? null : `ended with ${signal ?? `code ${code}`}`))
  })
  const started = { name: [command, ...args].join(" "), child, ended, tail: () => output.trimEnd().split("\n").slice(-25).join("\n"), output: () => output }
  running.add(started)
  void ended.then(() => {
    running.delete(started)
    file.end()
  })
  return started
}

/** Runs a command to its end. @returns what it printed */
export async function run(command, args, options) {
  const started = start(command, args, options)
  const fault = await started.ended
  if (fault) {
    throw new Error(`"${started.name}" ${fault}:\n${started.tail()}`)
  }
  return started.output()
}

/** Waits until a server of ours answers with 2xx. */
export async function untilAnswers(url, server, limitMs = 120_000) {
  let fault
  void server.ended.then((why) => (fault = why ?? "ended"))
  for (const limit = Date.now() + limitMs; Date.now() < limit; ) {
    if (fault) {
      throw new Error(`"${server.name}" ${fault}:\n${server.tail()}`)
    }
    if (await fetch(url).then((answer) => answer.ok, () => false)) {
      return
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error(`"${server.name}" did not answer at ${url} within ${limitMs / 1000} s:\n${server.tail()}`)
}

/** Ends a server, kindly at first. */
export async function stop(server) {
  signal(server, "SIGTERM")
  const timer = setTimeout(() => signal(server, "SIGKILL"), 8_000)
  await server.ended
  clearTimeout(timer)
}

export async function stopAll() {
  await Promise.all([...running].map(stop))
}

export function killAll() {
  for (const server of running) {
    signal(server, "SIGKILL")
  }
}

function signal(server, name) {
  try {
    process.kill(-server.child.pid, name)
  } catch (error) {
    if (error.code !== "ESRCH") {
      throw error
    }
  }
}

/** The embedded PostgreSQL of this repository on an own folder; it also ends when this process does. */
export function startPostgres(directory, port) {
  const settings = { directory, port, owner: process.pid, flags: ["-c", "fsync=off"] }
  const keeper = fork(path.join(root, "demo/lib/postgres-keeper.mjs"), [JSON.stringify(settings)], { stdio: "ignore", detached: true })
  const exited = new Promise((resolve) => keeper.once("exit", resolve))
  return new Promise((resolve, reject) => {
    keeper.once("message", ({ ready, failed, dataDirectory }) => {
      if (failed) {
        reject(new Error(`PostgreSQL: ${failed}`))
        return
      }
      const end = async () => {
        if (keeper.connected) {
          keeper.send("stop")
        }
        await exited
      }
      resolve({ url: ready, dataDirectory, stop: end })
    })
    void exited.then(() => reject(new Error("PostgreSQL ended before it was ready")))
  })
}

/** A port that nothing listens on now, below those that systems give to outgoing connections. */
export function freePort() {
  return new Promise((resolve) => {
    const server = net.createServer()
    const port = 30_000 + randomInt(2_000)
    server.once("error", () => resolve(freePort()))
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(port)))
  })
}
