import path from "node:path"
import { killAllChildren } from "../../demo/lib/child"
import { paths } from "../../demo/lib/paths"
import { runChaos } from "./chaos"
import { readOptions } from "./options"
import { headOf, tableOf, writeStories } from "./report"

/** The command: exit code 1 when the books don't agree. */
export async function main(argv: string[]): Promise<void> {
  try {
    const options = readOptions(argv)
    const result = await runChaos(options, (line) => console.log(line))
    console.log(tableOf(result))
    for (const found of result.findings) console.log(headOf(found))
    console.log(`what happened: ${path.relative(paths.root, writeStories(result))}`)
    process.exitCode = result.findings.length ? 1 : 0
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  } finally {
    killAllChildren()
  }
}
