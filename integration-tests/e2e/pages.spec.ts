import type { Server } from "node:http"
import path from "node:path"
import { mkdir, readFile } from "node:fs/promises"
import { gzipSync } from "node:zlib"
import { chromium, type Browser, type Page } from "playwright-core"
import { freePort } from "../../demo/lib/ports"
import { paths } from "../../demo/lib/paths"
import { serveStorefront } from "../../demo/lib/storefront"
import type { SessionStatus, SessionView } from "../../src/storefront/core/types"
import { type FakeStore, options, pretendStore, sessionOf } from "./fake-store"
import { quietBrowser } from "./shop"

/** Every page and every state of a payment, as they look: with a store that is pretended, so that each state is there at once. */
let browser: Browser
let server: Server
let address: string
let axe: string
const widths = [360, 1280]

beforeAll(async () => {
  const port = await freePort()
  address = `http://127.0.0.1:${port}`
  server = await serveStorefront(port, { backend: "", publishable_key: "", region_id: "", sandbox: "" })
  browser = await chromium.launch({ executablePath: process.env.CHROME_PATH!, args: quietBrowser })
  axe = await readFile(require.resolve("axe-core/axe.min.js"), "utf8")
})
afterAll(async () => {
  await browser?.close()
  await new Promise((resolve) => {
    server.close(resolve)
    server.closeAllConnections()
  })
})

type Scene = { at: string; store?: FakeStore | (() => Promise<FakeStore>); ready: string; storage?: Record<string, string>; then?: (page: Page) => Promise<void> }

const boleto = { line: "23793381286000782713695000063305975520000370000", barcode: "23799755200003700003381260007827139500006330", barcode_svg: "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 20'><path d='M0 0h2v20H0zM5 0h1v20H5zM9 0h3v20H9zM50 0h3v20h-3zM97 0h3v20h-3z'/></svg>", url: "https://gateway.invalid/boleto.pdf", due_at: "2026-12-11" }
const withSession = (changes: Partial<SessionView>) => async () => ({ session: await sessionOf(changes) })
const payment = (changes: Partial<SessionView>): Scene => ({ at: "/pedido/payses_1", store: withSession(changes), ready: "payment-status" })
const ended = (status: SessionStatus, changes: Partial<SessionView> = {}): Scene => payment({ status, pix: undefined, next_step: "none", can_renew: false, ...changes })
const inCart = { "loja.cart": "cart_1" }

const scenes: Record<string, Scene> = {
  products: { at: "/", ready: "product-list" },
  product: { at: "/produto/cafe", ready: "add-to-cart" },
  cart: { at: "/carrinho", ready: "cart-line", storage: inCart },
  "empty cart": { at: "/carrinho", ready: "cart-empty" },
  checkout: { at: "/checkout", ready: "payment-method-pp_pix_fatura", storage: inCart },
  "checkout of a returning customer": {
    at: "/checkout", ready: "checkout-payer", storage: { ...inCart, "loja.customer": "token" },
    store: { options: { ...options, saved_payers: [{ id: "fpay_1", name: "Marina Duarte", document_masked: "***.456.789-**" }] } },
    // Nothing but the button is left to press.
    then: async (page) => {
      await page.locator('[data-testid="place-order"]:not([disabled])').waitFor()
      for (const id of ["email", "name", "phone", "street", "number", "district", "city", "postal-code"]) expect(await page.getByTestId(`checkout-${id}`).inputValue()).not.toBe("")
      expect(await page.getByTestId("checkout-document").count()).toBe(0)
    },
  },
  "checkout by card with errors": {
    at: "/checkout", ready: "payment-method-pp_pix_fatura", storage: inCart,
    then: async (page) => {
      await page.getByTestId("payment-method-pp_card_fatura").check()
      await page.getByTestId("card-number").fill("4111")
      await page.getByTestId("place-order").click()
      await page.getByTestId("checkout-error").waitFor()
    },
  },
  "log-in": { at: "/meus-pedidos", ready: "log-in-form" },
  orders: {
    at: "/meus-pedidos", ready: "order-row", storage: { "loja.customer": "token" },
    store: { orders: [
      { id: "order_1", display_id: 12, status: "pending", payment_status: "awaiting", created_at: "2026-11-20T12:00:00Z", total: 1374.8, currency_code: "brl", items: [{ quantity: 23, product_title: "Café Serra do Ipê" }], payment_collections: [{ payment_sessions: [{ id: "payses_1", created_at: "2026-11-20" }] }] },
      { id: "order_2", display_id: 11, status: "canceled", payment_status: "awaiting", created_at: "2026-11-10T12:00:00Z", total: 58.9, currency_code: "brl", items: [] },
    ] },
  },
  "unknown page": { at: "/nada", ready: "brand" },
  "PIX": payment({}),
  "PIX, other method": {
    ...payment({}),
    then: async (page) => {
      await page.getByTestId("other-method").click()
      await page.getByTestId("card-number").waitFor()
    },
  },
  boleto: payment({ method: "boleto", pix: undefined, boleto }),
  "boleto being registered": payment({ method: "boleto", pix: undefined, boleto: { ...boleto, line: null, barcode: null, barcode_svg: null, url: null } }),
  issuing: ended("issuing", { next_step: "wait" }),
  "card, step at the bank": payment({ method: "card", pix: undefined, next_step: "act", action_url: "https://bank.invalid", card: { brand: "visa", last4: "1111", installments: 3 } }),
  "card processing": ended("processing", { method: "card", next_step: "wait", card: { brand: "visa", last4: "1111", installments: 3 } }),
  scheduled: ended("scheduled", { next_step: "wait" }),
  authorized: ended("authorized", { method: "card", next_step: "wait", card: { brand: "mastercard", last4: "4444", installments: 1 } }),
  paid: ended("paid"),
  "paid by card": ended("paid", { method: "card", card: { brand: "elo", last4: "1234", installments: 12 } }),
  expired: ended("expired", { next_step: "retry", can_renew: true }),
  denied: ended("denied", { method: "card", next_step: "retry", can_renew: true, card: { brand: null, last4: null, installments: 1 } }),
  canceled: ended("canceled", { next_step: "retry" }),
  overdue: ended("overdue", { method: "boleto", next_step: "contact" }),
  refunded: ended("refunded"),
  "partially refunded": ended("partially_refunded"),
  disputed: ended("disputed", { next_step: "contact" }),
  unknown: ended("unknown", { next_step: "contact" }),
  "no such order": { at: "/pedido/x", store: { session: null }, ready: "payment-fault" },
}

async function enter(width: number, { at, store = {}, ready, storage = {}, then }: Scene) {
  const context = await browser.newContext({ viewport: { width, height: width < 700 ? 740 : 800 }, isMobile: width < 700, hasTouch: width < 700, locale: "pt-BR", reducedMotion: "reduce" })
  context.setDefaultTimeout(15_000)
  await pretendStore(context, typeof store === "function" ? await store() : store)
  await context.addInitScript(`for (const [key, value] of Object.entries(${JSON.stringify(storage)})) localStorage.setItem(key, value)`)
  const page = await context.newPage()
  const faults: string[] = []
  page.on("pageerror", (error) => faults.push(error.message))
  await page.goto(address + at)
  await (ready === "brand" ? page.locator(".brand") : page.getByTestId(ready).first()).waitFor()
  await then?.(page)
  return { page, context, faults }
}

describe.each(Object.entries(scenes))("%s", (name, scene) => {
  it.each(widths)("has no serious fault of accessibility and no sideways scroll at %d px", async (width) => {
    const { page, context, faults } = await enter(width, scene)
    const folder = process.env.PAGE_PICTURES
    if (folder) {
      await mkdir(folder, { recursive: true })
      await page.screenshot({ path: path.join(folder, `${name.replace(/\W+/g, "-")}-${width}.png`), fullPage: true })
    }
    expect(await page.evaluate("document.documentElement.scrollWidth - window.innerWidth")).toBeLessThanOrEqual(0)
    await page.addScriptTag({ content: axe })
    const { violations } = (await page.evaluate("axe.run()")) as { violations: { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }[] }
    const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical")
    expect(serious.map(({ id, nodes }) => `${id}: ${nodes[0]!.html} ${nodes[0]!.failureSummary}`)).toEqual([])
    expect(faults).toEqual([])
    await context.close()
  })
})

describe("the checkout page", () => {
  it("needs less than 200 kB of script, gzip, and lets itself be typed into on a slow network", async () => {
    const { page, context } = await enter(360, { ...scenes.checkout!, store: { delay: 400 } })
    const scripts = (await page.evaluate(`[...document.querySelectorAll("script[src]")].map(({ src }) => new URL(src).pathname)`)) as string[]
    const sizes = await Promise.all(scripts.map(async (file) => gzipSync(await readFile(path.join(paths.storefrontOutput, file))).length))
    expect(sizes.length).toBeGreaterThan(0)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(200_000)
    await page.getByTestId("checkout-document").pressSequentially("12abc34501de35")
    expect(await page.getByTestId("checkout-document").inputValue()).toBe("12.ABC.345/01DE-35")
    await context.close()
  })

  it("goes on when a script of a third party fails", async () => {
    const { context, faults } = await enter(360, {
      ...scenes.checkout!,
      then: async (page) => {
        await page.evaluate(`{ const s = document.createElement("script"); s.textContent = "throw new Error('third party')"; document.head.append(s) }`)
        await page.getByTestId("payment-method-pp_card_fatura").check()
        await page.getByTestId("card-form").waitFor()
      },
    })
    expect(faults).toEqual(["third party"])
    await context.close()
  })
})

describe("with the keyboard alone", () => {
  it("method, card fields and the button are reached in the order of the page, and are seen to be", async () => {
    const { page, context } = await enter(1280, scenes.checkout!)
    await page.getByTestId("payment-method-pp_pix_fatura").focus()
    await page.keyboard.press("ArrowDown")
    expect(await page.getByTestId("payment-method-pp_card_fatura").isChecked()).toBe(true)
    await page.locator('[data-testid="card-number"]:enabled').waitFor()
    const seen: string[] = []
    for (let presses = 0; presses < 6; presses++) {
      await page.keyboard.press("Tab")
      seen.push((await page.evaluate("document.activeElement.dataset.testid")) as string)
      expect(await page.evaluate(`(() => { const { outlineStyle, boxShadow } = getComputedStyle(document.activeElement); return outlineStyle !== "none" || boxShadow !== "none" })()`)).toBe(true)
    }
    expect(seen).toEqual(["card-number", "card-name", "card-expiry", "card-cvv", "card-installments", "place-order"])
    await context.close()
  })

  it("copies the code of a PIX payment", async () => {
    const { page, context } = await enter(1280, scenes.PIX!)
    await context.grantPermissions(["clipboard-read", "clipboard-write"])
    await page.getByTestId("pix-copy").focus()
    await page.keyboard.press("Enter")
    await page.getByText("Código copiado").waitFor()
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(await page.getByTestId("pix-code").textContent())
    await context.close()
  })
})
