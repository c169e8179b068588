import { CommandFailed, type Child } from "./child"
import { startBalancer, type Balancer } from "./balancer"
import { untilAnswers } from "./health"
import { freePort } from "./ports"
import { say } from "./progress"
import { startBuiltStore } from "./store"

export type ClusterOptions = {
  /** The one address of the servers. */
  port: number
  logFile: (name: string) => string
  env: Record<string, string>
  /** Called with each change of the processes' ids, also the first. */
  onChange: (info: ClusterInfo) => Promise<void> | void
  /** A process could not be started again. */
  onFailure: (error: Error) => void
}

/** What scripts get to know: where the processes are, and whom to kill. */
export type ClusterInfo = { servers: string[]; server_pids: number[]; worker: string; worker_pid: number }

export type Cluster = {
  /** Ends the address first and then the processes, all at once. */
  stop(): Promise<void>
}

type Member = { title: string; role: "server" | "worker"; port: number; child: Child | undefined }

/** Starts that may fail one after the other before it is given up. */
const MAX_FAILED_STARTS = 3
const PAUSE_MS = 1_000

/**
 * Two servers, which only answer requests, and one worker, which alone runs jobs and subscribers, behind one
 * address. One that dies is started again on its port.
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const members: Member[] = []
  for (const [title, role] of [["Server 1", "server"], ["Server 2", "server"], ["Worker", "worker"]] as const) {
    members.push({ title, role, port: await freePort(), child: undefined })
  }
  let ending = false
  const tell = () => options.onChange(infoOf(members))
  const boot = async (member: Member): Promise<Child> => {
    const name = member.title.toLowerCase().replace(" ", "-")
    const child = startBuiltStore(member.title, member.port, {
      logFile: options.logFile(name),
      env: { ...options.env, MEDUSA_WORKER_MODE: member.role, ...(member.role === "worker" && { STORE_WITHOUT_ADMIN: "true" }) },
    })
    member.child = child
    await untilAnswers(`${urlOf(member)}/health`, child)
    return child
  }
  const keep = (member: Member, child: Child): void => {
    void child.exited.then(async (exit) => {
      if (ending) return
      say(`${new CommandFailed(child, exit).message}. Starting it again ...`)
      const again = await restart(member).catch((error: Error) => void (ending || options.onFailure(error)))
      if (!again || ending) return
      await tell()
      keep(member, again)
    })
  }
  const restart = async (member: Member): Promise<Child> => {
    const from = performance.now()
    for (let failed = 0; ; ) {
      try {
        const child = await boot(member)
        say(`${member.title} is back after ${((performance.now() - from) / 1_000).toFixed(1)} s`)
        return child
      } catch (error) {
        if (ending || ++failed === MAX_FAILED_STARTS) throw error
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
      }
    }
  }
  let balancer: Balancer | undefined
  const stop = async (): Promise<void> => {
    ending = true
    balancer?.close()
    await Promise.all(members.flatMap(({ child }) => (child ? [child.stop()] : [])))
  }
  try {
    const started = await Promise.all(members.map(boot))
    balancer = await startBalancer(options.port, members.filter(({ role }) => role === "server").map(urlOf))
    members.forEach((member, index) => keep(member, started[index]!))
    await tell()
  } catch (error) {
    await stop()
    throw error
  }
  return { stop }
}

const urlOf = ({ port }: Member): string => `http://127.0.0.1:${port}`

function infoOf(members: Member[]): ClusterInfo {
  const servers = members.filter(({ role }) => role === "server")
  const worker = members.find(({ role }) => role === "worker")!
  return {
    servers: servers.map(urlOf),
    server_pids: servers.map(({ child }) => child!.pid),
    worker: urlOf(worker),
    worker_pid: worker.child!.pid,
  }
}
