import { useCallback, useEffect, useRef, useState } from "react"

export type Loaded<T> = { state: "loading" } | { state: "ready"; value: T } | { state: "failed"; error: unknown }

/**
 * Loads something when the component appears and again on `reload`; `refresh` does it while the old value is shown.
 * An answer that comes after a newer load began, or after the component left, is dropped.
 */
export function useLoad<T>(load: () => Promise<T>): Loaded<T> & { reload: () => void; refresh: () => void } {
  const [result, setResult] = useState<Loaded<T>>({ state: "loading" })
  const newest = useRef(0)
  const loader = useRef(load)
  loader.current = load

  const begin = useCallback((failed: (error: unknown) => Loaded<T> | null) => {
    const turn = ++newest.current
    const show = (next: Loaded<T> | null) => { if (next && turn === newest.current) setResult(next) }
    loader.current().then((value) => show({ state: "ready", value }), (error: unknown) => show(failed(error)))
  }, [])

  const reload = useCallback(() => {
    setResult({ state: "loading" })
    begin((error) => ({ state: "failed", error }))
  }, [begin])

  const isReady = result.state === "ready"
  // What is shown stays when this fails: nobody asked for it. What is not there yet is loaded already, or by `reload`.
  const refresh = useCallback(() => { if (isReady) begin(() => null) }, [begin, isReady])

  useEffect(() => {
    reload()
    return () => { newest.current++ }
  }, [reload])

  return { ...result, reload, refresh }
}
