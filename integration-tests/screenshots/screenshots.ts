import { mkdirSync } from "node:fs"
import path from "node:path"
import type { Page } from "playwright-core"
import { killAllChildren } from "../../demo/lib/child"
import { paths } from "../../demo/lib/paths"
import { openDesk, sitDown, type Desk, type Language } from "../e2e/admin-desk"
import setUp from "../support/global-setup"
import tearDown from "../support/global-teardown"
import { fillWorld, type World } from "./world"

const WIDTH = 1280
const noAccount = { FATURA_BASE_URL: undefined, FATURA_TOKEN: undefined, FATURA_SECRET_KEY: undefined, FATURA_LOOK_UPS_PER_MINUTE: "1000" }

/** One picture: where, what to do there first, and how high it is at most. */
type Shot = { name: string; path: string; docs?: boolean; height?: number; before?: (page: Page, language: Language) => Promise<void> }

const firstRun: Shot[] = [
  { name: "settings-first-run", path: "/settings/fatura", docs: true },
  { name: "settings-account-form", path: "/settings/fatura", docs: true, before: (page) => page.getByRole("tabpanel").getByRole("button").first().click() },
]

const pagesOf = (world: World): Shot[] => [
  { name: "settings-accounts", path: "/settings/fatura", docs: true, before: testConnection, height: 1_500 },
  { name: "settings-checkout", path: "/settings/fatura?tab=checkout", docs: true, height: 1_600 },
  { name: "settings-notifications", path: "/settings/fatura?tab=notifications", docs: true, before: (page) => page.getByRole("tabpanel").getByRole("button").last().click() },
  { name: "settings-health", path: "/settings/fatura?tab=health", docs: true, height: 1_700 },
  { name: "invoices", path: "/fatura", docs: true },
  { name: "invoice", path: `/fatura/invoices/${world.pix.rowId}`, docs: true, height: 1_700 },
  { name: "invoice-card", path: `/fatura/invoices/${world.card.rowId}`, height: 1_700 },
  { name: "problems", path: "/fatura/problems", docs: true },
  { name: "disputes", path: "/fatura/disputes" },
  { name: "notices", path: "/fatura/notices" },
  { name: "records", path: "/fatura/records" },
  { name: "report", path: "/fatura/reports", docs: true },
  { name: "order-pix", path: `/orders/${world.pix.orderId}`, docs: true, before: (page) => onlyWidget(page) },
  { name: "order-refunded", path: `/orders/${world.refunded.orderId}`, before: (page) => onlyWidget(page) },
  { name: "order-disputed", path: `/orders/${world.disputed.orderId}`, before: (page) => onlyWidget(page) },
]

async function testConnection(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^(Test connection|Testar conexão): / }).click()
  await page.getByText("x12", { exact: true }).waitFor()
}

/** The widget from its heading on, at the top of the picture. */
async function onlyWidget(page: Page): Promise<void> {
  await page.getByRole("heading", { name: "Fatura", exact: true }).first().evaluate((heading) => {
    let part: HTMLElement | null = heading as HTMLElement
    while (part && !part.className.includes("shadow-elevation-card-rest")) part = part.parentElement
    part?.scrollIntoView({ block: "start" })
  })
}

/** What differs at each run or could be taken for somebody's is covered. */
async function mask(page: Page): Promise<void> {
  await page.evaluate(() => {
    const hidden = /\d{3}\.\d{3}\.\d{3}-\d{2}|\d{2}\.\d{3}\.\d{3}\/\d{4}-\d{2}/g
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.nodeValue && hidden.test(node.nodeValue)) node.nodeValue = node.nodeValue.replace(hidden, (text) => text.replace(/\d/g, "•"))
    }
  })
}

async function shoot(desk: Desk, shots: Shot[], folder: string, options: { language: Language; dark: boolean; suffix: string }): Promise<void> {
  const seat = await sitDown(desk, { ...options, width: WIDTH })
  for (const { name, path: address, before, height = 900 } of shots) {
    await seat.page.setViewportSize({ width: WIDTH, height: 900 })
    await seat.open(address)
    await before?.(seat.page, options.language)
    await seat.page.waitForLoadState("networkidle")
    const needed = await seat.page.evaluate(() => Math.max(...[...document.querySelectorAll("main, .overflow-y-auto")].map((part) => part.scrollHeight)))
    await seat.page.setViewportSize({ width: WIDTH, height: Math.max(700, Math.min(height, needed + 80)) })
    await before?.(seat.page, options.language).catch(() => undefined)
    await mask(seat.page)
    await seat.page.waitForTimeout(400)
    await seat.page.screenshot({ path: path.join(folder, `${name}${options.suffix}.png`), animations: "disabled" })
    console.log(`${name}${options.suffix}`)
  }
  if (seat.faults.length) throw new Error(`faults of the pages: ${seat.faults.join("; ")}`)
  await seat.close()
}

/** The way that staff go: everything by the pages. */
async function addAccount(desk: Desk): Promise<void> {
  const { page, open, close } = await sitDown(desk)
  await open("/settings/fatura")
  await page.getByRole("button", { name: "Add the first account" }).click()
  await page.getByLabel("Name", { exact: true }).fill("Matriz")
  await page.getByLabel("Gateway's address").fill(desk.gateway.url)
  await page.getByLabel("Token", { exact: true }).fill("sandbox-token-5d1c07")
  await page.getByLabel("Secret key", { exact: true }).fill("sandbox-secret-key-77f2")
  await page.getByRole("button", { name: "Save and test" }).click()
  await page.getByText("Connected", { exact: true }).waitFor()
  await close()
}

export async function main(args: string[]): Promise<void> {
  const look = args[0] === "--look" ? path.resolve(args[1] ?? "screenshots") : null
  const folder = look ?? path.join(paths.root, "docs/images")
  mkdirSync(folder, { recursive: true })
  const looks: { language: Language; dark: boolean; suffix: string }[] = look
    ? [{ language: "en", dark: false, suffix: "-en" }, { language: "ptBR", dark: true, suffix: "-pt-dark" }, { language: "ptBR", dark: false, suffix: "-pt" }]
    : [{ language: "en", dark: false, suffix: "" }]
  const chosen = (shots: Shot[]) => shots.filter(({ docs }) => look || docs)
  await setUp()
  let desk: Desk | undefined
  try {
    desk = await openDesk({ env: noAccount })
    for (const one of looks) await shoot(desk, chosen(firstRun), folder, one)
    await addAccount(desk)
    const world = await fillWorld(desk)
    for (const one of looks) await shoot(desk, chosen(pagesOf(world)), folder, one)
  } finally {
    await desk?.close()
    await tearDown()
    killAllChildren()
  }
}
