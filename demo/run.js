/** What `npm run demo`, `npm run demo -- --cluster` and `npm run demo -- --no-account` start. Plain JavaScript up to the version check, which must be readable by any Node. */
const [major, minor] = process.versions.node.split(".").map(Number)
if (!((major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22)) {
  console.error(`The demo needs Node 20.19 or later (or 22.12 or later); this is ${process.versions.node}.`)
  process.exit(1)
}
require("./lib/typescript")
require("./lib/main").main(process.argv.slice(2))
