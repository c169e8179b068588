import { parseArgs } from "node:util"
import { ModulesSdkUtils } from "@medusajs/framework/utils"
import { KeyRing, readKeyRing } from "../modules/fatura/crypto/key-ring"
import { rememberTickets } from "../modules/fatura/crypto/remember-tickets"
import { type ResealCount, resealAll } from "../modules/fatura/crypto/reseal"
import { type Database, tables } from "../modules/fatura/database"

const HELP = `Usage: medusa-payment-fatura rotate-keys [--check]

Seals everything again with the first key of FATURA_ENCRYPTION_KEY (new,old) while the store runs; it can be
stopped and started again. When it is done, the old key can be taken out. Needs DATABASE_URL and FATURA_ENCRYPTION_KEY as the store has them.
  --check   only counts, changes nothing

Ends with 1 when something can't be opened by any key of the list.`

/**
 * `rotate-keys [--check]`: seals everything with the first key of FATURA_ENCRYPTION_KEY that an older key of
 * the list sealed. With `--check` it only counts. Ends with 1 when something can't be opened by any key.
 */
export async function runRotateKeys(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { check: { type: "boolean", default: false }, help: { type: "boolean", short: "h", default: false } } })
  if (values.help) {
    process.stdout.write(`${HELP}\n`)
    return
  }
  const ring = new KeyRing(requiredKeys(process.env.FATURA_ENCRYPTION_KEY))
  const clientUrl = process.env.DATABASE_URL
  if (!clientUrl) {
    throw new Error("Set DATABASE_URL to the store's database.")
  }
  const db = ModulesSdkUtils.createPgConnection({ clientUrl, pool: { min: 0, max: 2 } }) as Database
  try {
    const counts = await resealAll(db, ring, { check: values.check, onBatch: progress })
    const tickets = await rememberTickets(db, ring, { check: values.check })
    counts.push({ table: tables.invoice, column: "ticket_hashes", current: tickets.known, resealed: tickets.remembered, remaining: tickets.remaining, unreadable: 0 })
    report(counts, values.check)
  } finally {
    await db.destroy()
  }
}

function requiredKeys(text: string | undefined): string {
  if (!text) {
    throw new Error("Set FATURA_ENCRYPTION_KEY as the store has it: the new key first, the old one after a comma.")
  }
  const { faults } = readKeyRing(text)
  if (faults.length) {
    throw new Error(faults.join("\n"))
  }
  return text
}

function progress({ table, column, resealed, remaining }: ResealCount): void {
  if (process.stderr.isTTY) {
    process.stderr.write(`\r${table}.${column}: ${resealed + remaining} `)
  }
}

function report(counts: ResealCount[], check: boolean): void {
  const done = check ? "remaining" : "resealed"
  process.stdout.write(`${"".padEnd(38)}${done.padStart(12)}${"by this key".padStart(14)}${"unreadable".padStart(12)}\n`)
  for (const count of counts) {
    process.stdout.write(`${`${count.table}.${count.column}`.padEnd(38)}${String(count[done]).padStart(12)}${String(count.current).padStart(14)}${String(count.unreadable).padStart(12)}\n`)
  }
  const unreadable = counts.reduce((sum, count) => sum + count.unreadable, 0)
  if (unreadable) {
    process.stderr.write(`\n${unreadable} values were sealed with a key that is not in FATURA_ENCRYPTION_KEY. Add it at the end of the list and run this again.\n`)
    process.exitCode = 1
    return
  }
  process.stdout.write(
    check
      ? "\nNothing was changed.\n"
      : "\nAll is sealed with the first key, and notices of earlier invoices are recognised without the old one. Take it out\n" +
          "of FATURA_ENCRYPTION_KEY when every process runs with the new list and --check counts 0 remaining.\n"
  )
}
