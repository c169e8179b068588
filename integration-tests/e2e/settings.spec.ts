import type { Page } from "playwright-core"
import { addPaymentSession, cpf, createCart, placeOrder, sessionView, storeApi, untilCaptured } from "../support"
import { openDesk, seriousFaults, sitDown, type Desk, type Seat } from "./admin-desk"

/** Settings > Fatura, from a store that knows of no account to one that sells, with the admin alone. */
const providerId = "pp_pix_fatura"
const noAccount = { FATURA_BASE_URL: undefined, FATURA_TOKEN: undefined, FATURA_SECRET_KEY: undefined }

let desk: Desk
const seats: Seat[] = []

beforeAll(async () => {
  desk = await openDesk({ env: noAccount })
})

afterEach(async () => {
  for (const seat of seats.splice(0)) {
    expect(seat.faults).toEqual([])
    await seat.close()
  }
})

afterAll(() => desk?.close())

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

const pixIsOffered = async () => {
  const cart = await createCart(desk.store)
  const { methods } = await storeApi(desk.store).get<{ methods: { provider_id: string; available: boolean }[] }>(`/store/fatura/checkout?cart_id=${cart.id}`)
  return methods.find((method) => method.provider_id === providerId)!.available
}

describe("the first run", () => {
  it("explains three steps, in the language of the dashboard", async () => {
    const { page, open } = await sit({ language: "ptBR" })
    await open("/settings/fatura")
    await page.getByRole("heading", { name: "Receba o primeiro pagamento em três passos" }).waitFor()
    expect(await page.locator("ol li").count()).toBe(3)
    expect(await pixIsOffered()).toBe(false)
  })

  it("names what is missing in the form, says that credentials are wrong, and sells when they are right", async () => {
    const { page, open } = await sit()
    await open("/settings/fatura")
    await page.getByRole("button", { name: "Add the first account" }).click()
    await page.getByRole("button", { name: "Save and test" }).click()
    expect(await page.getByText("This is needed.").count()).toBe(4)
    await fill(page, "wrong")
    await page.getByRole("button", { name: "Save and test" }).click()
    await page.getByText("The gateway refused the credentials.").waitFor()
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
    const placed = await placeOrder(desk.store, { providerId, data: { payer: { document: cpf(), name: "Joana Prado" } } })
    await desk.gateway.act((await desk.gateway.invoiceOf(placed.sessionId)).id, "pay")
    await untilCaptured(desk.store, placed.orderId)
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
    expect(await page.getByLabel("Most installments").getAttribute("aria-invalid")).toBe("true")
    await page.getByLabel("Most installments").fill("6")
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByText("Saved. Every process follows").waitFor()
    const { sessionId } = await placeOrder(desk.store, { providerId, data: { payer: { document: cpf(), name: "Joana Prado" } } })
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
  it("copies the address and finds that it leads here", async () => {
    const { page, open } = await sit()
    await open("/settings/fatura?tab=notifications")
    await page.getByRole("button", { name: "Copy notification address" }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${desk.store.url}/hooks/fatura`)
    await page.getByRole("button", { name: "Test the address" }).click()
    await page.getByText("The test notice arrived").waitFor()
  })

  it("is reached by the keyboard, and shows who changed what", async () => {
    const { page, open } = await sit()
    await open("/settings/fatura")
    await page.getByRole("tab", { name: "Accounts" }).focus()
    for (const _step of ["checkout", "notifications", "health"]) {
      await page.keyboard.press("ArrowRight")
    }
    await page.waitForURL(/tab=health/)
    await page.getByText("pix_expires_in_minutes: default → 9").waitFor()
    await page.getByText("by admin@loja-ipe.example").first().waitFor()
  })
})

describe("everybody", () => {
  it.each([
    ["en", 1280, false], ["ptBR", 390, true],
  ] as const)("can read it all (%s, %i px, dark: %s)", async (language, width, dark) => {
    const { page, open } = await sit({ language, width, dark })
    for (const tab of ["accounts", "checkout", "notifications", "health"]) {
      await open(`/settings/fatura?tab=${tab}`)
      await page.getByRole("tabpanel").waitFor()
      await page.waitForLoadState("networkidle")
      expect([tab, await seriousFaults(page, "main")]).toEqual([tab, []])
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      expect([tab, sideways]).toEqual([tab, 0])
    }
  })
})

describe("without an encryption key", () => {
  it("says so on every tab, with the command that makes one", async () => {
    await desk.store.restart({ FATURA_ENCRYPTION_KEY: undefined })
    const { page, open } = await sit()
    await open("/settings/fatura?tab=health")
    const alert = page.getByRole("alert").filter({ hasText: "The encryption key is missing" })
    await alert.waitFor()
    expect(await alert.textContent()).toContain("openssl rand -base64 32")
  })
})
