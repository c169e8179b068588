/** The README's own blocks: what people copy is what is tested. */
import { readFileSync } from "node:fs"
import path from "node:path"
import { root } from "./processes.mjs"

/**
 * The text of the fenced block between `<!-- install:NAME -->` and `<!-- /install:NAME -->`.
 * @param {string} name
 */
export function readmeBlock(name) {
  const readme = readFileSync(path.join(root, "README.md"), "utf8")
  const match = new RegExp(`<!-- install:${name} -->\\s*\`\`\`\\w*\\n([\\s\\S]*?)\`\`\`\\s*<!-- /install:${name} -->`).exec(readme)
  if (!match) {
    throw new Error(`README.md has no block "install:${name}"`)
  }
  return match[1]
}

/**
 * The README's `.env` with this machine's values: every variable that it names must get one, and no other.
 * @param {Record<string, string>} values
 */
export function envFile(values) {
  const lines = readmeBlock("env").split("\n").filter((line) => /^[A-Z_]+=/.test(line))
  const names = lines.map((line) => line.split("=", 1)[0])
  const unknown = names.filter((name) => !(name in values))
  const missing = Object.keys(values).filter((name) => !names.includes(name))
  if (unknown.length || missing.length) {
    throw new Error(`the README's variables and this script disagree: ${[...unknown, ...missing].join(", ")}`)
  }
  return names.map((name) => `${name}=${values[name]}`).join("\n") + "\n"
}
