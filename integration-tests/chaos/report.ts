import { mkdirSync, writeFileSync } from "node:fs"
import path from "node:path"
import { paths } from "../../demo/lib/paths"
import type { ChaosResult } from "./chaos"
import { RULES, RULE_WORDS } from "./audit/finding"
import { storyOf } from "./audit/story-of"

/** What happened, and what the auditor found, as a table. */
export function tableOf(result: ChaosResult): string {
  const { options, diary, faults, findings, books, seconds } = result
  const problems = counted(books.ledger.problems.filter(({ resolved_at }) => resolved_at === null).map(({ kind }) => kind))
  const width = Math.max(...RULES.map((rule) => rule.length))
  return [
    "",
    `seed ${options.seed}${options.cluster ? ", cluster" : ""}: ${line(diary.counts)}`,
    `killed ${result.kills} times, ended by itself ${result.fellBySelf} times; ${seconds.chaos} s of chaos, ${seconds.quiet} s until quiet, ${seconds.all} s in all`,
    `gateway: ${books.gateway.invoices.length} invoices, ${books.gateway.requests.length} calls, ${books.gateway.notices.length} notices`,
    `faults of calls:   ${line(hitsOf(faults, "call"))}`,
    `faults of notices: ${line(hitsOf(faults, "notice"))}`,
    `open problems: ${line(problems) || "none"}`,
    "",
    ...RULES.map((rule) => `${rule.padEnd(width)} ${String(findings.filter((one) => one.rule === rule).length).padStart(4)}  ${RULE_WORDS[rule]}`),
    "",
  ].join("\n")
}

/** The stories of all findings, and after them everything that people did, in a file, since they are long. @returns its path */
export function writeStories(result: ChaosResult): string {
  const file = path.join(paths.testData, `chaos-seed-${result.options.seed}${result.options.cluster ? "-cluster" : ""}.txt`)
  mkdirSync(path.dirname(file), { recursive: true })
  const stories = result.findings.flatMap((found) => [headOf(found), ...storyOf(found, result.books, result.diary).map((words) => `    ${words}`), ""])
  const diary = result.diary.entries.map(({ at, story, actor, words }) => `${at.toISOString().slice(11, 23)} ${story ?? "-"} ${actor}: ${words}`)
  writeFileSync(file, [...stories, ...diary, ""].join("\n"))
  return file
}

export function headOf({ rule, words, invoiceId, orderId }: ChaosResult["findings"][number]): string {
  return `${rule}: ${words} [invoice ${invoiceId ?? "-"}, order ${orderId ?? "-"}]`
}

function hitsOf(faults: ChaosResult["faults"], target: "call" | "notice"): Record<string, number> {
  return Object.fromEntries(faults.filter((fault) => fault.target === target).map(({ kind, hits }) => [kind, hits]))
}

function counted(names: string[]): Record<string, number> {
  return names.reduce<Record<string, number>>((counts, name) => ({ ...counts, [name]: (counts[name] ?? 0) + 1 }), {})
}

const line = (counts: Record<string, number>): string => Object.entries(counts).map(([name, count]) => `${name} ${count}`).join(", ")
