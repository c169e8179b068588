/**
 * `npm run test:install [-- --medusa 2.18.0]`: packs the plugin, installs the tarball into a fresh Medusa
 * store outside of this repository by the README's own words, and has an order paid by PIX in it.
 * `--keep` leaves the folder where it is.
 */
import { randomBytes } from "node:crypto"
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { parseArgs } from "node:util"
import pg from "pg"
import { writeStore } from "./install/fresh-store.mjs"
import { freePort, killAll, root, run, start, startPostgres, stopAll, untilAnswers } from "./install/processes.mjs"
import { envFile } from "./install/readme.mjs"
import { adminOf, buyWithPix, expectAwaiting, expectCalls, payInSandbox, setUpShop, untilCaptured } from "./install/shop.mjs"

const own = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"))
const { values } = parseArgs({ options: { medusa: { type: "string" }, keep: { type: "boolean", default: false } } })
const medusa = values.medusa ?? own.devDependencies["@medusajs/medusa"]

const startedAt = Date.now()
const folder = mkdtempSync(path.join(tmpdir(), "fatura-install-"))
// PostgreSQL runs as another user when this runs as root, and must get to its data.
chmodSync(folder, 0o755)
const store = path.join(folder, "store")
const log = path.join(folder, "install.log")
const login = { email: "equipe@example.com", password: randomBytes(12).toString("hex") }
let postgres

const seconds = () => `${((Date.now() - startedAt) / 1000).toFixed(0)} s`
const say = (text) => console.log(`[${seconds().padStart(5)}] ${text}`)

async function cleanUp() {
  await stopAll()
  await postgres?.stop()
  if (values.keep) {
    say(`left at ${folder}`)
    return
  }
  if (postgres && !postgres.dataDirectory.startsWith(folder)) {
    rmSync(path.dirname(postgres.dataDirectory), { recursive: true, force: true })
  }
  rmSync(folder, { recursive: true, force: true })
}

for (const name of ["SIGINT", "SIGTERM"]) {
  process.once(name, () => {
    void cleanUp().finally(() => {
      console.log(`INSTALL TEST INTERRUPTED after ${seconds()}`)
      process.exit(1)
    })
  })
}
process.once("exit", killAll)

async function pack() {
  await run("npm", ["run", "build"], { cwd: root, log })
  const [packed] = JSON.parse(await run("npm", ["pack", "--json", "--silent", "--pack-destination", folder], { cwd: root, log }))
  say(`packed ${packed.filename}: ${packed.files.length} files, ${Math.round(packed.size / 1024)} KB`)
  return path.join(folder, packed.filename)
}

async function createStore(tarball) {
  mkdirSync(store)
  writeStore(store, medusa)
  const quiet = ["--no-audit", "--no-fund", "--prefer-offline"]
  await run("npm", ["install", ...quiet], { cwd: store, log })
  say(`fresh store on Medusa ${medusa} installed`)
  await run("npm", ["install", tarball, ...quiet], { cwd: store, log })
  say("plugin installed from the tarball")
  // Needs no React, which a store's server does not have.
  const check = 'import("medusa-payment-fatura/storefront").then(({ documentKind }) => process.exit(documentKind("12.ABC.345/01DE-35") === "cnpj" ? 0 : 1))'
  await run(process.execPath, ["-e", check], { cwd: store, log })
  say("its storefront package imported by name")
}

async function startDatabase() {
  postgres = await startPostgres(path.join(folder, "postgres"), await freePort())
  const client = new pg.Client({ connectionString: `${postgres.url}/postgres` })
  await client.connect()
  await client.query("CREATE DATABASE store")
  await client.end()
  return `${postgres.url}/store`
}

async function main() {
  say(`installing ${own.name} ${own.version} into a fresh store in ${folder}`)
  await createStore(await pack())

  const databaseUrl = await startDatabase()
  const [port, sandboxPort] = [await freePort(), await freePort()]
  const url = `http://localhost:${port}`
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`
  const env = envFile({
    FATURA_BASE_URL: sandboxUrl,
    FATURA_TOKEN: "install-token",
    FATURA_SECRET_KEY: "install-secret",
    FATURA_ENCRYPTION_KEY: randomBytes(32).toString("base64"),
    FATURA_BACKEND_URL: url,
    FATURA_STOREFRONT_URL: "http://localhost:8000",
  })
  const ofStore = {
    DATABASE_URL: databaseUrl,
    STORE_CORS: "http://localhost:8000",
    ADMIN_CORS: url,
    AUTH_CORS: url,
    JWT_SECRET: randomBytes(16).toString("hex"),
    COOKIE_SECRET: randomBytes(16).toString("hex"),
  }
  writeFileSync(path.join(store, ".env"), env + Object.entries(ofStore).map(([name, value]) => `${name}=${value}\n`).join(""))

  await run("npx", ["medusa", "db:migrate"], { cwd: store, log })
  say("database migrated")
  await run("npx", ["medusa", "user", "-e", login.email, "-p", login.password], { cwd: store, log })
  say("admin user created")
  await run("npx", ["medusa", "build"], { cwd: store, log })
  say("store and admin built")

  const sandbox = start("npx", ["medusa-payment-fatura", "sandbox", "--port", String(sandboxPort)], { cwd: store, log })
  await untilAnswers(`${sandboxUrl}/_sandbox/clock`, sandbox)
  say("sandbox gateway up, started by the installed command")

  const built = path.join(store, ".medusa/server")
  copyFileSync(path.join(store, ".env"), path.join(built, ".env.production"))
  const production = { NODE_ENV: "production", PORT: String(port), FATURA_ALLOW_SANDBOX: "true" }
  const server = start("npx", ["medusa", "start"], { cwd: built, log, env: production })
  await untilAnswers(`${url}/health`, server)
  await untilAnswers(`${url}/app`, server)
  say("store up in production mode, admin included")

  const admin = await adminOf(url, login)
  const shop = await setUpShop(admin)
  say("region with PIX, product, stock, delivery and key set up by the admin API")
  const order = await buyWithPix(url, shop)
  await expectAwaiting(admin, order)
  say(`order over R$ ${order.total} placed and waiting`)
  await payInSandbox(sandboxUrl)
  const waited = await untilCaptured(admin, order)
  await expectCalls(sandboxUrl)
  say(`paid in the sandbox, captured once after ${waited} ms`)
  await tryCommands(built, production)
}

/** The commands as people have them: installed, in the store's folder. */
async function tryCommands(built, env) {
  for (const command of [[], ["doctor"], ["sandbox"], ["rotate-keys"], ["notices"]]) {
    const help = await run("npx", ["medusa-payment-fatura", ...command, "--help"], { cwd: store, log })
    if (!help.includes("medusa-payment-fatura")) {
      throw new Error(`"${command.join(" ")} --help" says: ${help}`)
    }
  }
  // Every check but one: the store of this test has a local address, which a gateway outside could not reach.
  const doctor = start("npx", ["medusa-payment-fatura", "doctor", "--json"], { cwd: built, log, env })
  await doctor.ended
  const { checks } = JSON.parse(doctor.output())
  const faults = checks.filter(({ state }) => state === "error").map(({ code }) => code)
  if (checks.length < 10 || faults.join() !== "address_local") {
    throw new Error(`doctor says: ${JSON.stringify(checks, null, 1)}`)
  }
  const listed = await run("npx", ["medusa-payment-fatura", "notices", "list"], { cwd: built, log, env })
  const [id] = /fnot_\w+/.exec(listed) ?? []
  const replayed = await run("npx", ["medusa-payment-fatura", "notices", "replay", id ?? ""], { cwd: built, log, env })
  if (!replayed.includes("done (")) {
    throw new Error(`notices replay says: ${replayed}`)
  }
  const calibrated = JSON.parse(await run("npx", ["medusa-payment-fatura", "doctor", "--calibrate", "--json"], { cwd: built, log, env }))
  if (calibrated.settings.paymentTypes?.pix !== 3 || calibrated.left_open.length) {
    throw new Error(`doctor --calibrate says: ${JSON.stringify(calibrated)}`)
  }
  say("commands: help of all, doctor --json, notices list and replay, doctor --calibrate")
}

let failure
try {
  await main()
} catch (error) {
  failure = error
}
await cleanUp()
if (failure) {
  console.error(failure.message)
  console.log(`INSTALL TEST FAILED on Medusa ${medusa} after ${seconds()}`)
  process.exitCode = 1
} else {
  console.log(`INSTALL TEST PASSED on Medusa ${medusa} in ${seconds()}`)
}
