import type { Server } from "node:http"
import type { Page } from "playwright-core"
import { addPaymentSession, adminApi, cpf, createCart, placeOrder, poll, rotateKeys, sessionView, storeApi, testSecrets, untilPaid } from "../support"
import { openDesk, seriousFaults, sitDown, type Desk, type Seat } from "./admin-desk"
import { end, placeForStorefront, serveShop, visit, type Shop } from "./shop"
import { chooseMethod, fillCheckout, placeOrder as placeOrderOnPage, shopToCheckout, textOf, untilStatus } from "./shopper"

/** Settings > Fatura, from a store that knows of no account to one that sells, with the admin alone. */
const providerId = "pp_pix_fatura"
const noAccount = { FATURA_BASE_URL: undefined, FATURA_TOKEN: undefined, FATURA_SECRET_KEY: undefined }
const payer = () => ({ payer: { document: cpf(), name: "Joana Prado" } })

let desk: Desk
let shop: Shop
let storefront: Server
const seats: Seat[] = []

beforeAll(async () => {
  const { port, address, env } = await placeForStorefront()
  desk = await openDesk({ env: { ...noAccount, ...env } })
  storefront = await serveShop(port, desk.store, desk.gateway)
  shop = { ...desk, address }
  // Staff will switch it on.
  await regionOffers(["pp_boleto_fatura", "pp_card_fatura"])
}, 400_000)

afterEach(async () => {
  for (const seat of seats.splice(0)) {
    expect(seat.faults).toEqual([])
    await seat.close()
  }
})

afterAll(async () => {
  if (storefront) await end(storefront)
  await desk?.close()
})

async function regionOffers(payment_providers: string[]): Promise<void> {
  const admin = await adminApi(desk.store)
  await admin.post(`/admin/regions/${desk.store.regionId}`, { payment_providers })
}

async function sit(options?: Parameters<typeof sitDown>[1]): Promise<Seat> {
  const seat = await sitDown(desk, options)
  seats.push(seat)
  return seat
}

async function fill(page: Page, secret: string): Promise<void> {
  await page.getByLabel("Name", { exact: true }).fill("Matriz")
  await page.getByLabel("Gateway's address").fill(desk.gateway.url)
  await page.getByLabel("Token", { exact: true }).fill("  paste-token-8c11f0\n")
  await page.getByLabel("Secret key", { exact: true }).fill(secret)
}

/** What a page says by now, so that a test which waits in vain tells what was there instead. */
async function heading(page: Page, name: string): Promise<void> {
  await page.getByRole("heading", { name }).waitFor().catch(async (error: Error) => {
    throw new Error(`${error.message}\nThe page says: ${await page.locator("body").innerText()}`)
  })
}

describe("the first run", () => {
  it("explains three steps, in the language of the dashboard", async () => {
    const { page, open } = await sit({ language: "ptBR" })
    await open("/settings/fatura")
    await heading(page, "Receba o primeiro pagamento em três passos")
    expect(await page.getByRole("tabpanel").getByRole("listitem").count()).toBe(3)
  })

  it("names what is missing in the form, and says that credentials are wrong", async () => {
    const { page, open } = await sit()
    await open("/settings/fatura")
    await page.getByRole("button", { name: "Add the first account" }).click()
    await page.getByRole("button", { name: "Save and test" }).click()
    await page.getByText("This is needed.").first().waitFor()
    expect(await page.getByText("This is needed.").count()).toBe(4)
    expect(await seriousFaults(page, "[role=dialog]")).toEqual([])
    await fill(page, "wrong")
    await page.getByRole("button", { name: "Save and test" }).click()
    await page.getByText("The gateway refused the credentials.").waitFor()
    await page.getByText("Not connected", { exact: true }).waitFor()
  })

  it("ends in a PIX that a shopper pays, with nothing but the admin", async () => {
    const { page, open } = await sit()
    await open("/settings/fatura")
    await page.getByRole("button", { name: "Edit Matriz" }).click()
    await page.getByLabel("Secret key", { exact: true }).fill("paste-secret-4d90aa==")
    await page.getByRole("button", { name: "Save and test" }).click()
    await page.getByText("Connected", { exact: true }).waitFor()
    await page.getByText("SANDBOX").first().waitFor()
    for (const count of ["x1", "x12"]) {
      await page.getByText(count, { exact: true }).waitFor()
    }
    await page.getByText("ends in aa==").waitFor()
    expect(await page.content()).not.toMatch(/paste-secret|paste-token/)

    await page.getByRole("tab", { name: "Notifications" }).click()
    await page.getByRole("button", { name: "Copy notification address" }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${desk.store.url}/hooks/fatura`)

    await open(`/settings/regions/${desk.store.regionId}/edit`)
    await page.getByRole("dialog").getByRole("combobox").last().click()
    await page.getByRole("option", { name: "Pix (FATURA)" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click()
    await page.getByRole("dialog").waitFor({ state: "detached" })

    const shopper = await visit(shop, "phone")
    await shopToCheckout(shopper.page, shop)
    const email = await fillCheckout(shopper.page)
    await chooseMethod(shopper.page, providerId)
    await placeOrderOnPage(shopper.page)
    await untilStatus(shopper.page, "awaiting_payment")
    expect(await textOf(shopper.page, "pix-code")).toMatch(/^000201.*br\.gov\.bcb\.pix/)
    await desk.gateway.act((await desk.gateway.lastInvoice()).id, "pay")
    await untilStatus(shopper.page, "paid")
    expect(shopper.faults).toEqual([])
    await shopper.context.close()

    const admin = await adminApi(desk.store)
    const { orders } = await admin.get<{ orders: { id: string }[] }>(`/admin/orders?q=${encodeURIComponent(email)}&fields=id`)
    expect(orders).toHaveLength(1)
    expect((await untilPaid(desk.store, orders[0]!.id)).total).toBe(58.9)
  })
})

describe("checkout settings", () => {
  it("give the next checkout its PIX minutes, and show what the server refuses at the field", async () => {
    const { page, open } = await sit()
    await open("/settings/fatura?tab=checkout")
    await page.getByLabel("Minutes until the PIX code ends").fill("abc")
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByText("Enter a number.").waitFor()
    await page.getByLabel("Minutes until the PIX code ends").fill("9")
    await page.getByLabel("Most installments").fill("13")
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByText("Check the fields that are named.").waitFor()
    await page.getByText("At most 12.").waitFor()
    expect(await page.getByLabel("Most installments").getAttribute("aria-invalid")).toBe("true")
    await page.getByLabel("Most installments").fill("6")
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByText("Saved. Every process follows").waitFor()
    const { sessionId } = await placeOrder(desk.store, { providerId, data: payer() })
    const { pix } = (await sessionView(desk.store, sessionId)) as unknown as { pix: { expires_at: string } }
    const minutes = (Date.parse(pix.expires_at) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(8)
    expect(minutes).toBeLessThanOrEqual(9)
  })

  it("switch a method off", async () => {
    const { page, open } = await sit()
    await open("/settings/fatura?tab=checkout")
    await page.getByRole("switch", { name: /^Boleto/ }).click()
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByText("Saved. Every process follows").waitFor()
    const cart = await createCart(desk.store)
    await expect(addPaymentSession(desk.store, cart.id, "pp_boleto_fatura", { payer: { document: cpf() } })).rejects.toMatchObject({ status: 400 })
  })
})

describe("notices and health", () => {
  it("finds that the address leads here", async () => {
    const { page, open } = await sit()
    await open("/settings/fatura?tab=notifications")
    await page.getByRole("button", { name: "Test the address" }).click()
    await page.getByText("The test notice arrived").waitFor()
  })

  it("is reached by the keyboard, and shows who changed what", async () => {
    const { page, open } = await sit()
    await open("/settings/fatura")
    await page.getByRole("tab", { name: "Accounts" }).focus()
    for (const tab of ["Checkout", "Notifications", "Health"]) {
      await page.keyboard.press("ArrowRight")
      await page.getByRole("tab", { name: tab, selected: true }).waitFor()
    }
    await page.waitForURL(/tab=health/)
    await page.getByText("PIX, minutes until the code ends: default → 9").waitFor()
    await page.getByText("by admin@loja-ipe.example").first().waitFor()
  })
})

describe("what decides where the money goes", () => {
  it("is undone from the list, by the keyboard, after it was said what will happen", async () => {
    const admin = await adminApi(desk.store)
    const { accounts } = await admin.get<{ accounts: { id: string; name: string; scopes: string[] }[] }>("/admin/fatura/accounts")
    const { id, scopes } = accounts.find(({ name }) => name === "Matriz")!
    await admin.post(`/admin/fatura/accounts/${id}`, { scopes: ["customer.write"] })
    const { page, open } = await sit()
    await open("/settings/fatura?tab=security")
    const change = page.getByRole("listitem").filter({ hasText: `Scopes: ${scopes.join(", ")} → customer.write` })
    await change.getByText("by admin@loja-ipe.example").waitFor()
    await change.getByRole("button", { name: /^Undo: Account changed: Matriz, / }).focus()
    await page.keyboard.press("Enter")
    const question = page.getByRole("alertdialog")
    await question.getByText(`Matriz gets back what it had before. Scopes: ${scopes.join(", ")}. The store's owner is told that you did this.`).waitFor()
    expect(await seriousFaults(page, "[role=alertdialog]")).toEqual([])
    await question.getByRole("button", { name: "Undo" }).focus()
    await page.keyboard.press("Enter")
    await page.getByText("Undone: what was before holds again.").waitFor()
    await change.getByText(/^Undone by admin@loja-ipe\.example, /).waitFor()
    await page.getByText("It took an earlier change back.").waitFor()
    expect((await admin.get<{ account: { scopes: string[] } }>(`/admin/fatura/accounts/${id}`)).account.scopes).toEqual(scopes)
    expect(await page.content()).not.toMatch(/paste-secret|paste-token/)
  })
})

describe("everybody", () => {
  it.each([
    ["en", 1280, false], ["ptBR", 390, true],
  ] as const)("can read it all (%s, %i px, dark: %s)", async (language, width, dark) => {
    const { page, open } = await sit({ language, width, dark })
    for (const tab of ["accounts", "checkout", "notifications", "health", "security"]) {
      await open(`/settings/fatura?tab=${tab}`)
      await page.getByRole("tabpanel").waitFor()
      await page.waitForLoadState("networkidle")
      expect([tab, await seriousFaults(page, "main")]).toEqual([tab, []])
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      expect([tab, sideways]).toEqual([tab, 0])
      expect([tab, (await page.locator("main").innerText()).match(/\b(settings|actions|methods|problems)\.[a-zA-Z_.]+/g)]).toEqual([tab, null])
    }
  })
})

describe("the encryption key", () => {
  const newKey = Buffer.alloc(32, "another-encryption-key").toString("base64")

  it("is missing: every tab says so, with the command that makes one", async () => {
    await desk.store.restart({ FATURA_ENCRYPTION_KEY: undefined })
    const { page, open } = await sit()
    await open("/settings/fatura?tab=health")
    const alert = page.getByRole("alert").filter({ hasText: "The encryption key is missing" })
    await alert.waitFor()
    expect(await alert.textContent()).toContain("openssl rand -base64 32")
    expect(await seriousFaults(page, "main")).toEqual([])
  })

  it("is replaced: what was stored is opened by the new one alone, and the shop sells", async () => {
    const ring = `${newKey},${testSecrets.FATURA_ENCRYPTION_KEY}`
    await rotateKeys(desk.store.databaseUrl, ring)
    await desk.store.restart({ FATURA_ENCRYPTION_KEY: newKey })
    const { page, open } = await sit()
    await open("/settings/fatura?tab=health")
    await page.getByText("Fits everything stored").waitFor()
    expect(await page.getByRole("alert").filter({ hasText: "encryption key" }).count()).toBe(0)
    await page.getByRole("tab", { name: "Accounts" }).click()
    await page.getByRole("button", { name: "Test connection: Matriz" }).click()
    await page.getByText("Connected", { exact: true }).waitFor()
    const cart = await createCart(desk.store)
    await poll(async () => {
      const { methods } = await storeApi(desk.store).get<{ methods: { provider_id: string; available: boolean }[] }>(`/store/fatura/checkout?cart_id=${cart.id}`)
      return methods.find((method) => method.provider_id === providerId)?.available
    })
  })
})
