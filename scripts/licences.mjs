/**
 * Every package that a store installs with this one (its dependencies and theirs, by package-lock.json; not Medusa,
 * which the store has itself) must be under a licence that lets a shop use it without conditions on its own code.
 */
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

const PERMISSIVE = new Set(["MIT", "MIT-0", "ISC", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "0BSD", "Unlicense", "CC0-1.0", "BlueOak-1.0.0", "Zlib", "PSF-2.0", "Python-2.0"])
/** Licences that ask for more than to be named, and why that is fine here. */
const ACCEPTED = {
  "date-holidays": { licence: "(ISC AND CC-BY-3.0)", why: "the code is ISC; the data of holidays asks only that its source (Wikipedia) be named, which the package itself does" },
}

/** Whether an SPDX expression allows what is needed: one of its alternatives, all of its parts. */
export function isPermissive(expression) {
  const plain = expression.replace(/[()]/g, " ").trim()
  return plain.split(/\s+OR\s+/).some((alternative) => alternative.split(/\s+AND\s+/).every((licence) => PERMISSIVE.has(licence.trim())))
}

/** Keys in the lock of everything that the root's own dependencies bring, as Node would find it. */
export function productionPackages({ packages }) {
  const found = new Set()
  const visit = (from, name) => {
    const key = resolved(packages, from, name)
    if (key && !found.has(key)) {
      found.add(key)
      const { dependencies = {}, optionalDependencies = {} } = packages[key]
      Object.keys({ ...dependencies, ...optionalDependencies }).forEach((next) => visit(key, next))
    }
  }
  Object.keys(packages[""].dependencies ?? {}).forEach((name) => visit("", name))
  return [...found].sort()
}

/** @returns {string[]} what is wrong, a line each */
export function faults(lock) {
  return productionPackages(lock).flatMap((key) => {
    const { license = null } = lock.packages[key]
    const name = key.slice(key.lastIndexOf("node_modules/") + "node_modules/".length)
    const fine = license !== null && (isPermissive(license) || ACCEPTED[name]?.licence === license)
    return fine ? [] : [`${name}: ${license ?? "no licence"}`]
  })
}

function resolved(packages, from, name) {
  for (let place = from; ; place = place.includes("/node_modules/") ? place.slice(0, place.lastIndexOf("/node_modules/")) : "") {
    const key = `${place ? `${place}/` : ""}node_modules/${name}`
    if (packages[key]) {
      return key
    }
    if (!place) {
      return null
    }
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lock = JSON.parse(readFileSync(new URL("../package-lock.json", import.meta.url), "utf8"))
  const wrong = faults(lock)
  wrong.forEach((line) => console.error(line))
  console.log(`${productionPackages(lock).length} packages, ${wrong.length} without a permissive licence`)
  process.exit(wrong.length ? 1 : 0)
}
