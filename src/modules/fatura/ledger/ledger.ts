import { randomUUID } from "crypto"
import type { Cents } from "../../../domain/money"
import { nextCheckAt } from "../reconciliation/pauses"
import { Database, Transaction, newId, pause, tables } from "../database"
import { Outbox } from "../outbox/outbox"
import { hasCaptureBefore } from "./holds-money"
import { InvoiceRow, NewEvent } from "./row"

/** Who found it takes into the ledger first what was told of it. */
const CANCEL_ORPHAN_AFTER_SECONDS = 30
const LEASE_SECONDS = 90
const LEASE_WAIT_MS = 10_000
const LEASE_RETRY_MS = 50

/** The invoice is being worked on elsewhere, and was for longer than we wait. */
export class InvoiceBusyError extends Error {
  constructor(id: string) {
    super(`Invoice ${id} is being worked on by another process; try again`)
    this.name = "InvoiceBusyError"
  }
}

/** Reads and writes rows of the ledger. Every change raises `version` and says so to listeners. */
export class Ledger {
  constructor(private readonly db: Database) {}

  async find(id: string): Promise<InvoiceRow | null> {
    return this.one((query) => query.where({ id }))
  }

  /** When the oldest attempt was made; null while there is none. */
  async firstMadeAt(): Promise<Date | null> {
    const row = await this.db(tables.invoice).orderBy([{ column: "created_at" }, { column: "id" }]).first("created_at")
    return row?.created_at ?? null
  }

  async findAll(ids: string[]): Promise<InvoiceRow[]> {
    return ids.length ? this.db(tables.invoice).whereIn("id", ids) : []
  }

  /** The attempts of a session, newest first. */
  async ofSession(sessionId: string): Promise<InvoiceRow[]> {
    return this.db(tables.invoice).where({ session_id: sessionId }).orderBy("attempt", "desc")
  }

  /** The reference never changes, while a paid invoice can be adopted by another session of its collection. */
  async byReference(reference: string): Promise<InvoiceRow | null> {
    return this.one((query) => query.where({ reference }))
  }

  /** The attempts of a payment collection, newest first. */
  async ofCollection(collectionId: string): Promise<InvoiceRow[]> {
    return this.db(tables.invoice).where({ payment_collection_id: collectionId }).orderBy("created_at", "desc")
  }

  /**
   * The attempt of a purchase that could take money, or has taken what is not captured yet, in whichever payment
   * collection. What is captured already is done with: an order that owes more later is a purchase anew.
   */
  async liveOfPurchase(purchaseKey: string): Promise<InvoiceRow | null> {
    return this.one((query) => query.where({ purchase_key: purchaseKey, is_live: true }).whereNull("settled_at"))
  }

  /** Of a collection all attempts, newest first, and with them what could still take money for the same purchase elsewhere. */
  async rivalsOf(collectionId: string, purchaseKey: string | null): Promise<InvoiceRow[]> {
    const [rows, live] = await Promise.all([this.ofCollection(collectionId), purchaseKey ? this.liveOfPurchase(purchaseKey) : null])
    return live && live.payment_collection_id !== collectionId ? [...rows, live] : rows
  }

  async ofOrder(orderId: string): Promise<InvoiceRow[]> {
    return this.db(tables.invoice).where({ order_id: orderId }).orderBy("created_at", "desc")
  }

  /** The invoices that the gateway knows under an id, `invoice_id` or `id`, of whichever account. */
  async byGatewayId(id: string): Promise<InvoiceRow[]> {
    if (id.includes("\0")) {
      // PostgreSQL has no text with a zero byte in it, and refuses to compare with one.
      return []
    }
    return this.db(tables.invoice).where({ invoice_id: id }).orWhere({ gateway_id: id })
  }

  /** Those of an account's invoices that the gateway knows by one of these ids. */
  async ofGatewayIds(accountId: string, gatewayIds: string[]): Promise<InvoiceRow[]> {
    return this.db(tables.invoice)
      .where({ account_id: accountId })
      .andWhere((known) => known.whereIn("invoice_id", gatewayIds).orWhereIn("gateway_id", gatewayIds))
  }

  /** How many invoices of an account, as far as the gateway is known to have them, were begun after a moment. */
  async countBegunAfter(accountId: string, moment: Date): Promise<number> {
    const counted = await this.db(tables.invoice)
      .where({ account_id: accountId, state: "issued" })
      .andWhere("created_at", ">", moment)
      .count("* as count")
      .first()
    return Number(counted?.count ?? 0)
  }

  /** Changes a row, in a transaction when given one. */
  async update(id: string, change: Partial<InvoiceRow>, trx?: Transaction): Promise<InvoiceRow> {
    const [row] = await (trx ?? this.db)(tables.invoice)
      .where({ id })
      .update({ ...asColumns(change), version: this.db.raw("version + 1"), updated_at: this.db.fn.now() })
      .returning("*")
    return row
  }

  /**
   * Enters the invoice of an attempt whose answer was lost. From here on it is looked at by its own clock, as
   * one whose answer came: the notice of its payment can be lost as well. Notice, list and search find it
   * independently: who comes second changes nothing, since the first may know of its payment already.
   * One that was given up is cancelled, unless what is told of it now is a payment: another may be in its place.
   * @returns the row as it is then; unchanged when another invoice bears that id
   */
  async adoptOrphan(id: string, found: { id: string; createdAt?: Date | null }, cause: NewEvent["cause"]): Promise<InvoiceRow> {
    return this.locked(id, async (row, trx) => {
      const isTaken = async () => (await trx(tables.invoice).where({ account_id: row.account_id, invoice_id: found.id }).first("id")) !== undefined
      if (row.state === "issued" || (await isTaken())) {
        return row
      }
      const now = new Date()
      await this.addEvent(id, { kind: "orphan_found", cause, details: { invoice_id: found.id } }, trx)
      const givenUp = !row.is_live || row.cancel_requested_at !== null
      if (givenUp) {
        await new Outbox(this.db).add("cancel", id, trx, CANCEL_ORPHAN_AFTER_SECONDS)
      }
      return this.update(
        id,
        {
          state: "issued",
          status: "awaiting_payment",
          gateway_id: found.id,
          invoice_id: found.id,
          issued_at: found.createdAt ?? now,
          checks: 0,
          next_check_at: nextCheckAt({ method: row.method, checks: 0, cancel_at: row.cancel_at }, now),
          ...(givenUp && { cancel_requested_at: row.cancel_requested_at ?? now, cancel_reason: row.cancel_reason ?? "replaced" }),
        },
        trx
      )
    })
  }

  /**
   * Notes that a paid invoice was captured in Medusa. Of a payment collection only one can be: when two of
   * them were paid, Medusa's one capture belongs to who comes first.
   * @param capturedCents what Medusa has captured for it
   * @param alongside what is to be committed with it
   * @returns false when another one of the collection was
   */
  async markCaptured(row: InvoiceRow, orderId: string | null, capturedCents: Cents, alongside?: (captured: InvoiceRow, trx: Transaction) => Promise<void>): Promise<boolean> {
    return this.db.transaction(async (trx) => {
      // All of them are locked, in the same order everywhere, so that two that are settled at once see each other.
      const rows: InvoiceRow[] = await trx(tables.invoice).where({ payment_collection_id: row.payment_collection_id }).orderBy("id").forUpdate()
      if (rows.some((other) => hasCaptureBefore(other, row))) {
        return false
      }
      const captured = await this.update(row.id, { settled_at: new Date(), captured_cents: capturedCents, next_check_at: null, order_id: orderId }, trx)
      await alongside?.(captured, trx)
      return true
    })
  }

  /** Notes that an invoice's amount is what its order owes, by the books as they were at a moment. No news of the invoice. */
  async markFitting(id: string, booksAt: string | null): Promise<void> {
    await this.db(tables.invoice).where({ id }).update({ fitted_to: booksAt })
  }

  /** Notes that the gateway, asked, has said that it is paid. No news of the invoice. */
  async markConfirmed(id: string): Promise<void> {
    await this.db(tables.invoice).where({ id }).whereNotNull("unconfirmed_since").update({ unconfirmed_since: null })
  }

  async addEvent(invoiceId: string, event: NewEvent, trx?: Transaction): Promise<void> {
    await (trx ?? this.db)(tables.event).insert({
      id: newId("fevt"),
      fatura_invoice_id: invoiceId,
      kind: event.kind,
      cause: event.cause,
      from_status: event.from ?? null,
      to_status: event.to ?? null,
      actor: event.actor ?? null,
      details: event.details ? JSON.stringify(event.details) : null,
    })
  }

  /** Runs `work` with the row locked. For short work only: never call the gateway inside. */
  async locked<T>(id: string, work: (row: InvoiceRow, trx: Transaction) => Promise<T>): Promise<T> {
    return this.db.transaction(async (trx) => {
      const row = await trx(tables.invoice).where({ id }).forUpdate().first()
      return work(row, trx)
    })
  }

  /**
   * Runs `work` while this process holds the invoice. The hold is a lease in the row, so that no
   * database lock or connection is kept during calls to the gateway and to Medusa's workflows, and
   * so that a process which died does not hold it for ever.
   * @throws InvoiceBusyError when it is held elsewhere for longer than ten seconds
   */
  async withLease<T>(id: string, work: (row: InvoiceRow) => Promise<T>): Promise<T> {
    const owner = randomUUID()
    const row = await this.takeLease(id, owner)
    try {
      return await work(row)
    } finally {
      await this.db(tables.invoice)
        .where({ id, lease_owner: owner })
        .update({ lease_until: null, lease_owner: null })
    }
  }

  private async takeLease(id: string, owner: string): Promise<InvoiceRow> {
    const deadline = performance.now() + LEASE_WAIT_MS
    for (;;) {
      const [row] = await this.db(tables.invoice)
        .where({ id })
        .andWhere((free) => free.whereNull("lease_until").orWhere("lease_until", "<", this.db.fn.now()))
        .update({ lease_owner: owner, lease_until: this.db.raw(`now() + interval '${LEASE_SECONDS} seconds'`) })
        .returning("*")
      if (row) {
        return row
      }
      if (performance.now() > deadline) {
        throw new InvoiceBusyError(id)
      }
      await pause(LEASE_RETRY_MS)
    }
  }

  private async one(narrow: (query: ReturnType<Database>) => unknown): Promise<InvoiceRow | null> {
    const query = this.db(tables.invoice)
    narrow(query as never)
    return (await query.first()) ?? null
  }
}

/** JSON columns are given as text, since the driver would turn arrays and strings into something else. */
function asColumns(change: Partial<InvoiceRow>): Record<string, unknown> {
  const columns: Record<string, unknown> = { ...change }
  for (const json of ["instructions", "answer", "issuer", "ticket_hashes"] as const) {
    if (json in change) {
      columns[json] = change[json] === null || change[json] === undefined ? null : JSON.stringify(change[json])
    }
  }
  return columns
}
