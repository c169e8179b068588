import { useCallback, useEffect, useState } from "react"

export type ScriptState = "loading" | "ready" | "failed"

const loaded = new Map<string, Promise<void>>()

/** Loads a script once for the whole page, however many components ask for it. */
function loadScript(url: string): Promise<void> {
  const known = loaded.get(url)
  if (known) return known
  const loading = new Promise<void>((resolve, reject) => {
    const script = document.createElement("script")
    script.src = url
    script.async = true
    script.onload = () => resolve()
    script.onerror = () => {
      script.remove()
      loaded.delete(url)
      reject(new Error("the script could not be loaded"))
    }
    document.head.append(script)
  })
  loaded.set(url, loading)
  return loading
}

export function useScript(url: string): { state: ScriptState; retry: () => void } {
  const [state, setState] = useState<ScriptState>("loading")
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    let current = true
    setState("loading")
    loadScript(url).then(
      () => { if (current) setState("ready") },
      () => { if (current) setState("failed") },
    )
    return () => { current = false }
  }, [url, attempt])

  const retry = useCallback(() => setAttempt((count) => count + 1), [])
  return { state, retry }
}
