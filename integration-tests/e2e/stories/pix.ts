import { sql, untilPaid } from "../../support"
import { chooseMethod, expectNoSideScroll, fillCheckout, order, placeOrder, press, pressTwice, sessionOfPage, shopToCheckout, textOf, untilStatus } from "../shopper"
import type { Enter } from "./story"

/** What can happen to a PIX code between the order and the payment. */
export function pixStories(enter: Enter): void {
  it("buys by PIX and sees the payment confirmed without reloading", async () => {
    const { page, shop, oneOfEach } = await enter()
    await shopToCheckout(page, shop)
    const email = await fillCheckout(page, { delivery: "PAC" })
    expect(await textOf(page, "cart-total")).toBe("R$ 74,80")
    await expectNoSideScroll(page)
    await chooseMethod(page, "pp_pix_fatura")
    await placeOrder(page)
    await untilStatus(page, "awaiting_payment")
    await expectNoSideScroll(page)

    const code = await textOf(page, "pix-code")
    expect(code).toMatch(/^000201.*br\.gov\.bcb\.pix.*6304[0-9A-F]{4}$/)
    expect(await page.evaluate(`document.querySelector("[data-testid='pix-qr']").naturalWidth`)).toBeGreaterThan(100)
    await press(page.getByTestId("pix-copy"))
    await page.getByText("Código copiado").waitFor()
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(code)

    const { orderId, invoice } = await oneOfEach(email)
    await page.evaluate("window.sameDocument = true")
    await shop.gateway.act(invoice.id, "pay")
    await page.getByText("Pagamento confirmado").waitFor()
    expect(await page.evaluate("window.sameDocument")).toBe(true)
    expect((await untilPaid(shop.store, orderId)).total).toBe(74.8)
    await oneOfEach(email)
  })

  it("has an expired PIX taken away, renews it on the same order and pays the new one", async () => {
    const { page, shop, invoices, onlyOrder } = await enter()
    const email = await order(page, shop)
    const old = await textOf(page, "pix-code")
    await sql(shop.store.databaseUrl, "update fatura_invoice set expires_at = now() - interval '1 minute' where session_id = $1", [sessionOfPage(page)])
    await untilStatus(page, "expired")
    expect(await page.getByTestId("pix-code").count()).toBe(0)

    await pressTwice(page.getByTestId("renew-payment"))
    await untilStatus(page, "awaiting_payment")
    expect(await textOf(page, "pix-code")).not.toBe(old)
    const [first, second, ...more] = await invoices()
    expect([first!._sandbox.payable, second!._sandbox.payable, more.length]).toEqual([false, true, 0])
    await shop.gateway.act(second!.id, "pay")
    await untilStatus(page, "paid")
    await untilPaid(shop.store, await onlyOrder(email))
    expect(await invoices()).toHaveLength(2)
  })

  it("keeps the code on the screen while the connection is lost, and sees it paid when it is back", async () => {
    const { page, context, shop, oneOfEach } = await enter()
    const email = await order(page, shop)
    const code = await textOf(page, "pix-code")
    const { invoice } = await oneOfEach(email)
    await context.setOffline(true)
    await page.getByText("Sem resposta da loja agora.").waitFor()
    expect(await textOf(page, "pix-code")).toBe(code)
    await shop.gateway.act(invoice.id, "pay")
    await context.setOffline(false)
    await untilStatus(page, "paid")
    expect(await textOf(page, "connection-notice")).toBe("")
    await oneOfEach(email)
  })

  it("finds the code again after the back button, which does not lead into the form of the order that is placed", async () => {
    const { page, shop, oneOfEach } = await enter()
    await shopToCheckout(page, shop)
    const email = await fillCheckout(page)
    await placeOrder(page)
    const code = await textOf(page, "pix-code")
    await page.goBack()
    await page.getByTestId("cart-empty").waitFor()
    await press(page.getByTestId("pending-order").getByRole("link"))
    expect(await textOf(page, "pix-code")).toBe(code)
    await oneOfEach(email)
  })
}
