import { useLocation, useNavigate } from "react-router-dom"

export const FILTERS = ["q", "status", "method", "account_id", "from", "to"] as const
export type ListQuery = { q: string; status: string[]; method: string[]; account_id: string; from: string; to: string }

/**
 * What the list of invoices is narrowed by. It stands in the address, so that it can be kept and sent; what is
 * searched for, which may be a person, in the part behind the `#` that no browser sends to a server.
 */
export function useListQuery(): { query: ListQuery; change(part: Partial<ListQuery>): void; clear(): void; isNarrowed: boolean } {
  const { search, hash } = useLocation()
  const navigate = useNavigate()
  const params = new URLSearchParams(search)
  const query: ListQuery = {
    q: new URLSearchParams(hash.slice(1)).get("q") ?? "",
    status: params.getAll("status"),
    method: params.getAll("method"),
    account_id: params.get("account_id") ?? "",
    from: params.get("from") ?? "",
    to: params.get("to") ?? "",
  }
  const change = (part: Partial<ListQuery>) => {
    const { q, ...filters } = { ...query, ...part }
    const after = new URLSearchParams(Object.entries(filters).flatMap(([name, value]) => [value].flat().filter(Boolean).map((one) => [name, one])))
    void navigate({ search: after.toString(), hash: q ? new URLSearchParams({ q }).toString() : "" }, { replace: true })
  }
  return { query, change, clear: () => change({ q: "", status: [], method: [], account_id: "", from: "", to: "" }), isNarrowed: FILTERS.some((name) => query[name].length > 0) }
}

/** What of it says something, as the routes take it. */
export function asBody(query: ListQuery): Record<string, unknown> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value.length > 0))
}
