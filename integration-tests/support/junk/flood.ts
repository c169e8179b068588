import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import path from "node:path"
import { promisify } from "node:util"
import { placeOrder, type PlacedOrder } from "../buyer"
import { sql } from "../database"
import type { Gateway, GatewayInvoice } from "../gateway"
import { cpf } from "../people"
import type { Store } from "../store"
import type { Order, Sent } from "./sender"

const run = promisify(execFile)
const TYPESCRIPT = path.join(__dirname, "../../../demo/lib/typescript.js")
const UNTIL_BOOKED = `select 1 from payment p join order_transaction t on t.reference = 'capture' and t.order_id = $2
  where p.payment_session_id = $1 and p.captured_at is not null`

export type Target = { placed: PlacedOrder; invoice: GatewayInvoice }

/** An order with an open code. */
export async function target(store: Store, gateway: Gateway): Promise<Target> {
  const placed = await placeOrder(store, { providerId: "pp_pix_fatura", data: { payer: { document: cpf() } } })
  return { placed, invoice: await gateway.invoiceOf(placed.sessionId) }
}

/** Sends junk from a process of its own; it knows the ids of the targets, and their tickets only to forge others. */
export async function flood(store: Store, targets: Target[], posts: number, { connections = 20, perSecond }: { connections?: number; perSecond?: number } = {}): Promise<Sent> {
  const known = { invoiceIds: targets.map(({ invoice }) => invoice.id), tickets: targets.map(({ invoice }) => invoice._sandbox.webhook!.split("/").at(-1)!) }
  const order: Order = { url: store.url, posts, connections, perSecond, known }
  const { stdout } = await run(process.execPath, ["-r", TYPESCRIPT, path.join(__dirname, "sender.ts"), JSON.stringify(order)], { maxBuffer: 10_000_000 })
  return JSON.parse(stdout) as Sent
}

/** Pays at the gateway, which sends its notice, and answers the milliseconds until the order is captured and booked. */
export async function payAndTime(store: Store, gateway: Gateway, { placed, invoice }: Target): Promise<number> {
  const paidAt = performance.now()
  await gateway.act(invoice.invoice_id, "pay")
  while ((await sql(store.databaseUrl, UNTIL_BOOKED, [placed.sessionId, placed.orderId])).length === 0) {
    if (performance.now() - paidAt > 60_000) throw new Error("a paid order was not captured within a minute")
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return performance.now() - paidAt
}

/** Resident memory of a process, in megabytes (Linux). */
export function memoryOf(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]
  return Math.round(Number(kilobytes) / 1024)
}

/** The answers that say that the server failed. */
export function failures({ statuses }: Sent): string[] {
  return Object.entries(statuses).flatMap(([kind, of]) => Object.keys(of).filter((status) => /^5\d\d$/.test(status)).map((status) => `${kind}: ${status}`))
}
