import { existsSync, readFileSync } from "node:fs"
import path from "node:path"

const root = path.resolve(__dirname, "../../../..")
const rows = readFileSync(path.join(root, "docs/security.md"), "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| "))
  .map((line) => line.split(" | ").map((cell) => cell.replace(/^\| | \|$/g, "")))
const attacks = rows.slice(1, rows.findIndex(([first]) => first === "your store"))

/** Where a test of this name may stand: beside what it tries, or among the suites that start a store. */
function filesOf(name: string): string[] {
  const [folder, base] = [path.dirname(name), path.basename(name)]
  return [`src/${folder}/__tests__/${base}.spec.ts`, `src/${folder}/__tests__/${base}.module.spec.ts`, `integration-tests/${name}.spec.ts`]
}

it("names of every attack what stops it, and tests that there are", () => {
  expect(attacks.length).toBeGreaterThan(25)
  for (const [attack, stop, tests] of attacks) {
    const named = [...(tests ?? "").matchAll(/`([^`]+)`/g)].map((match) => match[1]!)
    const missing = named.filter((name) => name !== ".ci/run" && !filesOf(name).some((file) => existsSync(path.join(root, file))))
    expect([attack, stop!.length > 0, named.length > 0, missing]).toEqual([attack, true, true, []])
  }
})
