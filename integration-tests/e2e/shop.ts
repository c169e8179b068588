import type { Server } from "node:http"
import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core"
import { freePort } from "../../demo/lib/ports"
import { serveStorefront } from "../../demo/lib/storefront"
import { startGateway, startStore, type Gateway, type Store } from "../support"

export const quietBrowser = [
  "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking",
  "--disable-component-update", "--disable-sync", "--no-first-run",
]

/** The demo's storefront as shoppers meet it: built, served, in front of a real store and the stand-in gateway. */
export type Shop = {
  address: string
  store: Store
  gateway: Gateway
  browser: Browser
  close(): Promise<void>
}

export async function openShop(): Promise<Shop> {
  const executablePath = process.env.CHROME_PATH
  if (!executablePath) throw new Error("no browser: name one in CHROME_PATH, or run `npm test -- e2e`, which finds it")
  const { port, address, env } = await placeForStorefront()
  const gateway = await startGateway()
  const store = await startStore({ sandboxUrl: gateway.url, pluginOptions: { methods: { card: { maxInstallments: 6 } } }, env })
  const [server, browser] = await Promise.all([
    serveShop(port, store, gateway),
    chromium.launch({ executablePath, args: quietBrowser }),
  ])
  return {
    address, store, gateway, browser,
    close: async () => {
      await browser.close()
      await end(server)
      await store.close()
      await gateway.close()
    },
  }
}

/** Where a storefront will be served, and what a store has to know of it before it starts. */
export async function placeForStorefront(): Promise<{ port: number; address: string; env: Record<string, string> }> {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  return { port, address, env: { STORE_CORS: address, AUTH_CORS: address, FATURA_STOREFRONT_URL: address } }
}

export function serveShop(port: number, store: Store, gateway: Gateway): Promise<Server> {
  return serveStorefront(port, { backend: store.url, publishable_key: store.publishableKey, region_id: store.regionId, sandbox: gateway.url })
}

export function end(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

const devices = {
  phone: { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1280, height: 800 } },
}
export type Device = keyof typeof devices

/** One shopper's browser: nothing of another one's storage, and every fault of the page kept. */
export type Visit = { page: Page; context: BrowserContext; faults: string[] }

export async function visit(shop: Shop, device: Device): Promise<Visit> {
  const context = await shop.browser.newContext({
    ...devices[device],
    locale: "pt-BR",
    timezoneId: "America/Sao_Paulo",
    permissions: ["clipboard-read", "clipboard-write"],
  })
  context.setDefaultTimeout(20_000)
  const page = await context.newPage()
  const faults: string[] = []
  page.on("pageerror", (error) => faults.push(error.message))
  return { page, context, faults }
}
