/** The stand-in gateway as a process of its own: `node sandbox-process.js <port>`; it tells its parent when it listens. */
const path = require("node:path")
const { startSandbox } = require(path.resolve(__dirname, "../../.medusa/server/src/sandbox/index.js"))

startSandbox({ port: Number(process.argv[2]), log: console.log }).then(
  (sandbox) => {
    process.once("SIGTERM", () => sandbox.close().then(() => process.exit(0)))
    process.send?.({ url: sandbox.url })
  },
  (error) => {
    console.error(error)
    process.exit(1)
  },
)
