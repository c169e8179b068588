import path from "node:path"
import { CommandFailed, startNode, type Child } from "./child"
import { paths } from "./paths"

/** The stand-in gateway, from the plugin's build, in a process of its own. Resolves when it listens. */
export async function startSandboxProcess(port: number, logFile: string): Promise<Child> {
  const child = startNode([path.join(paths.lib, "sandbox-process.js"), String(port)], {
    name: "The sandbox gateway",
    cwd: paths.root,
    logFile,
  })
  const listening = new Promise<void>((resolve) => child.process.once("message", () => resolve()))
  const ended = child.exited.then((exit) => {
    throw new CommandFailed(child, exit)
  })
  await Promise.race([listening, ended])
  return child
}
