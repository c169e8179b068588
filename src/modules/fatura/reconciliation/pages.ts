import type { InvoicePage } from "../../../gateway"

/**
 * The newest pages of the gateway's list, at most so many. No source tells in which order the list comes
 * (the sandbox has both), so it is read from the first page; where the newest are last, the rest is taken
 * from the end.
 * @param goesBackEnough whether what is on the page and older is not wanted any more
 */
export async function* newestPages(
  read: (page: number) => Promise<InvoicePage>,
  atMost: number,
  goesBackEnough: (page: InvoicePage) => Promise<boolean>
): AsyncGenerator<InvoicePage> {
  const first = await read(1)
  yield first
  const newestFirst = isNewestFirst(first)
  const more = newestFirst && (await goesBackEnough(first)) ? 0 : Math.min(atMost, first.pages) - 1
  for (let index = 0; index < more; index++) {
    const page = await read(newestFirst ? index + 2 : first.pages - index)
    yield page
    if (await goesBackEnough(page)) {
      return
    }
  }
}

/** Whether a page of several invoices begins with the newest; one that can't tell counts as such. */
export function isNewestFirst({ invoices }: InvoicePage): boolean {
  const ages = invoices.map((invoice) => invoice.createdAt?.getTime() ?? Number(invoice.id))
  return (ages[0] ?? 0) >= (ages[ages.length - 1] ?? 0)
}
