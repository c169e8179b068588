/**
 * Known holes (high and critical) in what the package installs, by `npm audit`. An advisory that does not concern the
 * package is accepted in `accepted-advisories.json`, with the reason and a day on which it is looked at again.
 * A registry without an audit endpoint (a mirror, as a rule) can't tell: that is said, and is no failure.
 */
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

const BAD = ["high", "critical"]

/**
 * @param {string} stdout of `npm audit --json`
 * @returns {{ id: string, package: string, severity: string, title: string }[] | null} null when it holds no result
 */
export function advisoriesOf(stdout) {
  let report
  try {
    report = JSON.parse(stdout)
  } catch {
    return null
  }
  if (report === null || typeof report !== "object" || typeof report.vulnerabilities !== "object") {
    return null
  }
  const all = Object.values(report.vulnerabilities).flatMap(({ via }) => via.filter((one) => typeof one === "object"))
  const bad = all.filter(({ severity }) => BAD.includes(severity)).map(({ url, name, severity, title }) => ({ id: url.split("/").at(-1), package: name, severity, title }))
  return [...new Map(bad.map((advisory) => [`${advisory.id} ${advisory.package}`, advisory])).values()]
}

/** @param {{ id: string, reason: string, until: string }[]} accepted */
export function notAccepted(advisories, accepted, today = new Date().toISOString().slice(0, 10)) {
  const ids = new Set(accepted.filter(({ until, reason }) => reason && until >= today).map(({ id }) => id))
  return advisories.filter(({ id }) => !ids.has(id))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { stdout, stderr } = spawnSync("npm", ["audit", "--omit=dev", "--json"], { encoding: "utf8" })
  const advisories = advisoriesOf(stdout)
  if (!advisories) {
    console.log(`AUDIT NOT RUN: the registry did not answer it (${stderr.trim().split("\n").at(0) || "no result"})`)
    process.exit(0)
  }
  const accepted = JSON.parse(readFileSync(new URL("accepted-advisories.json", import.meta.url), "utf8"))
  const open = notAccepted(advisories, accepted)
  for (const { id, package: name, severity, title } of open) {
    console.error(`${severity}: ${name}, ${title} (https://github.com/advisories/${id})`)
  }
  console.log(`${advisories.length} high or critical advisories, ${open.length} not accepted`)
  process.exit(open.length ? 1 : 0)
}
