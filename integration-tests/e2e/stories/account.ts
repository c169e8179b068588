import { customerLogin } from "../../../demo/store/src/seed/constants"
import { cpf, readOrder, sql, untilPaid } from "../../support"
import { expectNoSideScroll, fillCheckout, openCheckout, placeOrder, press, sessionOfPage, textOf, totalIsShown } from "../shopper"
import type { Enter, Told } from "./story"

/** What having an account spares a shopper. */
export function accountStories(enter: Enter): void {
  it("finds the open order after logging in, and pays it later", async () => {
    const told = await enter()
    const { page, shop, invoices } = told
    await page.goto(`${shop.address}/meus-pedidos`)
    await page.getByTestId("log-in-email").fill(customerLogin.email)
    await page.getByTestId("log-in-password").fill("wrong")
    await press(page.getByTestId("log-in-submit"))
    expect(await textOf(page, "log-in-error")).toBe("E-mail ou senha não conferem.")
    await logIn(told)
    await openCheckout(page, shop)
    await knownIsShown(told)
    await fillCheckout(page)
    await placeOrder(page)
    const code = await textOf(page, "pix-code")
    const orderId = await orderOfPage(told)
    const row = page.locator(`[data-testid="order-row"][data-order="${orderId}"]`)

    await page.goto(`${shop.address}/meus-pedidos`)
    expect(await row.getByTestId("order-status").textContent()).toBe("Aguardando pagamento")
    await expectNoSideScroll(page)
    await press(row.getByTestId("order-pay"))
    expect(await textOf(page, "pix-code")).toBe(code)
    const [invoice, ...more] = await invoices()
    expect(more).toEqual([])
    await press(page.getByTestId("orders-link"))
    await row.getByText("Aguardando pagamento", { exact: true }).waitFor()
    await shop.gateway.act(invoice!.id, "pay")
    await untilPaid(shop.store, orderId)
    // Back from the bank's app.
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    await row.getByText("Pago", { exact: true }).waitFor()
  })

  it("buys again with the CPF that was saved, masked, without typing anything", async () => {
    const told = await enter()
    const { page, shop, invoices } = told
    await page.goto(`${shop.address}/meus-pedidos`)
    await logIn(told)
    await openCheckout(page, shop)
    await knownIsShown(told)
    const document = cpf()
    await page.getByTestId("save-payer").check()
    await fillCheckout(page, { document })
    await placeOrder(page)
    await page.getByTestId("pix-code").waitFor()

    await openCheckout(page, shop)
    const masked = `***.${document.slice(3, 6)}.${document.slice(6, 9)}-**`
    await page.getByTestId("checkout-payer").waitFor()
    expect(await page.locator('[data-testid="checkout-payer"] option:checked').textContent()).toBe(`Joana Prado, ${masked}`)
    expect(await page.getByTestId("checkout-document").count()).toBe(0)
    await totalIsShown(page)
    // Her own page gets no more of it than the mask.
    expect(await page.content()).not.toContain(document)
    expect(await page.evaluate("JSON.stringify({ ...localStorage, ...sessionStorage })")).not.toContain(document)
    await placeOrder(page)
    await page.getByTestId("pix-code").waitFor()
    expect((await readOrder(shop.store, await orderOfPage(told))).payment_status).toBe("awaiting")
    expect((await invoices()).map(({ _sandbox }) => _sandbox.document)).toEqual([document, document])

    // What is offered comes late, and another CPF has been typed by then.
    await page.route(/store\/fatura\/checkout\?/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 2_000))
      await route.continue()
    })
    await openCheckout(page, shop)
    const field = page.getByTestId("checkout-document")
    await field.fill(cpf())
    const typed = await field.inputValue()
    await page.getByTestId("checkout-payer").waitFor()
    expect([await page.getByTestId("checkout-payer").inputValue(), await field.inputValue()]).toEqual(["", typed])
  })
}

async function logIn({ page }: Told): Promise<void> {
  await page.getByTestId("log-in-email").fill(customerLogin.email)
  await page.getByTestId("log-in-password").fill(customerLogin.password)
  await press(page.getByTestId("log-in-submit"))
  await page.getByTestId("log-out").waitFor()
}

/** What the account says comes a moment after the form, which is typed into only then; another CPF than a saved one is typed. */
async function knownIsShown({ page }: Told): Promise<void> {
  await page.waitForFunction("document.querySelector('[data-testid=checkout-email]').value !== ''")
  await page.getByTestId("payment-method-pp_pix_fatura").waitFor()
  const payer = page.getByTestId("checkout-payer")
  if (await payer.count()) await payer.selectOption("")
}

async function orderOfPage({ page, shop }: Told): Promise<string> {
  const [row] = await sql<{ order_id: string }>(shop.store.databaseUrl, "select order_id from fatura_invoice where session_id = $1", [sessionOfPage(page)])
  return row!.order_id
}
