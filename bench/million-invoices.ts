/**
 * `npm run bench -- million-invoices [rows]`: how long the staff's list of invoices takes with a million rows in the
 * ledger: pages, filters, searches, each with its count, as the route runs them. Ends with 1 when a 95th percentile
 * is 100 ms or more, or a plan uses no index.
 */
import { ModulesSdkUtils } from "@medusajs/framework/utils"
import { dropDatabase } from "../demo/lib/database"
import { testServer } from "../integration-tests/support/environment"
import setUp from "../integration-tests/support/global-setup"
import tearDown from "../integration-tests/support/global-teardown"
import { cloneTemplate } from "../integration-tests/support/template"
import type { Database } from "../src/modules/fatura/database"
import { type InvoiceFilters, InvoiceList } from "../src/modules/fatura/ledger/list-invoices"
import { readSearch } from "../src/modules/fatura/ledger/list-search"
import { percentile, table } from "./lib/figures"

const LIMIT_MS = 100
const REPEATS = 40
const PAGE = 20

const FIRST = "{Ana,Beatriz,Bruno,Caio,Camila,Carlos,Clara,Daniel,Eduardo,Fernanda,Gabriel,Helena,Igor,Isabela,João,Joana,Júlia,Larissa,Lucas,Luiza,Marcos,Maria,Mariana,Mateus,Miguel,Natália,Otávio,Paula,Pedro,Rafael,Renata,Ricardo,Rita,Rodrigo,Sofia,Tiago,Vitória,Yara,Zilda,Zuleica}"
const LAST = "{Silva,Santos,Oliveira,Souza,Rodrigues,Ferreira,Alves,Pereira,Lima,Gomes,Costa,Ribeiro,Martins,Carvalho,Almeida,Lopes,Soares,Fernandes,Vieira,Barbosa,Rocha,Dias,Nascimento,Andrade,Moreira,Nunes,Marques,Machado,Mendes,Freitas,Cardoso,Ramos,Gonçalves,Santana,Teixeira,Araújo,Conceição,Brandão,Xavier,Quaresma}"

/** Two years of invoices. Some statuses are frequent, some rare, and some stand at one end of time alone. */
const FILL = `insert into fatura_invoice
  (id, account_id, payment_collection_id, session_id, attempt, reference, method, state, is_live, status, gateway_id, invoice_id, amount_cents,
   paid_cents, fees_cents, net_cents, issuing_started_at, paid_at, payer_name, nosso_numero, order_id, created_at, updated_at)
  select 'finv_' || lpad(n::text, 26, '0'), case when r1 < 0.999 then 'facc_main' else 'facc_small' end, 'pay_col_' || n, 'payses_' || n, 1, 'payses_' || n || '-1',
    case when r2 < 0.7 then 'pix' when r2 < 0.9 then 'card' else 'boleto' end, 'issued', false,
    case when age < interval '2 days' and r3 < 0.3 then 'awaiting_payment'
         when age > interval '700 days' and r3 < 0.02 then 'overdue'
         when r3 < 0.8 then 'paid' when r3 < 0.93 then 'canceled' when r3 < 0.97 then 'refunded' when r3 < 0.99 then 'denied'
         when r3 < 0.999 then 'partially_refunded' else 'disputed' end,
    (1000000 + n)::text, (5000000 + n)::text, 1000 + n % 90000, 1000 + n % 90000, 99, 901 + n % 90000, now() - age, case when r3 < 0.8 then now() - age end,
    (first_names)[1 + floor(r4 * r4 * 40)::int] || ' ' || (last_names)[1 + floor(r5 * r5 * 40)::int], case when r2 >= 0.9 then (70000000 + n)::text end,
    'order_' || n, now() - age, now() - age
  from (select n, random() r1, random() r2, random() r3, random() r4, random() r5, (ROWS - n) * (interval '730 days' / ROWS) as age,
          '${FIRST}'::text[] first_names, '${LAST}'::text[] last_names from generate_series(1, ROWS) n) made`

type Scenario = { name: string; filters: (repeat: number) => InvoiceFilters; deep?: boolean }

function scenarios(rows: number): Scenario[] {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000)
  const some = (repeat: number) => 1 + ((repeat * 7_919) % rows)
  const search = (typed: string, orders: string[] = []) => ({ search: readSearch(typed, orders) })
  return [
    { name: "first page", filters: () => ({}) },
    { name: "a page deep in the list", filters: () => ({}), deep: true },
    { name: "status, frequent", filters: () => ({ status: ["paid"] }) },
    { name: "status, rare", filters: () => ({ status: ["disputed"] }) },
    { name: "status, only new rows", filters: () => ({ status: ["awaiting_payment"] }) },
    { name: "status, only old rows", filters: () => ({ status: ["overdue"] }) },
    { name: "three statuses and two methods", filters: () => ({ status: ["paid", "overdue", "disputed"], method: ["boleto", "card"] }) },
    { name: "method", filters: () => ({ method: ["boleto"] }), deep: true },
    { name: "a small account", filters: () => ({ account_id: "facc_small" }) },
    { name: "a month long ago", filters: () => ({ from: day(500), to: day(470) }) },
    { name: "a month long ago, one status", filters: () => ({ status: ["refunded"], from: day(500), to: day(470) }) },
    { name: "search by gateway id", filters: (repeat) => search(String(5_000_000 + some(repeat))) },
    { name: "search by order number", filters: (repeat) => search(String(some(repeat)), [`order_${some(repeat)}`]) },
    { name: "search by session id", filters: (repeat) => search(`payses_${some(repeat)}`) },
    { name: "search by nosso número", filters: (repeat) => search(`7.${String(some(repeat)).padStart(7, "0")}`) },
    { name: "search by what is nowhere", filters: () => search("finv_nowhere_1") },
    { name: "search by a frequent name", filters: () => search("ana") },
    { name: "search by first letters", filters: (repeat) => search(["ma", "jo", "r", "a"][repeat % 4]!) },
    { name: "search by full name", filters: (repeat) => search(["maria silva", "conceição joão", "Zuleica Quaresma", "zilda x"][repeat % 4]!) },
    { name: "search by a rare name", filters: () => search("zuleica quaresma") },
    { name: "search by a name that nobody has", filters: () => search("wolfgang") },
    { name: "search by name, one status", filters: () => ({ ...search("rocha"), status: ["disputed"] }) },
  ]
}

async function main(rows: number): Promise<void> {
  await setUp()
  const url = await cloneTemplate(testServer())
  const db = ModulesSdkUtils.createPgConnection({ clientUrl: url, pool: { min: 0, max: 4 } }) as Database
  const list = new InvoiceList(db)
  const times: Record<string, number[]> = {}
  const faults: string[] = []
  try {
    const startedAt = performance.now()
    await db.raw(FILL.replaceAll("ROWS", String(rows)))
    await db.raw("vacuum analyze fatura_invoice")
    const { rows: sizes } = await db.raw("select count(*)::int as count, pg_size_pretty(pg_total_relation_size('fatura_invoice')) as size from fatura_invoice")
    console.log(`${sizes[0].count} rows, ${sizes[0].size} with indexes, made in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
    for (const { name, filters, deep } of scenarios(rows)) {
      const after = deep ? `finv_${String(Math.floor(rows / 2)).padStart(26, "0")}` : undefined
      const statements = await recorded(db, () => list.page(filters(0), { limit: PAGE, after }))
      times[name] = []
      for (let repeat = 0; repeat < REPEATS; repeat++) {
        const before = performance.now()
        await list.page(filters(repeat), { limit: PAGE, after })
        times[name].push(performance.now() - before)
      }
      const plans = await Promise.all(statements.map(({ sql, bindings }) => planOf(db, sql, bindings)))
      if (plans.some((plan) => plan.includes("Seq Scan on fatura_invoice"))) {
        faults.push(`${name}: a plan without an index\n${plans.join("\n\n")}`)
      }
      if (percentile(times[name], 95) >= LIMIT_MS) {
        faults.push(`${name}: p95 ${percentile(times[name], 95).toFixed(0)} ms\n${plans.join("\n\n")}`)
      }
    }
  } finally {
    await db.destroy()
    await dropDatabase(url)
    await tearDown()
  }
  console.log(table(times))
  console.log(`all: p95 ${percentile(Object.values(times).flat(), 95).toFixed(0)} ms`)
  if (faults.length) {
    console.log(faults.join("\n\n"))
    process.exitCode = 1
  }
}

type Statement = { sql: string; bindings: readonly unknown[] }

async function recorded(db: Database, work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = []
  const note = ({ sql, bindings }: Statement) => void statements.push({ sql, bindings })
  db.on("query", note)
  await work()
  db.removeListener("query", note)
  return statements
}

async function planOf(db: Database, sql: string, bindings: readonly unknown[]): Promise<string> {
  // Recorded statements have numbered places, which this driver takes on a connection alone.
  const connection = await db.client.acquireConnection()
  try {
    const { rows } = await connection.query(`explain analyze ${sql}`, [...bindings])
    return rows.map((row: { "QUERY PLAN": string }) => row["QUERY PLAN"]).join("\n")
  } finally {
    await db.client.releaseConnection(connection)
  }
}

main(Number(process.argv[2] ?? 1_000_000)).catch((error) => {
  console.error(error)
  process.exitCode = 1
})
