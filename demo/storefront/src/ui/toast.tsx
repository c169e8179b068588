import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from "react"
import { usePath } from "../app/router"

const ToastContext = createContext<(content: ReactNode) => void>(() => undefined)

const shownFor = 5000

/** Shows a short message at the bottom of the screen; it is also read out. */
export function useToast(): (content: ReactNode) => void {
  return useContext(ToastContext)
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<{ content: ReactNode } | null>(null)
  const path = usePath()
  const show = useCallback((content: ReactNode) => setToast({ content }), [])

  // A message about the page before would cover this one.
  useEffect(() => setToast(null), [path])

  useEffect(() => {
    if (!toast) return
    const timer = setTimeout(() => setToast(null), shownFor)
    return () => clearTimeout(timer)
  }, [toast])

  return (
    <ToastContext.Provider value={show}>
      {children}
      <div className="toast-area" role="status" aria-live="polite">
        {toast && <div className="toast" data-testid="toast">{toast.content}</div>}
      </div>
    </ToastContext.Provider>
  )
}
