import { useEffect } from "react"

/** The title of the browser's tab, which also tells a shopper in another tab that the payment arrived. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Loja Ipê (demonstração)`
  }, [title])
}
