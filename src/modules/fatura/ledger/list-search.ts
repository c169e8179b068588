import type { Database } from "../database"
import { tables } from "../database"

const PAYER_PLAIN = `translate(lower("payer_name"), 'áàâãäéèêëíìîïóòôõöúùûüçñÁÀÂÃÄÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑ', 'aaaaaeeeeiiiiooooouuuucnaaaaaeeeeiiiiooooouuuucn')`
/** Exactly the expression of the index `fatura_invoice_payer_words`, or it is not used. */
const PAYER_WORDS = `to_tsvector('simple'::regconfig, ${PAYER_PLAIN})`

const ACCENTS = /\p{M}/gu
/** No identifier is made of letters alone. */
const NAME = /^[\p{L}\p{M}\s'’.-]+$/u
const EXACT_COLUMNS = ["id", "invoice_id", "gateway_id", "session_id", "reference", "order_id", "nosso_numero", "end_to_end_id"] as const

/** What was typed into the search field: a payer's name, or something that names one invoice. */
export type Search = { kind: "name"; words: string[] } | { kind: "exact"; text: string; orderIds: string[] }

/** @param orderIds the orders whose number was typed */
export function readSearch(typed: string, orderIds: string[] = []): Search | null {
  // PostgreSQL has no text with a zero byte in it, and refuses to compare with one.
  const text = typed.replaceAll("\0", "").trim()
  if (!text) {
    return null
  }
  if (NAME.test(text)) {
    const words = text.normalize("NFD").replace(ACCENTS, "").toLowerCase().split(/[^a-z]+/).filter(Boolean)
    return words.length ? { kind: "name", words } : { kind: "exact", text, orderIds }
  }
  return { kind: "exact", text, orderIds }
}

/** The number of an order in what was typed ("1042", "#1042"), or null. */
export function orderNumberIn(typed: string): number | null {
  const digits = /^\s*#?(\d{1,9})\s*$/.exec(typed)?.[1]
  return digits ? Number(digits) : null
}

/** SQL for a `where`: the beginnings of words of the payer's name, in any order. */
export function nameCondition(words: string[]): { sql: string; bindings: string[] } {
  return { sql: `${PAYER_WORDS} @@ to_tsquery('simple'::regconfig, ?)`, bindings: [words.map((word) => `${word}:*`).join(" & ")] }
}

/**
 * The same for rows that are met on the way down the list: a fraction of the work of a text search for each.
 * `coalesce` keeps the planner from taking two patterns for rare and reading the whole table.
 */
export function nameConditionByRow(words: string[]): { sql: string; bindings: string[] } {
  return { sql: words.map(() => `coalesce(${PAYER_PLAIN} ~ ?, false)`).join(" and "), bindings: words.map((word) => `\\m${word}`) }
}

/** The ids of the invoices that one of their names equals; each column by its own index. */
export function exactIds(db: Database, { text, orderIds }: { text: string; orderIds: string[] }) {
  const ofColumn = (column: string, value: string) => db(tables.invoice).select("id").where(column, value)
  const queries = EXACT_COLUMNS.map((column) => ofColumn(column, text))
  // People type a nosso número with its dots and dashes.
  const digits = text.replace(/[^0-9]/g, "")
  if (digits && digits !== text) {
    queries.push(ofColumn("nosso_numero", digits))
  }
  if (orderIds.length) {
    queries.push(db(tables.invoice).select("id").whereIn("order_id", orderIds))
  }
  return db.union(queries)
}
