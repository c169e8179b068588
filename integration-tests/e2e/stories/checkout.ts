import type { Page } from "playwright-core"
import { cpf, untilPaid } from "../../support"
import { chooseVariant, fillCheckout, openCheckout, placeOrder, press, pressTwice, textOf, totalIsShown, untilStatus } from "../shopper"
import { emailOfOrder, type Enter } from "./story"

/** What shoppers do to a checkout that its authors did not mean. */
export function checkoutStories(enter: Enter): void {
  it("can reload at each step without losing the cart, what was typed or the code", async () => {
    const { page, shop, oneOfEach } = await enter()
    await page.goto(`${shop.address}/produto/cafe-serra-do-ipe`)
    await chooseVariant(page, "500 g")
    await press(page.getByTestId("add-to-cart"))
    await page.getByTestId("toast").waitFor()
    await page.reload()
    expect(await textOf(page, "cart-count")).toBe("1")
    await press(page.getByTestId("cart-link"))
    await page.getByTestId("cart-line").waitFor()
    await page.reload()
    expect(await textOf(page, "cart-total")).toBe("R$ 58,90")
    await press(page.getByTestId("go-to-checkout"))

    const email = await fillCheckout(page, { delivery: "PAC" })
    await page.reload()
    await totalIsShown(page)
    expect(await page.getByTestId("checkout-email").inputValue()).toBe(email)
    expect(await textOf(page, "cart-total")).toBe("R$ 74,80")
    // The document is kept nowhere in the browser.
    expect(await page.getByTestId("checkout-document").inputValue()).toBe("")
    await page.getByTestId("checkout-document").fill(cpf())
    await placeOrder(page)
    const code = await textOf(page, "pix-code")
    await page.reload()
    expect(await textOf(page, "pix-code")).toBe(code)
    expect(await page.getByTestId("cart-count").count()).toBe(0)
    const { orderId, invoice } = await oneOfEach(email)
    await shop.gateway.act(invoice.id, "pay")
    await untilStatus(page, "paid")
    await page.reload()
    await untilStatus(page, "paid")
    expect((await untilPaid(shop.store, orderId)).total).toBe(74.8)
    await oneOfEach(email)
  })

  it("ends in one order and one invoice when the button is clicked twice", async () => {
    const { page, shop, oneOfEach } = await enter()
    await openCheckout(page, shop)
    const email = await fillCheckout(page)
    await pressTwice(page.getByTestId("place-order"))
    await page.waitForURL(/\/pedido\//)
    await untilStatus(page, "awaiting_payment")
    await oneOfEach(email)
  })

  it("reads of a wrong CPF beside its field, orders nothing, and goes on once it is mended", async () => {
    const { page, shop, orders, invoices, oneOfEach } = await enter()
    await openCheckout(page, shop)
    const email = await fillCheckout(page, { document: "12345678900" })
    await press(page.getByTestId("place-order"))
    expect(await textOf(page, "checkout-document-error")).toBe("Este CPF não é válido. Confira os números.")
    expect(await page.evaluate("document.activeElement.dataset.testid")).toBe("checkout-document")
    expect(await page.getByTestId("checkout-document").getAttribute("aria-describedby")).toContain("checkout-document-error")
    expect(page.url()).toBe(`${shop.address}/checkout`)
    expect(await orders(email)).toHaveLength(0)
    expect(await invoices()).toHaveLength(0)

    await page.getByTestId("checkout-document").fill(cpf())
    expect(await page.getByTestId("checkout-document-error").count()).toBe(0)
    await placeOrder(page)
    await untilStatus(page, "awaiting_payment")
    await oneOfEach(email)
  })

  it("makes one order with one invoice in two tabs on one cart", async () => {
    const told = await enter()
    const { page, context, shop, orders, invoices } = told
    await openCheckout(page, shop)
    const other = await context.newPage()
    await other.goto(`${shop.address}/checkout`)
    await other.getByTestId("place-order").waitFor()
    await fillCheckout(other)
    const email = await fillCheckout(page)
    await Promise.all([page, other].map((tab) => tab.getByTestId("place-order").click()))
    await Promise.all([page, other].map(arrives))
    await Promise.all([page, other].map((tab) => untilStatus(tab, "awaiting_payment")))
    expect(await textOf(page, "pix-code")).toBe(await textOf(other, "pix-code"))
    const found = await orders(email)
    expect(found.length ? found : await orders(await emailOfOrder(told))).toHaveLength(1)
    expect((await invoices()).filter(({ _sandbox }) => _sandbox.payable)).toHaveLength(1)
  })
}

async function arrives(tab: Page): Promise<void> {
  await tab.waitForURL(/\/pedido\//, { timeout: 60_000 }).catch(async (error: Error) => {
    const said = await tab.getByTestId("checkout-error").textContent({ timeout: 1_000 }).catch(() => "nothing")
    throw new Error(`a tab stays at the checkout and says "${said}": ${error.message}`)
  })
}
