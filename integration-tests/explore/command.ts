import { killAllChildren } from "../../demo/lib/child"
import { explore } from "./explore"
import { readOptions } from "./options"
import { storyOf, summaryOf, writeFindings } from "./report"

/** The command: exit code 1 when a story has a finding. */
export async function main(argv: string[]): Promise<void> {
  try {
    const options = readOptions(argv)
    const result = await explore(options, (line) => console.log(line))
    for (const found of result.found) console.log(storyOf(found))
    console.log(summaryOf(result))
    if (result.found.length) console.log(`the findings are in ${writeFindings(result)}`)
    process.exitCode = result.found.length ? 1 : 0
  } catch (error) {
    console.error(error instanceof Error ? error.stack : String(error))
    process.exitCode = 1
  } finally {
    killAllChildren()
    process.exit()
  }
}
