/**
 * `npm test`: every kind of test, one after the other, with everything they need started by themselves.
 * `npm test -- unit http` runs only the kinds named; `long` runs only when it is named.
 */
import { spawn } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs"
import path from "node:path"
import { fileURLToPath } from "node:url"
import { findBrowser } from "./find-browser.mjs"

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..")
const KINDS = {
  unit: { words: "rules, gateway client and sandbox, without Medusa", workers: 2 },
  module: { words: "the module on a real PostgreSQL", workers: 2 },
  http: { words: "a real Medusa, driven from outside, with the sandbox gateway; a few stories of the explorer; and 40 orders while calls and notices fail and the store is killed, then an audit", workers: 3 },
  long: { words: "every status code, rarer refunds, edits and configurations, crashes, lost answers, late money, races, expiry and every switch of the sandbox", workers: 3, onlyNamed: true },
  e2e: { words: "the demo storefront and the admin in a browser", workers: 2, needsBrowser: true },
}
const NOT_RUN = "BROWSER TESTS NOT RUN: no Chrome or Chromium was found. Install one (Debian: apt-get install chromium) or set CHROME_PATH."

const wanted = process.argv.slice(2).filter((argument) => argument in KINDS)
const kinds = wanted.length ? wanted : Object.keys(KINDS).filter((kind) => !KINDS[kind].onlyNamed)
const startedAt = Date.now()
const totals = { passed: 0, failed: 0 }
let broken = false

for (const kind of kinds) {
  const { words, workers, needsBrowser } = KINDS[kind]
  const browser = needsBrowser ? findBrowser() : null
  if (needsBrowser && !browser) {
    console.log(`\n${NOT_RUN}`)
    continue
  }
  console.log(`\n[${seconds()}] ${kind}: ${words}`)
  const result = await runJest(kind, workers, browser)
  totals.passed += result.passed
  totals.failed += result.failed
  broken ||= !result.ok
}

console.log(`\n[${seconds()}] all kinds done: ${kinds.join(", ")}`)
console.log(`${totals.passed} passed, ${totals.failed} failed`)
process.exitCode = broken ? 1 : 0

function seconds() {
  return `${Math.round((Date.now() - startedAt) / 1000)} s`
}

function runJest(kind, workers, browser) {
  const folder = path.join(root, ".test")
  const outputFile = path.join(folder, `${kind}.json`)
  mkdirSync(folder, { recursive: true })
  rmSync(outputFile, { force: true })
  const jest = path.join(root, "node_modules/jest/bin/jest.js")
  const child = spawn(process.execPath, [jest, `--maxWorkers=${workers}`, "--json", `--outputFile=${outputFile}`, "--testLocationInResults=false"], {
    cwd: root,
    env: { ...process.env, TEST_TYPE: kind, ...(browser && { CHROME_PATH: browser }) },
    stdio: ["ignore", "ignore", "inherit"],
  })
  return new Promise((resolve) => {
    child.on("exit", (code) => {
      const report = existsSync(outputFile) ? JSON.parse(readFileSync(outputFile, "utf8")) : null
      const ran = report !== null && report.numTotalTests > 0
      if (!ran) {
        console.log(`${kind}: no test was run`)
      }
      resolve({ passed: report?.numPassedTests ?? 0, failed: report?.numFailedTests ?? 0, ok: code === 0 && ran && report.numPendingTests === 0 })
    })
  })
}
