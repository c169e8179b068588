import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core"
import { adminLogin } from "../../demo/store/src/seed/constants"
import { startGateway, startStore, type Gateway, type Store, type StoreOptions } from "../support"
import { quietBrowser } from "./shop"

const axeSource = readFileSync(createRequire(__filename).resolve("axe-core/axe.min.js"), "utf8")

/** The dashboard of a real store as staff have it: built, served, in front of the stand-in gateway. */
export type Desk = { store: Store; gateway: Gateway; browser: Browser; close(): Promise<void> }

export async function openDesk(options: StoreOptions = {}): Promise<Desk> {
  const executablePath = process.env.CHROME_PATH
  if (!executablePath) throw new Error("no browser: name one in CHROME_PATH, or run `npm test -- e2e`, which finds it")
  const gateway = await startGateway()
  const store = await startStore({ sandboxUrl: gateway.url, withAdmin: true, ...options })
  const browser = await chromium.launch({ executablePath, args: quietBrowser })
  return {
    store, gateway, browser,
    close: async () => {
      await browser.close()
      await store.close()
      await gateway.close()
    },
  }
}

export type Language = "en" | "ptBR"
export type Seat = { page: Page; context: BrowserContext; faults: string[]; open(path: string): Promise<void>; close(): Promise<void> }

/** One member of the staff, logged in, with the dashboard in a language; every fault of the page is kept. */
export async function sitDown(desk: Desk, options: { language?: Language; width?: number; dark?: boolean } = {}): Promise<Seat> {
  const { language = "en", width = 1280, dark = false } = options
  const context = await desk.browser.newContext({
    viewport: { width, height: 900 },
    timezoneId: "America/Sao_Paulo",
    acceptDownloads: true,
    permissions: ["clipboard-read", "clipboard-write"],
  })
  context.setDefaultTimeout(20_000)
  await context.addInitScript(
    ([lng, theme]) => {
      localStorage.setItem("lng", lng!)
      localStorage.setItem("medusa_admin_theme", theme!)
    },
    [language, dark ? "dark" : "light"],
  )
  await context.addCookies([{ name: "lng", value: language, url: desk.store.url }])
  const page = await context.newPage()
  const faults: string[] = []
  page.on("pageerror", (error) => faults.push(error.message))
  await logIn(context, desk.store)
  return {
    page, context, faults,
    open: async (path) => {
      await page.goto(`${desk.store.url}/app${path}`)
      await page.waitForLoadState("networkidle")
    },
    close: () => context.close(),
  }
}

/** The dashboard's own session, without its log-in page: that is Medusa's, and takes seconds. */
async function logIn({ request }: BrowserContext, { url }: Store): Promise<void> {
  const answer = await request.post(`${url}/auth/user/emailpass`, { data: adminLogin })
  const { token } = (await answer.json()) as { token: string }
  const session = await request.post(`${url}/auth/session`, { headers: { authorization: `Bearer ${token}` } })
  if (!session.ok()) throw new Error(`no session: ${session.status()} ${await session.text()}`)
}

type Violation = { id: string; impact: string; nodes: { html: string; target: string[] }[] }

/** What axe finds that keeps people out, within a part of the page. */
export async function seriousFaults(page: Page, within: string): Promise<string[]> {
  await page.evaluate(axeSource)
  const violations = await page.evaluate(async (selector) => {
    const { axe } = window as unknown as { axe: { run(context: unknown, options: unknown): Promise<{ violations: Violation[] }> } }
    return (await axe.run({ include: [selector] }, { resultTypes: ["violations"] })).violations
  }, within)
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
}
