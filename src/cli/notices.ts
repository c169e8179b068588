import { setTimeout as pause } from "node:timers/promises"
import { parseArgs } from "node:util"
import { KeyRing } from "../modules/fatura/crypto/key-ring"
import type { Database } from "../modules/fatura/database"
import { type NoticeRow, Notices } from "../modules/fatura/inbox/notices"
import { Ledger } from "../modules/fatura/ledger/ledger"
import { readSetup } from "./store-config"

const HELP = `Usage: medusa-payment-fatura notices list [--state pending|done|dead] [--limit <number>]
       medusa-payment-fatura notices replay <id> [--wait <seconds>]

  list     the newest notices of the gateway
  replay   has the running store work on a stored notice again, whatever became of it before: a notice that
           says nothing new changes nothing. Waits for the outcome, 30 seconds by default; --wait 0 does not

Run it in the store's folder, or with DATABASE_URL set. Ends with 1 when the notice ended as a dead letter, is
unknown, or was not worked on in time.`

const STATES = ["pending", "done", "dead"] as const

/** The `notices` command. */
export async function runNotices(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { state: { type: "string" }, limit: { type: "string" }, wait: { type: "string" }, help: { type: "boolean", short: "h", default: false } },
  })
  const [verb = "", id] = positionals
  const verbs: Record<string, (db: Database) => Promise<void>> = {
    list: (db) => list(db, values.state, numberOf("limit", values.limit, 20)),
    replay: (db) => replay(db, id, numberOf("wait", values.wait, 30)),
  }
  const run = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined
  if (values.help || !run) {
    process.stdout.write(`${HELP}\n`)
    process.exitCode = values.help ? 0 : 2
    return
  }
  const { db } = await readSetup()
  if (!db) {
    throw new Error("Run this in the store's folder, or set DATABASE_URL to the store's database.")
  }
  try {
    await run(db)
  } finally {
    await db.destroy()
  }
}

async function list(db: Database, state: string | undefined, limit: number): Promise<void> {
  const known = STATES.find((one) => one === state)
  if (state !== undefined && !known) {
    throw new Error(`--state is one of ${STATES.join(", ")}`)
  }
  const { notices, count } = await inboxOf(db).list({ state: known }, { limit })
  for (const row of notices) {
    process.stdout.write(`${row.id}  ${row.created_at.toISOString()}  ${row.state.padEnd(7)}  ${row.door.padEnd(6)}  ${row.outcome ?? row.last_error ?? ""}\n`)
  }
  process.stdout.write(`${notices.length} of ${count}\n`)
}

async function replay(db: Database, id: string | undefined, seconds: number): Promise<void> {
  if (!id) {
    throw new Error("Name the notice: medusa-payment-fatura notices replay <id>")
  }
  const inbox = inboxOf(db)
  const row = await inbox.replay(id)
  if (!row) {
    throw new Error((await inbox.find(id)) ? `The notice ${id} is being worked on at this moment.` : `There is no notice ${id}.`)
  }
  await new Ledger(db).addEvent(row.fatura_invoice_id, { kind: "notice_retried", cause: "staff", details: { notice: id, by: "command" } })
  process.stdout.write(`${id} is due.\n`)
  if (seconds > 0) {
    report(id, await outcomeOf(inbox, id, seconds))
  }
}

async function outcomeOf(inbox: Notices, id: string, seconds: number): Promise<NoticeRow | null> {
  for (const end = Date.now() + seconds * 1_000; Date.now() < end; await pause(200)) {
    const row = await inbox.find(id)
    if (row && row.state !== "pending") {
      return row
    }
  }
  return null
}

function report(id: string, row: NoticeRow | null): void {
  if (row?.state === "done") {
    process.stdout.write(`${id}: done (${row.outcome ?? ""})\n`)
    return
  }
  process.stderr.write(row ? `${id}: dead letter (${row.last_error ?? ""})\n` : `${id} was not worked on yet: does the store (its worker) run? It stays due.\n`)
  process.exitCode = 1
}

function inboxOf(db: Database): Notices {
  return new Notices(db, new KeyRing(undefined))
}

function numberOf(name: string, text: string | undefined, usual: number): number {
  const value = Number(text ?? usual)
  if (!Number.isInteger(value) || value < 0 || value > 1_000) {
    throw new Error(`--${name} takes a number, not "${text}"`)
  }
  return value
}
