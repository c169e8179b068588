/** `npm run bench -- <name> [arguments]`: runs one benchmark of this folder. */
const { existsSync, readdirSync } = require("node:fs")
const path = require("node:path")

const [name, ...rest] = process.argv.slice(2)
const names = readdirSync(__dirname).filter((file) => file.endsWith(".ts")).map((file) => file.slice(0, -3))
if (!name || !existsSync(path.join(__dirname, `${name}.ts`))) {
  console.error(`npm run bench -- <name>, with one of: ${names.join(", ")}`)
  process.exit(2)
}
require("../demo/lib/typescript")
process.argv.splice(2, process.argv.length - 2, ...rest)
require(path.join(__dirname, `${name}.ts`))
