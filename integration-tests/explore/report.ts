import { mkdirSync, writeFileSync } from "node:fs"
import path from "node:path"
import { paths } from "../../demo/lib/paths"
import { RULES } from "./audit/finding"
import type { ExploreResult, FoundStory } from "./explore"

/** A finding as people read it: what is wrong, what led to it, and how to see it again. */
export function storyOf({ name, told, found, shortened }: FoundStory): string {
  return [
    "",
    ...found.map(({ rule, words }) => `${rule} (${RULES[rule]}): ${words}`),
    ...told.map((line, index) => `  ${index + 1}. ${line}`),
    `  again: npm run explore -- --replay ${name}   (after ${shortened} shorter ones were tried)`,
  ].join("\n")
}

export function summaryOf({ options, stories, found, repeated, seconds, moves }: ExploreResult): string {
  const total = Object.values(moves).reduce((sum, count) => sum + count, 0)
  return `\nseed ${options.seed}: ${stories} stories of ${total} moves in ${seconds} s; ${found.length} findings, met again ${repeated} times`
}

/** @returns the file's path from the repository's folder */
export function writeFindings(result: ExploreResult): string {
  const file = path.join(paths.testData, `explore-seed-${result.options.seed}.txt`)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, `${result.found.map(storyOf).join("\n")}\n${summaryOf(result)}\n`)
  return path.relative(paths.root, file)
}
