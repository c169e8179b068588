import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { InvoiceStatus } from "../../../domain/invoice-status"
import { type Database, tables } from "../database"
import type { InvoiceRow, PaymentMethod } from "./row"
import { type Search, exactIds, nameCondition } from "./list-search"

const METHODS: PaymentMethod[] = ["pix", "boleto", "card"]
/** Counting on costs more than anybody learns from it; the answer says that there are more. */
export const COUNT_LIMIT = 1_000
const EXPORT_BATCH = 500

export type InvoiceFilters = {
  status?: InvoiceStatus[]
  method?: PaymentMethod[]
  account_id?: string
  order_id?: string
  session_id?: string
  invoice_id?: string
  /** By when the row was made; `to` is not included. */
  from?: Date
  to?: Date
  search?: Search | null
}

export type InvoicePage = { invoices: InvoiceRow[]; count: number; count_capped: boolean; next_cursor: string | null }

/** Where a page ends: the last row's place in the order. The time as text, since JavaScript's has no microseconds. */
type Place = { createdAt: string; id: string }

/**
 * The staff's list of a ledger that may have a million rows: newest first, by keyset. Status and method have
 * few values, so a page is put together from one ordered index range for each pair of them: the database then
 * reads as many rows as it shows, whether they are frequent, rare, new or old.
 */
export class InvoiceList {
  constructor(private readonly db: Database) {}

  /** @param page `after` is the last id of the page before; one that is unknown begins at the top */
  async page(filters: InvoiceFilters, page: { limit: number; after?: string }): Promise<InvoicePage> {
    const place = page.after ? await this.placeOf(page.after) : null
    const [found, counted] = await Promise.all([this.rows(filters, place, page.limit + 1), this.count(filters)])
    const invoices = found.slice(0, page.limit)
    return {
      invoices,
      count: Math.min(counted, COUNT_LIMIT),
      count_capped: counted > COUNT_LIMIT,
      next_cursor: found.length > page.limit ? invoices.at(-1)!.id : null,
    }
  }

  /** Every invoice that fits, in batches, for an export that holds no more than one in memory. */
  async *batches(filters: InvoiceFilters): AsyncGenerator<InvoiceRow[]> {
    let place: Place | null = null
    for (;;) {
      const rows: InvoiceRow[] = await this.rows(filters, place, EXPORT_BATCH)
      if (rows.length) {
        yield rows
      }
      if (rows.length < EXPORT_BATCH) {
        return
      }
      place = await this.placeOf(rows.at(-1)!.id)
    }
  }

  private async placeOf(id: string): Promise<Place | null> {
    const row = await this.db(tables.invoice).where({ id }).first(this.db.raw("created_at::text as created_at"))
    return row ? { createdAt: row.created_at, id } : null
  }

  private async rows(filters: InvoiceFilters, place: Place | null, limit: number): Promise<InvoiceRow[]> {
    const ranges = this.ranges(filters, place).map((range) => range.select("id", "created_at").orderBy([{ column: "created_at", order: "desc" }, { column: "id", order: "desc" }]).limit(limit))
    const places = ranges.length === 1 ? ranges[0]! : this.db.select("id", "created_at").from(this.db.unionAll(ranges, true).as("ranges")).orderBy([{ column: "created_at", order: "desc" }, { column: "id", order: "desc" }]).limit(limit)
    return this.db(tables.invoice)
      .select(`${tables.invoice}.*`)
      .join(places.as("page"), "page.id", `${tables.invoice}.id`)
      .orderBy([{ column: "page.created_at", order: "desc" }, { column: "page.id", order: "desc" }])
  }

  private async count(filters: InvoiceFilters): Promise<number> {
    const ranges = this.ranges(filters, null).map((range) => range.select(this.db.raw("1")).limit(COUNT_LIMIT + 1))
    const [row] = (await this.db.count("* as count").from(this.db.unionAll(ranges, true).as("ranges"))) as { count: string }[]
    return Number(row!.count)
  }

  private ranges(filters: InvoiceFilters, place: Place | null): Knex.QueryBuilder[] {
    const base = () => this.narrowed(filters, place)
    const { status, method } = filters
    if (filters.search || filters.order_id || filters.session_id || filters.invoice_id) {
      // These find few rows by themselves.
      return [base().modify((query) => void (status?.length && query.whereIn("status", status))).modify((query) => void (method?.length && query.whereIn("method", method)))]
    }
    if (status?.length) {
      return status.flatMap((one) => (method?.length ? method : METHODS).map((other) => base().where({ status: one, method: other })))
    }
    return method?.length ? method.map((one) => base().where({ method: one })) : [base()]
  }

  private narrowed(filters: InvoiceFilters, place: Place | null): Knex.QueryBuilder {
    const query = this.db(tables.invoice)
    for (const column of ["account_id", "order_id", "session_id", "invoice_id"] as const) {
      if (filters[column] !== undefined) {
        void query.where(column, filters[column].replaceAll("\0", ""))
      }
    }
    if (filters.from) {
      void query.where("created_at", ">=", filters.from)
    }
    if (filters.to) {
      void query.where("created_at", "<", filters.to)
    }
    if (filters.search?.kind === "name") {
      const { sql, bindings } = nameCondition(filters.search.words)
      void query.whereRaw(sql, bindings)
    }
    if (filters.search?.kind === "exact") {
      void query.whereIn("id", exactIds(this.db, filters.search))
    }
    if (place) {
      void query.whereRaw("(created_at, id) < (?::timestamptz, ?)", [place.createdAt, place.id])
    }
    return query as unknown as Knex.QueryBuilder
  }
}
