import { useState } from "react"

export type Keyset = { after: string | undefined; isFirst: boolean; forth(cursor: string): void; back(): void }

/**
 * Where one is in a list whose pages are known by the last entry of the page before.
 * @param of what the list is narrowed by: when it changes, the list begins anew
 */
export function useKeyset(of: string): Keyset {
  const [state, setState] = useState<{ of: string; cursors: string[] }>({ of, cursors: [] })
  const cursors = state.of === of ? state.cursors : []
  return {
    after: cursors.at(-1),
    isFirst: cursors.length === 0,
    forth: (cursor) => setState({ of, cursors: [...cursors, cursor] }),
    back: () => setState({ of, cursors: cursors.slice(0, -1) }),
  }
}
