import { parseArgs } from "node:util"
import { startSandbox } from "./server"

const HELP = `Usage: medusa-payment-fatura sandbox [--port <number>]

Starts a stand-in for the invoicing gateway on this machine. No real money moves.
  --port   port to listen on; by default SANDBOX_PORT, else 9100`

const readPort = (argv: string[]): number | null => {
  const { values } = parseArgs({
    args: argv,
    options: { port: { type: "string" }, help: { type: "boolean", short: "h" } },
  })
  if (values.help) {
    return null
  }
  const text = values.port ?? process.env.SANDBOX_PORT ?? "9100"
  if (!/^\d{1,5}$/.test(text)) {
    throw new Error(`--port takes a number, not "${text}"`)
  }
  return Number(text)
}

const untilStopped = (): Promise<void> =>
  new Promise((resolve) => {
    process.once("SIGINT", () => resolve())
    process.once("SIGTERM", () => resolve())
  })

/**
 * The `sandbox` command: runs until Ctrl-C. What goes wrong is one line on stderr and exit code 1.
 * @param argv the arguments after the command's name
 */
export const runSandbox = async (argv: string[]): Promise<void> => {
  try {
    const port = readPort(argv)
    if (port === null) {
      console.log(HELP)
      return
    }
    const running = await startSandbox({ port, log: (line) => console.log(line) })
    console.log(`Gateway:  ${running.url}\nPage:     ${running.url}/_sandbox\nStop with Ctrl-C.`)
    await untilStopped()
    await running.close()
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  }
}
