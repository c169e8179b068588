import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { DateTime } from "luxon"
import type { z } from "zod"
import { SAO_PAULO, gatewayDate } from "../../../../../domain/dates"
import type { InvoiceRow } from "../../../../../modules/fatura/ledger/row"
import { shopperLanguage } from "../../../../../modules/fatura/texts/shopper-texts"
import { invoiceForStaff } from "../../../../../modules/fatura/view/staff-view"
import { type Separator, csvMoney, sendCsv, separatorSchema } from "../../../../doors/csv"
import { csvHeader } from "../../../../doors/csv-texts"
import { filtersOf, filtersSchema } from "../../../../doors/invoice-filters"
import { faturaOf, orderNumbers } from "../../../../doors/staff"
import { bodyOf, forStaff } from "../../../../doors/staff-errors"

export const querySchema = filtersSchema.extend({ separator: separatorSchema })

type Line = ReturnType<typeof invoiceForStaff> & { order_display_id: number | null }
type Name = Parameters<typeof csvHeader>[0]

/** `GET /admin/fatura/invoices/export` -> CSV of all invoices that fit, with the list's filters and `separator=semicolon|comma|tab`. */
export const GET = forStaff(async (req, res) => sendInvoices(req, res, bodyOf(querySchema, req.query)))

export const bodySchema = querySchema

/** `POST /admin/fatura/invoices/export` -> the same, with what is searched for in the body, so that no log of an address names a person. */
export const POST = forStaff(async (req, res) => sendInvoices(req, res, bodyOf(bodySchema, req.body)))

async function sendInvoices(req: MedusaRequest, res: MedusaResponse, { separator, ...filters }: z.output<typeof querySchema>): Promise<void> {
  const batches = faturaOf(req).invoiceList.batches(await filtersOf(req, filters))
  const language = shopperLanguage(req.headers["accept-language"])
  await sendCsv<Line>(req, res, {
    name: `faturas-${gatewayDate(new Date())}.csv`,
    separator,
    columns: columns(separator).map(([name, cell]) => [csvHeader(name, language), cell]),
    batches: withOrderNumbers(req, batches),
  })
}

function columns(separator: Separator): [Name, (line: Line) => string | number | null][] {
  return [
    ["id", ({ id }) => id],
    ["invoice_id", ({ invoice_id }) => invoice_id],
    ["order", ({ order_display_id }) => order_display_id],
    ["created_at", ({ created_at }) => localTime(created_at)],
    ["status", ({ status, state }) => status ?? state],
    ["method", ({ method }) => method],
    ["payer", ({ payer_name }) => payer_name],
    ["document", ({ document_masked }) => document_masked],
    ["amount", ({ amount }) => csvMoney(amount, separator)],
    ["paid", ({ paid_amount }) => csvMoney(paid_amount, separator)],
    ["refunded", ({ refunded_amount }) => csvMoney(refunded_amount, separator)],
    ["fees", ({ fees }) => csvMoney(fees, separator)],
    ["net", ({ net_amount }) => csvMoney(net_amount, separator)],
    ["installments", ({ installments }) => installments],
    ["due_on", ({ due_on }) => due_on],
    ["paid_at", ({ paid_at }) => localTime(paid_at)],
    ["nosso_numero", ({ nosso_numero }) => nosso_numero],
    ["end_to_end_id", ({ end_to_end_id }) => end_to_end_id],
    ["tid", ({ tid }) => tid],
    ["account", ({ account_id }) => account_id],
  ]
}

async function* withOrderNumbers(req: MedusaRequest, batches: AsyncIterable<InvoiceRow[]>): AsyncGenerator<Line[]> {
  for await (const rows of batches) {
    const numbers = await orderNumbers(req, rows.map(({ order_id }) => order_id))
    yield rows.map((row) => ({ ...invoiceForStaff(row), order_display_id: numbers.get(row.order_id ?? "") ?? null }))
  }
}

/** "2026-11-28 09:05" in São Paulo: spreadsheets read it as a time. */
function localTime(at: Date | null): string | null {
  return at && DateTime.fromJSDate(at, { zone: SAO_PAULO }).toFormat("yyyy-MM-dd HH:mm")
}
