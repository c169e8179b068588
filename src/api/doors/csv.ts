import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { pipeline } from "node:stream/promises"
import { Readable } from "node:stream"
import { stringify } from "csv-stringify"
import { z } from "zod"
import { wordsOfError } from "../../domain/words-of-error"
import { cents, reaisText } from "../../domain/money"

/** Spreadsheets that speak Portuguese want a semicolon between cells and a comma in numbers. */
const SEPARATORS = { semicolon: ";", comma: ",", tab: "\t" } as const
export type Separator = keyof typeof SEPARATORS
export const separatorSchema = z.enum(["semicolon", "comma", "tab"]).default("semicolon")

/** The reader closed the connection, as by cancelling the download. */
const GONE = "ERR_STREAM_PREMATURE_CLOSE"

type Cell = string | number | null
/** The rows of a file, in batches: no more than one is held in memory. */
export type Batches<Row> = AsyncIterable<Row[]> | Iterable<Row[]>

/** Reais -> a number as a spreadsheet of that separator reads it: "115,70" or "115.70". */
export function csvMoney(amount: number | null, separator: Separator): string | null {
  if (amount === null) {
    return null
  }
  const text = reaisText(cents(Math.round(amount * 100)))
  return separator === "comma" ? text : text.replace(".", ",")
}

/**
 * Streams a CSV file in UTF-8 with a byte order mark, by which spreadsheets know it. Text that a spreadsheet would
 * take for a formula is made plain text: a payer can choose a name. What fails half-way cuts the connection, so that
 * nobody takes a part for the whole.
 */
export async function sendCsv<Row>(req: MedusaRequest, res: MedusaResponse, file: { name: string; columns: [header: string, cell: (row: Row) => Cell][]; separator: Separator; batches: Batches<Row> }): Promise<void> {
  const { columns } = file
  res.setHeader("Content-Type", "text/csv; charset=utf-8")
  res.setHeader("Content-Disposition", `attachment; filename="${file.name}"`)
  res.setHeader("Cache-Control", "no-store")
  const stringifier = stringify({
    bom: true,
    header: true,
    columns: columns.map(([header], index) => ({ key: String(index), header })),
    delimiter: SEPARATORS[file.separator],
    record_delimiter: "windows",
    escape_formulas: true,
  })
  try {
    await pipeline(Readable.from(cellsOf(file.batches, columns)), stringifier, res)
  } catch (error) {
    if (!res.headersSent) {
      throw error
    }
    res.destroy()
    if ((error as { code?: string }).code !== GONE) {
      req.scope.resolve(ContainerRegistrationKeys.LOGGER).error(`Fatura: the file ${file.name} was cut short (${wordsOfError(error)})`)
    }
  }
}

async function* cellsOf<Row>(batches: Batches<Row>, columns: [string, (row: Row) => Cell][]): AsyncGenerator<Record<string, Cell>> {
  for await (const batch of batches) {
    for (const row of batch) {
      yield Object.fromEntries(columns.map(([, cell], index) => [String(index), cell(row)]))
    }
  }
}
