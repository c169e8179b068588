import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"

/**
 * What staff search for names people. Medusa's access log prints the address when the answer is sent; the query that
 * is read has been parsed by then. Who is not logged in is refused before, with the whole address in the log: so the
 * admin searches by POST.
 */
export function hideQuery(req: MedusaRequest, _res: MedusaResponse, next: MedusaNextFunction): void {
  const end = req.originalUrl.search(/[?#]/)
  if (end >= 0) {
    req.originalUrl = `${req.originalUrl.slice(0, end)}?[query]`
  }
  next()
}
