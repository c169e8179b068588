import { spawn, type ChildProcess } from "node:child_process"
import { createWriteStream, mkdirSync } from "node:fs"
import path from "node:path"
import { withoutTelemetry } from "./no-telemetry"
import { paths } from "./paths"

export type ChildOptions = {
  /** Shown in messages, and the name of the log file. */
  name: string
  cwd: string
  env?: Record<string, string | undefined>
  logFile: string
  /** Also called with every piece of output. */
  onOutput?: (text: string) => void
}

export type Exit = { code: number | null; signal: NodeJS.Signals | null }

export type Child = {
  name: string
  pid: number
  logFile: string
  exited: Promise<Exit>
  /** Sends the signal to the process and to all that it started. */
  kill(signal: NodeJS.Signals): void
  /** SIGTERM, after `graceMs` SIGKILL; resolves when the process is gone. */
  stop(graceMs?: number): Promise<void>
  process: ChildProcess
}

/** A command that ended badly; the message is one line for people. */
export class CommandFailed extends Error {
  constructor(child: Pick<Child, "name" | "logFile">, exit: Exit) {
    const how = exit.code === null ? `was ended by ${exit.signal}` : `ended with code ${exit.code}`
    super(`${child.name} ${how}; log: ${path.relative(paths.root, child.logFile)}`)
  }
}

const running = new Set<Child>()
const preload = path.join(paths.lib, "end-with-parent.js")

/**
 * Starts a Node process in a process group of its own: Ctrl-C in the terminal reaches this process alone,
 * which then ends its children in a sensible order. Should this one be killed, they end by themselves.
 */
export function startNode(args: string[], options: ChildOptions): Child {
  mkdirSync(path.dirname(options.logFile), { recursive: true })
  const log = createWriteStream(options.logFile, { flags: "a" })
  const childProcess = spawn(process.execPath, ["--require", preload, ...args], {
    cwd: options.cwd,
    env: childEnvironment(options.env),
    detached: true,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  })
  for (const stream of [childProcess.stdout!, childProcess.stderr!]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      log.write(text)
      options.onOutput?.(text)
    })
  }
  const exited = new Promise<Exit>((resolve) => {
    childProcess.once("error", (error) => {
      log.write(`${error.message}\n`)
      resolve({ code: 1, signal: null })
    })
    childProcess.once("close", (code, signal) => resolve({ code, signal }))
  })
  const kill = (signal: NodeJS.Signals) => signalGroup(childProcess.pid, signal)
  const child: Child = {
    name: options.name,
    pid: childProcess.pid ?? 0,
    logFile: options.logFile,
    exited,
    kill,
    stop: async (graceMs = 8_000) => {
      kill("SIGTERM")
      const timer = setTimeout(() => kill("SIGKILL"), graceMs)
      await exited
      clearTimeout(timer)
    },
    process: childProcess,
  }
  running.add(child)
  void exited.then(() => {
    running.delete(child)
    log.end()
  })
  return child
}

/** Runs a command to its end; rejects with {@link CommandFailed} unless it ended with code 0. */
export async function runNode(args: string[], options: ChildOptions): Promise<void> {
  const child = startNode(args, options)
  const exit = await child.exited
  if (exit.code !== 0) throw new CommandFailed(child, exit)
}

/** Whatever is still running, for the last moment of a process. */
export function killAllChildren(): void {
  for (const child of running) child.kill("SIGKILL")
}

function signalGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    process.kill(process.platform === "win32" ? pid : -pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error
  }
}

/** The caller's environment without what would change the store behind our back (jest sets NODE_ENV, for one). */
function childEnvironment(own: ChildOptions["env"]): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([key]) => !/^(FATURA_|STORE_|MEDUSA_|NODE_ENV$|NODE_OPTIONS$|JEST_)/.test(key))
  return { ...Object.fromEntries(inherited), ...withoutTelemetry(), ...own }
}
