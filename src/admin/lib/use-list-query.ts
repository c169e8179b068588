import { useSearchParams } from "react-router-dom"

export const FILTERS = ["q", "status", "method", "account_id", "from", "to"] as const
export type ListQuery = { q: string; status: string[]; method: string[]; account_id: string; from: string; to: string }

/** What the list of invoices is narrowed by. It stands in the address, so that it can be kept and sent. */
export function useListQuery(): { query: ListQuery; change(part: Partial<ListQuery>): void; clear(): void; isNarrowed: boolean } {
  const [params, setParams] = useSearchParams()
  const query: ListQuery = {
    q: params.get("q") ?? "",
    status: params.getAll("status"),
    method: params.getAll("method"),
    account_id: params.get("account_id") ?? "",
    from: params.get("from") ?? "",
    to: params.get("to") ?? "",
  }
  const change = (part: Partial<ListQuery>) => {
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        for (const [name, value] of Object.entries(part)) {
          after.delete(name)
          for (const one of [value].flat()) {
            if (one) {
              after.append(name, one)
            }
          }
        }
        return after
      },
      { replace: true }
    )
  }
  return { query, change, clear: () => change({ q: "", status: [], method: [], account_id: "", from: "", to: "" }), isNarrowed: FILTERS.some((name) => params.get(name)) }
}
