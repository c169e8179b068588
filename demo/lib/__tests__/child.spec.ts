import { spawn } from "node:child_process"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import path from "node:path"
import { runNode, startNode } from "../child"
import { paths } from "../paths"

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 200; turn++) {
    if (await condition()) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error("did not happen within 10 s")
}

describe("child processes", () => {
  let folder: string
  const options = (name = "A command") => ({ name, cwd: folder, logFile: path.join(folder, "child.log") })

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "child-"))
  })
  afterEach(() => rm(folder, { recursive: true }))

  it("writes output to the log and says in one line how a command failed", async () => {
    const failing = runNode(["-e", "console.log('why it failed'); process.exit(3)"], options())
    await expect(failing).rejects.toThrow(/^A command ended with code 3; log: .*child\.log$/)
    await until(async () => (await readFile(path.join(folder, "child.log"), "utf8")) === "why it failed\n")
  })

  it("ends a command that finished, though the channel to its parent is open", async () => {
    await runNode(["-e", "1"], options())
  })

  it("keeps the caller's credentials and NODE_ENV away from the child", async () => {
    process.env.FATURA_TOKEN = "from-the-shell"
    let output = ""
    const script = "console.log(JSON.stringify([process.env.FATURA_TOKEN, process.env.NODE_ENV, process.env.OWN]))"
    await runNode(["-e", script], { ...options(), env: { OWN: "given" }, onOutput: (text) => (output += text) })
    delete process.env.FATURA_TOKEN
    expect(JSON.parse(output)).toEqual([null, null, "given"])
  })

  it("stops a process that ignores SIGTERM, after the grace", async () => {
    const child = startNode(["-e", "process.on('SIGTERM', () => {}); console.log('up'); setInterval(() => {}, 1000)"], options())
    await new Promise((resolve) => child.process.stdout!.once("data", resolve))
    await child.stop(200)
    expect(isAlive(child.pid)).toBe(false)
    expect((await child.exited).signal).toBe("SIGKILL")
  })

  it("leaves no orphan when the parent is killed outright", async () => {
    const parentScript = path.join(folder, "parent.js")
    await writeFile(
      parentScript,
      `require(${JSON.stringify(path.join(paths.lib, "typescript.js"))})
       const { startNode } = require(${JSON.stringify(path.join(paths.lib, "child.ts"))})
       const child = startNode(["-e", "setInterval(() => {}, 1000)"], { name: "x", cwd: ".", logFile: ${JSON.stringify(path.join(folder, "x.log"))} })
       console.log(child.pid)`,
    )
    const parent = spawn(process.execPath, [parentScript], { stdio: ["ignore", "pipe", "inherit"] })
    const childPid = Number(await new Promise<Buffer>((resolve) => parent.stdout.once("data", resolve)))
    expect(isAlive(childPid)).toBe(true)
    parent.kill("SIGKILL")
    await until(() => !isAlive(childPid))
  })
})
