import { useEffect } from "react"

/** Calls back when the shopper comes back to this page, as from the bank's app after paying. */
export function useReturn(onReturn: () => void): void {
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === "visible") onReturn()
    }
    document.addEventListener("visibilitychange", look)
    return () => document.removeEventListener("visibilitychange", look)
  }, [onReturn])
}
