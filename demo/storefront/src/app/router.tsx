import { type AnchorHTMLAttributes, type MouseEvent, useSyncExternalStore } from "react"

const changed = "shop:navigated"

/** Goes to a path of the shop. `replace` leaves no entry behind, so that "back" skips this page. */
export function navigate(to: string, options: { replace?: boolean } = {}): void {
  if (options.replace) history.replaceState(null, "", to)
  else history.pushState(null, "", to)
  window.scrollTo(0, 0)
  window.dispatchEvent(new Event(changed))
}

function subscribe(listener: () => void): () => void {
  window.addEventListener("popstate", listener)
  window.addEventListener(changed, listener)
  return () => {
    window.removeEventListener("popstate", listener)
    window.removeEventListener(changed, listener)
  }
}

/** The current path; renders again on every navigation, including the back button. */
export function usePath(): string {
  return useSyncExternalStore(subscribe, () => window.location.pathname)
}

/** A link inside the shop: a real anchor, so that opening in a new tab and copying the address work. */
export function Link({ href, onClick, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const wantsOtherTab = event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0
    if (event.defaultPrevented || wantsOtherTab) return
    event.preventDefault()
    navigate(href)
  }
  return <a href={href} onClick={follow} {...rest} />
}
