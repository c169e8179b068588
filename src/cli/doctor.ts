import { parseArgs } from "node:util"
import { Doctor, type Report } from "../modules/fatura/doctor/doctor"
import type { CheckState } from "../modules/fatura/doctor/finding"
import { readSetup } from "./store-config"

const HELP = `Usage: medusa-payment-fatura doctor [--json] [--lang en|pt-BR]
       medusa-payment-fatura doctor --calibrate [--account <name>] [--json]

Run it in the store's folder (in production in .medusa/server), with the store's environment.
Looks at configuration, database, migrations, encryption key, credentials and environment of each account,
the clock, the address of notices, shoppers' addresses, the plugin's entries, regions, Redis modules and locks. Asks the gateway
once for each account (GET /auth, GET /status). Ends with 1 when something is wrong, 0 otherwise; a warning is 0.

  --json       the report as JSON
  --lang       language of the report, by default en
  --calibrate  for SANDBOX accounts only: issues and cancels small invoices to find out what the gateway's
               documentation leaves open, and prints the settings to use
  --account    name of the account to calibrate; by default the default one`

const SIGNS: Record<CheckState, string> = { ok: "ok     ", warning: "WARNING", error: "ERROR  " }

/** The `doctor` command. */
export async function runDoctor(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      json: { type: "boolean", default: false },
      lang: { type: "string", default: "en" },
      calibrate: { type: "boolean", default: false },
      account: { type: "string" },
      help: { type: "boolean", short: "h", default: false },
    },
  })
  if (values.help) {
    process.stdout.write(`${HELP}\n`)
    return
  }
  const setup = await readSetup()
  try {
    if (values.calibrate) {
      const { runCalibration } = await import("./calibrate.js")
      await runCalibration(setup, { account: values.account, json: values.json })
      return
    }
    const report = await new Doctor(setup).report(values.lang === "pt-BR" ? "pt-BR" : "en")
    process.stdout.write(values.json ? `${JSON.stringify(report, null, 2)}\n` : inLines(report))
    process.exitCode = report.ok ? 0 : 1
  } finally {
    await setup.db?.destroy()
  }
}

function inLines({ checks }: Report): string {
  const lines = checks.flatMap(({ check, subject, state, message, remedy }) => [
    `${SIGNS[state]}  ${check}${subject === null ? "" : ` (${subject})`}: ${message}`,
    ...(state !== "ok" && remedy ? [`         -> ${remedy}`] : []),
  ])
  const count = (state: CheckState) => checks.filter((line) => line.state === state).length
  return `${lines.join("\n")}\n\n${count("error")} errors, ${count("warning")} warnings, ${count("ok")} ok\n`
}
