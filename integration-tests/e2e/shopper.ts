import type { Locator, Page } from "playwright-core"
import { cpf, createCart, email as newEmail } from "../support"
import type { Shop } from "./shop"

export type ProviderId = "pp_pix_fatura" | "pp_boleto_fatura" | "pp_card_fatura"

/** Money as the page writes it, with usual spaces: `Intl` puts no-break ones. */
export const plain = (text: string | null): string => (text ?? "").replace(/\s/g, " ").trim()

export const textOf = async (page: Page, id: string): Promise<string> => plain(await page.getByTestId(id).textContent())

/** The payment session whose page is shown. */
export const sessionOfPage = (page: Page): string => new URL(page.url()).pathname.split("/")[2]!

const isTouched = (page: Page): Promise<boolean> => page.evaluate<boolean>("navigator.maxTouchPoints > 0")

/** A tap on a phone, a click elsewhere. */
export async function press(target: Locator): Promise<void> {
  if (await isTouched(target.page())) await target.tap()
  else await target.click()
}

/** As impatient people press: the second time before anything could change. */
export async function pressTwice(target: Locator): Promise<void> {
  const page = target.page()
  if (!(await isTouched(page))) return target.dblclick()
  await target.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await target.boundingBox())!
  const tap = () => page.touchscreen.tap(x + width / 2, y + height / 2)
  await Promise.all([tap(), tap()])
}

/** The page does not scroll sideways. */
export async function expectNoSideScroll(page: Page): Promise<void> {
  expect(await page.evaluate("document.documentElement.scrollWidth - window.innerWidth")).toBeLessThanOrEqual(0)
}

/** Once all of the page is there: what comes above moves what is below. */
export async function chooseVariant(page: Page, label: string): Promise<void> {
  await page.getByTestId("price-hints").locator("li").first().waitFor()
  await page.getByLabel(label).check()
}

/** From the list of products to the checkout, with one 500 g of coffee in the cart: R$ 58,90. */
export async function shopToCheckout(page: Page, shop: Shop): Promise<void> {
  await page.goto(shop.address)
  await press(page.locator('[data-testid="product-card"][data-handle="cafe-serra-do-ipe"] a').first())
  await chooseVariant(page, "500 g")
  await press(page.getByTestId("add-to-cart"))
  await press(page.getByTestId("toast-cart-link"))
  await press(page.getByTestId("go-to-checkout"))
  await page.getByTestId("place-order").waitFor()
}

/** Opens the checkout with the same cart, made without the pages before it. */
export async function openCheckout(page: Page, shop: Shop): Promise<void> {
  const { id } = await createCart(shop.store, { address: null, shipping: null })
  await page.goto(`${shop.address}/favicon.svg`)
  await page.evaluate(`localStorage.setItem("loja.cart", ${JSON.stringify(id)})`)
  await page.goto(`${shop.address}/checkout`)
  await page.getByTestId("place-order").waitFor()
}

/** Fills in an invented person. The cheapest delivery, at no charge, is chosen by the page unless another is named. @returns the e-mail, by which the order is found */
export async function fillCheckout(page: Page, { document = cpf(), delivery }: { document?: string; delivery?: string } = {}): Promise<string> {
  const email = newEmail()
  const fields: Record<string, string> = {
    "checkout-email": email,
    "checkout-name": "Joana Prado",
    "checkout-phone": "11988887777",
    "checkout-document": document,
    "checkout-postal-code": "01304001",
    "checkout-street": "Rua Augusta",
    "checkout-number": "1500",
    "checkout-district": "Consolação",
    "checkout-city": "São Paulo",
  }
  for (const [id, value] of Object.entries(fields)) await page.getByTestId(id).fill(value)
  await page.getByTestId("checkout-state").selectOption("SP")
  if (delivery) await press(page.getByText(delivery, { exact: true }))
  else await page.getByTestId("shipping-option").first().waitFor()
  await totalIsShown(page)
  return email
}

/** The button is closed while the total is on its way. */
export async function totalIsShown(page: Page): Promise<void> {
  await page.locator('[data-testid="place-order"]:not([disabled])').waitFor()
}

export async function chooseMethod(page: Page, provider: ProviderId): Promise<void> {
  await page.getByTestId(`payment-method-${provider}`).check()
}

export type Card = { number: string; cvv: string; installments?: number }

/** Types a card as people do, key by key. */
export async function typeCard(page: Page, { number, cvv, installments = 1 }: Card): Promise<void> {
  const typed: Record<string, string> = { "card-number": number, "card-name": "JOANA PRADO", "card-expiry": "1230", "card-cvv": cvv }
  for (const [id, value] of Object.entries(typed)) {
    await page.getByTestId(id).fill("")
    await page.getByTestId(id).pressSequentially(value)
  }
  await page.getByTestId("card-installments").selectOption(String(installments))
}

export async function placeOrder(page: Page): Promise<void> {
  await press(page.getByTestId("place-order"))
  await page.waitForURL(/\/pedido\//)
}

/** From a full cart to the page of the payment. @returns the e-mail */
export async function order(page: Page, shop: Shop, provider: ProviderId = "pp_pix_fatura"): Promise<string> {
  await openCheckout(page, shop)
  const email = await fillCheckout(page)
  await chooseMethod(page, provider)
  await placeOrder(page)
  return email
}

/** Waits until the payment page shows a status. @throws after 20 s, with the one that it shows */
export async function untilStatus(page: Page, status: string): Promise<void> {
  const banner = page.getByTestId("payment-status")
  await page.locator(`[data-testid="payment-status"][data-status="${status}"]`).waitFor().catch(async (error: Error) => {
    throw new Error(`the page shows "${await banner.getAttribute("data-status", { timeout: 1_000 }).catch(() => "no status")}" and not "${status}": ${error.message}`)
  })
}
