import { useCallback, useEffect, useState } from "react"
import { loadTokenizationScript } from "../core/tokenization"

export type ScriptState = "loading" | "ready" | "failed"

/** Loads the gateway's script; without an address nothing is loaded yet. */
export function useTokenizationScript(url: string | undefined): { state: ScriptState; retry: () => void } {
  const [state, setState] = useState<ScriptState>("loading")
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    if (!url) return
    let current = true
    setState("loading")
    loadTokenizationScript(url).then(
      () => { if (current) setState("ready") },
      () => { if (current) setState("failed") },
    )
    return () => { current = false }
  }, [url, attempt])

  const retry = useCallback(() => setAttempt((count) => count + 1), [])
  return { state, retry }
}
