import type { Tokenization } from "./types"

/** What the gateway's script looks for: the form, the card's inputs, and the hidden input that it writes the token to. */
export type TokenizationPart = "account" | "number" | "cvv" | "name" | "expiry" | "token"

const PARTS: readonly TokenizationPart[] = ["account", "number", "cvv", "name", "expiry", "token"]

/** The attributes of each part, ready to be set or spread. The form's attribute has the public account as its value. */
export type TokenizationMarks = Record<TokenizationPart, Record<string, string>>

/**
 * The attributes by which the gateway's script finds its form and inputs.
 * Throws `TypeError` naming what the store's settings (`tokenization.attributes`) lack.
 */
export function tokenizationMarks({ account, attributes }: Tokenization): TokenizationMarks {
  const missing = PARTS.filter((part) => !attributes[part])
  if (missing.length > 0) throw new TypeError(`The store's setting tokenization.attributes lacks: ${missing.join(", ")}.`)
  return Object.fromEntries(PARTS.map((part) => [part, { [attributes[part]!]: part === "account" ? account : "" }])) as TokenizationMarks
}

// Kept on the page itself: the package may be bundled twice, and the script must not run twice.
const LOADING = "medusa-payment-fatura:scripts"
type Page = typeof globalThis & { [LOADING]?: Map<string, Promise<void>> }

/** Loads the script once for the page, however often it is asked for. Rejects when it can't be loaded; the next call tries again. */
export function loadTokenizationScript(url: string): Promise<void> {
  const scripts = ((globalThis as Page)[LOADING] ??= new Map())
  const known = scripts.get(url)
  if (known) return known
  const loading = new Promise<void>((resolve, reject) => {
    const script = document.createElement("script")
    script.src = url
    script.async = true
    script.onload = () => resolve()
    script.onerror = () => {
      script.remove()
      scripts.delete(url)
      reject(new Error(`The script ${url} could not be loaded.`))
    }
    document.head.append(script)
  })
  scripts.set(url, loading)
  return loading
}
