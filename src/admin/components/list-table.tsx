import { Table, clx } from "@medusajs/ui"
import type { ReactNode } from "react"
import { useNavigate } from "react-router-dom"

export type Column<Row> = { key: string; header: string; cell: (row: Row) => ReactNode; align?: "right" }

/**
 * A table that scrolls by itself on a narrow screen. A row leads somewhere for the mouse; for keyboard and screen
 * reader one of its cells has to hold the link.
 */
export function ListTable<Row extends { id: string }>({ label, columns, rows, to, dim }: { label: string; columns: Column<Row>[]; rows: Row[]; to?: (row: Row) => string | null; dim?: boolean }) {
  const navigate = useNavigate()
  return (
    <div role="region" aria-label={label} tabIndex={0} className="focus-visible:shadow-borders-focus overflow-x-auto outline-none">
      <Table className={clx("min-w-max", dim && "opacity-60")}>
        <Table.Header>
          <Table.Row>
            {columns.map(({ key, header, align }) => (
              <Table.HeaderCell key={key} scope="col" className={clx("whitespace-nowrap px-3 first:pl-6 last:pr-6", align === "right" && "text-right")}>
                {header}
              </Table.HeaderCell>
            ))}
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {rows.map((row) => {
            const target = to?.(row)
            return (
              <Table.Row key={row.id} className={target ? "cursor-pointer" : undefined} onClick={(event) => target && !isControl(event.target) && navigate(target)}>
                {columns.map(({ key, cell, align }) => (
                  <Table.Cell key={key} className={clx("whitespace-nowrap px-3 first:pl-6 last:pr-6", align === "right" && "text-right tabular-nums")}>
                    {cell(row)}
                  </Table.Cell>
                ))}
              </Table.Row>
            )
          })}
        </Table.Body>
      </Table>
    </div>
  )
}

function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest("a, button, input") !== null
}
