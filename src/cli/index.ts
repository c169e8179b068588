#!/usr/bin/env node
import { runSandbox } from "../sandbox/cli"

type Command = { help: string; run: (args: string[]) => Promise<void> }

const COMMANDS: Record<string, Command> = {
  sandbox: { help: "starts the stand-in gateway   [--port 9100]", run: runSandbox },
}

async function main([name = "help", ...args]: string[]): Promise<void> {
  const command = COMMANDS[name]
  if (command) {
    await command.run(args)
    return
  }
  const lines = Object.entries(COMMANDS).map(([known, { help }]) => `  medusa-payment-fatura ${known.padEnd(10)} ${help}`)
  process.stdout.write(`medusa-payment-fatura: PIX, boleto and card for Medusa stores\n\n${lines.join("\n")}\n`)
  if (!["help", "--help", "-h"].includes(name)) {
    process.stderr.write(`\nThere is no command "${name}".\n`)
    process.exitCode = 2
  }
}

main(process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
