import { readOrder, untilPaid } from "../../support"
import { chooseMethod, expectNoSideScroll, fillCheckout, openCheckout, order, placeOrder, plain, press, textOf, typeCard, untilStatus } from "../shopper"
import type { Enter } from "./story"

const DENIED = "4000000000000002"
const APPROVED = "4111111111111111"
const STEP_AT_THE_BANK = "4000000000003220"

/** Cards, and the boleto that was chosen first. */
export function cardStories(enter: Enter): void {
  it("has a card denied in words and another approved in 3 installments; its number reaches nobody", async () => {
    const { page, context, shop, orders, onlyOrder, invoices } = await enter()
    const sent: string[] = []
    const bodies: { data?: { card?: Record<string, unknown> } }[] = []
    context.on("request", (request) => {
      const body = request.postData() ?? ""
      sent.push(`${request.url()} ${JSON.stringify(request.headers())} ${body}`)
      if (request.url().endsWith("/payment-sessions") && body) bodies.push(JSON.parse(body) as (typeof bodies)[number])
    })
    await openCheckout(page, shop)
    const email = await fillCheckout(page)
    await chooseMethod(page, "pp_card_fatura")
    await typeCard(page, { number: DENIED, cvv: "123" })
    await press(page.getByTestId("place-order"))
    expect(await textOf(page, "checkout-error")).toMatch(/não foi aprovado pelo banco emissor/)
    expect(await orders(email)).toHaveLength(0)
    await expectNoSideScroll(page)

    await typeCard(page, { number: APPROVED, cvv: "123", installments: 3 })
    // As many as the store's options allow, not the shop's own default.
    expect(await page.locator('[data-testid="card-installments"] option').count()).toBe(6)
    expect(plain(await page.locator('[data-testid="card-installments"] option:checked').textContent())).toBe("3× de R$ 19,63 sem juros")
    expect(await textOf(page, "card-total")).toContain("R$ 58,90")
    await placeOrder(page)
    await untilStatus(page, "paid")
    expect(await textOf(page, "card-summary")).toBe("Visa final 11113× de R$ 19,63 sem juros")

    const { payment_collections } = await untilPaid(shop.store, await onlyOrder(email))
    expect(payment_collections[0]!.payments).toHaveLength(1)
    // The denied attempt's invoice can never be paid; the order has one.
    expect((await invoices()).map(({ _sandbox }) => _sandbox.history.at(-1)?.code)).toEqual([12, 5])
    const created = (await shop.gateway.requests()).filter(({ method, path }) => method === "POST" && path === "/invoices")
    expect((created.at(-1)!.body as { payment: { installments: string } }).payment.installments).toBe("3")

    const noGroups = sent.map((text) => text.replace(/(?<=\d)[ .-](?=\d)/g, ""))
    expect(noGroups.filter((text) => text.includes(DENIED) || text.includes(APPROVED))).toEqual([])
    expect(bodies.map(({ data }) => Object.keys(data?.card ?? {}).sort())).toEqual(Array(2).fill(["expires", "holder_name", "installments", "token"]))
    expect(JSON.stringify(bodies)).not.toMatch(/"123"/)
    expect(await page.evaluate("JSON.stringify({ ...localStorage, ...sessionStorage })")).not.toMatch(/4000 ?0000|4111 ?1111/)
  })

  it("is led to the bank's step that a card needs, and comes back to a payment that is approved", async () => {
    const { page, context, shop, oneOfEach } = await enter()
    await context.route(/^https:/, (route) => route.fulfill({ contentType: "text/html", body: "<h1>the bank</h1>" }))
    await openCheckout(page, shop)
    const email = await fillCheckout(page)
    await chooseMethod(page, "pp_card_fatura")
    await typeCard(page, { number: STEP_AT_THE_BANK, cvv: "123" })
    await placeOrder(page)
    const payment = page.url()
    const step = page.getByTestId("payment-action")
    const { orderId, invoice } = await oneOfEach(email)
    const { url } = invoice.secure as { url: string }
    expect(url).toMatch(/^https:\/\//)
    expect(await step.getAttribute("href")).toBe(url)
    expect((await readOrder(shop.store, orderId)).payment_status).toBe("awaiting")

    await press(step)
    await page.getByRole("heading", { name: "the bank" }).waitFor()
    expect(page.url()).toBe(url)
    await shop.gateway.act(invoice.id, "pay")
    await page.goto(payment)
    await untilStatus(page, "paid")
    await untilPaid(shop.store, orderId)
    await oneOfEach(email)
  })

  it("orders by boleto, sees its line, and pays by PIX instead, which ends the boleto", async () => {
    const { page, shop, invoices, onlyOrder } = await enter()
    const email = await order(page, shop, "pp_boleto_fatura")

    const line = await textOf(page, "boleto-code")
    expect(line).toMatch(/^\d{5}\.\d{5} \d{5}\.\d{6} \d{5}\.\d{6} \d \d{14}$/)
    const [boleto] = await invoices()
    expect(JSON.stringify(boleto)).toContain(line.replace(/\D/g, ""))
    await press(page.getByTestId("boleto-copy"))
    await page.getByText("Código copiado").waitFor()
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(line.replace(/\D/g, ""))
    expect(await textOf(page, "boleto-due")).toMatch(/^Vence (segunda|terça|quarta|quinta|sexta|sábado|domingo)[^,]*, \d{1,2} de [a-zç]+ de \d{4}$/)
    await expectNoSideScroll(page)

    const boletoPage = page.url()
    await press(page.getByTestId("other-method"))
    await chooseMethod(page, "pp_pix_fatura")
    await press(page.getByTestId("other-method-submit"))
    await page.getByTestId("pix-code").waitFor()
    expect((await shop.gateway.invoice(boleto!.id))._sandbox.payable).toBe(false)
    const issued = await invoices()
    expect(issued.map(({ _sandbox }) => _sandbox.kind)).toEqual(["boleto", "pix"])

    // The boleto's own address leads on, and offers nothing that would end the new code.
    const pixPage = page.url()
    await page.goto(boletoPage)
    await untilStatus(page, "canceled")
    expect(await page.getByTestId("renew-payment").count()).toBe(0)
    await press(page.getByTestId("newer-payment"))
    await page.getByTestId("pix-code").waitFor()
    expect(page.url()).toBe(pixPage)
    await shop.gateway.act(issued[1]!.id, "pay")
    await page.getByText("Pagamento confirmado").waitFor()
    await untilPaid(shop.store, await onlyOrder(email))
  })

  it("orders by boleto and pays by card instead, in 3 installments, which ends the boleto", async () => {
    const { page, shop, invoices, onlyOrder } = await enter()
    const email = await order(page, shop, "pp_boleto_fatura")
    await page.getByTestId("boleto-code").waitFor()
    await press(page.getByTestId("other-method"))
    await chooseMethod(page, "pp_card_fatura")
    // As many as the store's options allow, also for an order that is placed.
    expect(await page.locator('[data-testid="card-installments"] option').count()).toBe(6)
    await typeCard(page, { number: APPROVED, cvv: "123", installments: 3 })
    await press(page.getByTestId("other-method-submit"))
    await untilStatus(page, "paid")
    expect(await textOf(page, "card-summary")).toContain("3× de R$ 19,63 sem juros")
    const [boleto, card, ...more] = await invoices()
    expect([boleto!._sandbox.payable, card!._sandbox.kind, more.length]).toEqual([false, "card", 0])
    await untilPaid(shop.store, await onlyOrder(email))
  })
}
