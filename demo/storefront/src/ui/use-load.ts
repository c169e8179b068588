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

  const reload = useCallback(() => {
    const turn = ++newest.current
    setResult({ state: "loading" })
    loader.current().then(
      (value) => { if (turn === newest.current) setResult({ state: "ready", value }) },
      (error: unknown) => { if (turn === newest.current) setResult({ state: "failed", error }) },
    )
  }, [])

  useEffect(() => {
    reload()
    return () => { newest.current++ }
  }, [reload])

  const refresh = useCallback(() => {
    const turn = ++newest.current
    loader.current().then(
      (value) => { if (turn === newest.current) setResult({ state: "ready", value }) },
      // What is shown stays: nobody asked for this.
      () => undefined,
    )
  }, [])

  return { ...result, reload, refresh }
}
