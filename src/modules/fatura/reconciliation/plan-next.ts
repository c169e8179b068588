import { GatewayError } from "../../../gateway"
import type { Ledger } from "../ledger/ledger"
import type { InvoiceRow } from "../ledger/row"
import { nextCheckAt } from "./pauses"

const MINUTE = 60_000

/**
 * Asks about one invoice so that trouble with it does not hold up the others: what fails is due again in a
 * minute, and null is answered where the gateway knows no such invoice.
 * @throws GatewayError when nothing may be asked now
 */
export async function askPatiently<T>(ledger: Ledger, row: InvoiceRow, now: Date, ask: () => Promise<T | null>): Promise<T | null | "put_off"> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof GatewayError && error.kind === "paused") {
      throw error
    }
    if (error instanceof GatewayError && error.kind === "not_found") {
      return null
    }
    await ledger.update(row.id, { next_check_at: new Date(now.getTime() + MINUTE) })
    return "put_off"
  }
}

/** Plans the next look at an invoice that was just looked at, for as long as anything is expected of it. */
export async function planNext(ledger: Ledger, row: InvoiceRow, now: Date): Promise<void> {
  if (row.status === "canceled") {
    // Its first look was planned with the change.
    return
  }
  const waits = row.is_live && row.settled_at === null
  await ledger.update(row.id, { checks: row.checks + 1, next_check_at: waits ? nextCheckAt(row, now) : null })
}
