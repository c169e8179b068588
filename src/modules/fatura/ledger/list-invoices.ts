import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { InvoiceStatus } from "../../../domain/invoice-status"
import { type Database, tables } from "../database"
import type { InvoiceRow, PaymentMethod } from "./row"
import { type Search, exactIds, nameCondition, nameConditionByRow } from "./list-search"

const METHODS: PaymentMethod[] = ["pix", "boleto", "card"]
/** Counting on costs more than anybody learns from it; the answer says that there are more. */
export const COUNT_LIMIT = 1_000
const EXPORT_BATCH = 500
/** A name that more invoices bear is soon met on the way down the list; a rarer one is looked up. */
const RARE_NAME = 5_000
/** Columns that a list is ordered or narrowed by. */
const NARROWING = ["id", "created_at", "status", "method", "account_id", "order_id", "session_id", "invoice_id"]
const NEWEST_FIRST = [{ column: "created_at", order: "desc" as const }, { column: "id", order: "desc" as const }]

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

/** The invoices among which a list looks, anew for each query; `atLeast` so many of them where that is known. */
type Source = (() => Knex.QueryBuilder) & { atLeast?: number }

/**
 * The staff's list of a ledger that may have a million rows: newest first, by keyset. Status and method have
 * few values, so a page is put together from one ordered index range for each pair of them: the database then
 * reads as many rows as it shows, whether they are frequent, rare, new or old.
 */
export class InvoiceList {
  constructor(private readonly db: Database) {}

  /** @param page `after` is the last id of the page before; one that is unknown begins at the top */
  async page(filters: InvoiceFilters, page: { limit: number; after?: string }): Promise<InvoicePage> {
    const [place, source] = await Promise.all([page.after ? this.placeOf(page.after) : null, this.sourceOf(filters.search)])
    const [found, counted] = await Promise.all([this.rows(filters, source, place, page.limit + 1), this.count(filters, source)])
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
    const source = await this.sourceOf(filters.search)
    let place: Place | null = null
    for (;;) {
      const rows: InvoiceRow[] = await this.rows(filters, source, place, EXPORT_BATCH)
      if (rows.length) {
        yield rows
      }
      if (rows.length < EXPORT_BATCH) {
        return
      }
      place = await this.placeOf(rows.at(-1)!.id)
    }
  }

  /** Since when we know of a dispute, by invoice; of the disputed ones alone. */
  async disputedSince(rows: InvoiceRow[]): Promise<Map<string, Date>> {
    const ids = rows.filter(({ status }) => status === "disputed").map(({ id }) => id)
    const events = ids.length ? await this.db(tables.event).whereIn("fatura_invoice_id", ids).where({ to_status: "disputed" }).groupBy("fatura_invoice_id").select("fatura_invoice_id").max("created_at as at") : []
    return new Map((events as { fatura_invoice_id: string; at: Date }[]).map(({ fatura_invoice_id, at }) => [fatura_invoice_id, at]))
  }

  private async placeOf(id: string): Promise<Place | null> {
    const row = await this.db(tables.invoice).where({ id }).first(this.db.raw("created_at::text as created_at"))
    return row ? { createdAt: row.created_at, id } : null
  }

  private async rows(filters: InvoiceFilters, source: Source, place: Place | null, limit: number): Promise<InvoiceRow[]> {
    const ranges = this.ranges(filters, source, place).map((range) => range.select("id", "created_at").orderBy(NEWEST_FIRST).limit(limit))
    const places = ranges.length === 1 ? ranges[0]! : this.db.select("id", "created_at").from(this.db.unionAll(ranges, true).as("ranges")).orderBy(NEWEST_FIRST).limit(limit)
    return this.db(tables.invoice)
      .select(`${tables.invoice}.*`)
      .join(places.as("page"), "page.id", `${tables.invoice}.id`)
      .orderBy([{ column: "page.created_at", order: "desc" }, { column: "page.id", order: "desc" }])
  }

  private async count(filters: InvoiceFilters, source: Source): Promise<number> {
    const { search: _search, ...narrowing } = filters
    if (source.atLeast !== undefined && source.atLeast > COUNT_LIMIT && Object.values(narrowing).every((value) => value === undefined || (Array.isArray(value) && !value.length))) {
      return source.atLeast
    }
    const ranges = this.ranges(filters, source, null).map((range) => range.select("id").orderBy(NEWEST_FIRST).limit(COUNT_LIMIT + 1))
    const [row] = (await this.db.count("* as count").from(this.db.unionAll(ranges, true).as("ranges"))) as { count: string }[]
    return Number(row!.count)
  }

  private ranges(filters: InvoiceFilters, source: Source, place: Place | null): Knex.QueryBuilder[] {
    const base = () => this.narrowed(source(), filters, place)
    const { status, method } = filters
    if (filters.search?.kind === "exact" || filters.order_id || filters.session_id || filters.invoice_id) {
      // These find few rows by themselves.
      const few = base()
      void (status?.length && few.whereIn("status", status))
      void (method?.length && few.whereIn("method", method))
      return [few]
    }
    if (status?.length) {
      return status.flatMap((one) => (method?.length ? method : METHODS).map((other) => base().where({ status: one, method: other })))
    }
    return method?.length ? method.map((one) => base().where({ method: one })) : [base()]
  }

  /**
   * What the search leaves of the ledger. A rare name is looked up first and its invoices put in order, a frequent
   * one is met soon enough on the way down the list; the database can't tell the one from the other, since it has
   * no statistics about beginnings of words.
   */
  private async sourceOf(search: Search | null | undefined): Promise<Source> {
    const all = () => this.db(tables.invoice) as unknown as Knex.QueryBuilder
    if (!search) {
      return all
    }
    if (search.kind === "exact") {
      return () => all().whereIn("id", exactIds(this.db, search))
    }
    const { sql, bindings } = nameCondition(search.words)
    const named = () => all().select(...NARROWING).whereRaw(sql, bindings)
    const [row] = (await this.db.count("* as count").from(named().limit(RARE_NAME + 1).as("named"))) as { count: string }[]
    if (Number(row!.count) > RARE_NAME) {
      const byRow = nameConditionByRow(search.words)
      return Object.assign(() => all().whereRaw(byRow.sql, byRow.bindings), { atLeast: RARE_NAME + 1 })
    }
    return () => this.db.withMaterialized("named", named()).from("named")
  }

  private narrowed(query: Knex.QueryBuilder, filters: InvoiceFilters, place: Place | null): Knex.QueryBuilder {
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
    if (place) {
      void query.whereRaw("(created_at, id) < (?::timestamptz, ?)", [place.createdAt, place.id])
    }
    return query
  }
}
