/** What the demo tells the shop at run time, so that one build serves any backend. */
export type ShopConfig = {
  /** Base address of the Medusa server, without a slash at its end. */
  backend: string
  publishable_key: string
  region_id: string
  /** Base address of the stand-in gateway; absent when the shop talks to a real one. */
  sandbox?: string
}

/** Reads `/config.json`. Throws when it is missing or incomplete (the demo may still be starting). */
export async function loadConfig(): Promise<ShopConfig> {
  const response = await fetch("/config.json", { cache: "no-store" })
  if (!response.ok) throw new Error("config.json is not there yet")
  const config = await response.json() as Partial<ShopConfig>
  if (!config.backend || !config.publishable_key || !config.region_id) {
    throw new Error("config.json is incomplete")
  }
  const sandbox = config.sandbox?.replace(/\/+$/, "") || undefined
  return {
    backend: config.backend.replace(/\/+$/, ""),
    publishable_key: config.publishable_key,
    region_id: config.region_id,
    sandbox,
  }
}
