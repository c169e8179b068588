import path from "node:path"
import { startNode, type Child } from "./child"
import { untilAnswers } from "./health"
import { paths } from "./paths"

/** The plugin's own `sandbox` command in a process of its own. Resolves when it answers. */
export async function startSandboxProcess(port: number, logFile: string): Promise<Child> {
  const child = startNode([path.join(paths.pluginOutput, "src/cli/index.js"), "sandbox", "--port", String(port)], {
    name: "The sandbox gateway",
    cwd: paths.root,
    logFile,
  })
  await untilAnswers(`http://127.0.0.1:${port}/_sandbox/clock`, child)
  return child
}
