#!/usr/bin/env node
import { runSandbox } from "../sandbox/cli"

type Command = { help: string; run: (args: string[]) => Promise<void> }

/** Loaded when one is asked for: Medusa's packages take a second, which the sandbox needn't wait for. */
const COMMANDS: Record<string, Command> = {
  doctor: { help: "looks at everything that payments need   [--json] [--calibrate]", run: async (args) => (await import("./doctor.js")).runDoctor(args) },
  sandbox: { help: "starts the stand-in gateway   [--port 9100]", run: runSandbox },
  "rotate-keys": { help: "seals all again with the first key   [--check only counts]", run: async (args) => (await import("./rotate-keys.js")).runRotateKeys(args) },
  notices: { help: "lists notices, or has one worked on again   list | replay <id>", run: async (args) => (await import("./notices.js")).runNotices(args) },
}

async function main([name = "help", ...args]: string[]): Promise<void> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (command) {
    await command.run(args)
    return
  }
  const lines = Object.entries(COMMANDS).map(([known, { help }]) => `  medusa-payment-fatura ${known.padEnd(12)} ${help}`)
  process.stdout.write(`medusa-payment-fatura: PIX, boleto and card for Medusa stores\n\n${lines.join("\n")}\n\nEach command has --help.\n`)
  if (!["help", "--help", "-h"].includes(name)) {
    process.stderr.write(`\nThere is no command "${name}".\n`)
    process.exitCode = 2
  }
}

main(process.argv.slice(2)).catch(async (error: unknown) => {
  const { operatorWords } = await import("../modules/fatura/texts/operator-words.js")
  process.stderr.write(`${operatorWords(error)}\n`)
  process.exitCode = 1
})
