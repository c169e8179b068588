import type { Page } from "playwright-core"
import { customerLogin } from "../../demo/store/src/seed/constants"
import { adminApi, readOrder, sql, untilPaid, type GatewayInvoice } from "../support"
import { openShop, visit, type Device, type Shop } from "./shop"
import { chooseMethod, fillCheckout, openCheckout, placeOrder, plain, shopToCheckout, textOf, totalIsShown, typeCard, untilStatus } from "./shopper"

const DENIED = "4000000000000002"
const APPROVED = "4111111111111111"

let shop: Shop
let visits: Awaited<ReturnType<typeof visit>>[] = []

beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop?.close())

afterEach(async () => {
  const faults = visits.flatMap((one) => one.faults)
  await Promise.all(visits.map(({ context }) => context.close()))
  visits = []
  expect(faults).toEqual([])
})

async function enter(device: Device) {
  const one = await visit(shop, device)
  visits.push(one)
  return one
}

async function ordersOf(email: string): Promise<{ id: string }[]> {
  const admin = await adminApi(shop.store)
  return (await admin.get<{ orders: { id: string }[] }>(`/admin/orders?q=${encodeURIComponent(email)}&fields=id`)).orders
}

async function theOrderOf(email: string): Promise<string> {
  const orders = await ordersOf(email)
  expect(orders).toHaveLength(1)
  return orders[0]!.id
}

/** Invoices that the gateway got since `before` was counted. */
async function invoicesSince(before: number): Promise<GatewayInvoice[]> {
  return (await shop.gateway.invoices()).slice(before)
}

const countInvoices = async (): Promise<number> => (await shop.gateway.invoices()).length

/** The page does not scroll sideways. */
async function expectNoSideScroll(page: Page): Promise<void> {
  expect(await page.evaluate("document.documentElement.scrollWidth - window.innerWidth")).toBeLessThanOrEqual(0)
}

describe.each<Device>(["phone", "desktop"])("a shopper with a %s", (device) => {
  it("buys by PIX and sees the payment confirmed without reloading", async () => {
    const { page } = await enter(device)
    const before = await countInvoices()
    await shopToCheckout(page, shop)
    const email = await fillCheckout(page, { delivery: "PAC" })
    expect(await textOf(page, "cart-total")).toBe("R$ 74,80")
    await expectNoSideScroll(page)
    await chooseMethod(page, "pp_pix_fatura")
    await placeOrder(page)
    await untilStatus(page, "awaiting_payment")
    await expectNoSideScroll(page)

    const code = await textOf(page, "pix-code")
    const invoices = await invoicesSince(before)
    expect(invoices).toHaveLength(1)
    expect(code).toMatch(/^000201.*br\.gov\.bcb\.pix.*6304[0-9A-F]{4}$/)
    expect(await page.evaluate(`document.querySelector("[data-testid='pix-qr']").naturalWidth`)).toBeGreaterThan(100)
    await page.getByTestId("pix-copy").click()
    await page.getByText("Código copiado").waitFor()
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(code)

    await page.evaluate("window.sameDocument = true")
    const noticed = performance.now()
    await shop.gateway.act(invoices[0]!.id, "pay")
    await page.getByText("Pagamento confirmado").waitFor()
    expect(performance.now() - noticed).toBeLessThan(1_000)
    expect(await page.evaluate("window.sameDocument")).toBe(true)
    const order = await untilPaid(shop.store, await theOrderOf(email))
    expect(order.total).toBe(74.8)
  })
})

describe("the way to a PIX code", () => {
  it("can be reloaded at each step without losing the cart, what was typed or the code", async () => {
    const { page } = await enter("phone")
    await page.goto(`${shop.address}/produto/cafe-serra-do-ipe`)
    await page.getByLabel("500 g").check()
    await page.getByTestId("add-to-cart").click()
    await page.getByTestId("toast").waitFor()
    await page.reload()
    expect(await textOf(page, "cart-count")).toBe("1")
    await page.getByTestId("cart-link").click()
    await page.getByTestId("cart-line").waitFor()
    await page.reload()
    expect(await textOf(page, "cart-total")).toBe("R$ 58,90")
    await page.getByTestId("go-to-checkout").click()

    const email = await fillCheckout(page, { delivery: "PAC" })
    await page.reload()
    await totalIsShown(page)
    expect(await page.getByTestId("checkout-email").inputValue()).toBe(email)
    expect(await textOf(page, "cart-total")).toBe("R$ 74,80")
    // The document is kept nowhere in the browser.
    expect(await page.getByTestId("checkout-document").inputValue()).toBe("")
    await fillCheckout(page)
    await placeOrder(page)
    const code = await textOf(page, "pix-code")
    await page.reload()
    expect(await textOf(page, "pix-code")).toBe(code)
    expect(await page.getByTestId("cart-count").count()).toBe(0)
  })

  it("ends in one order and one invoice when the button is clicked twice", async () => {
    const { page } = await enter("desktop")
    const before = await countInvoices()
    await openCheckout(page, shop)
    const email = await fillCheckout(page)
    await page.getByTestId("place-order").dblclick()
    await page.waitForURL(/\/pedido\//)
    await untilStatus(page, "awaiting_payment")
    await theOrderOf(email)
    expect(await invoicesSince(before)).toHaveLength(1)
  })

  it("shows a wrong CPF beside its field and orders nothing", async () => {
    const { page } = await enter("phone")
    const before = await countInvoices()
    await openCheckout(page, shop)
    const email = await fillCheckout(page, { document: "12345678900" })
    await page.getByTestId("place-order").click()
    expect(await textOf(page, "checkout-document-error")).toBe("Este CPF não é válido. Confira os números.")
    expect(await page.evaluate("document.activeElement.dataset.testid")).toBe("checkout-document")
    expect(await page.getByTestId("checkout-document").getAttribute("aria-describedby")).toContain("checkout-document-error")
    expect(page.url()).toBe(`${shop.address}/checkout`)
    expect(await ordersOf(email)).toHaveLength(0)
    expect(await invoicesSince(before)).toHaveLength(0)
  })
})

describe("a boleto", () => {
  it("is placed and shows its line; the order can be paid by PIX instead, which ends the boleto", async () => {
    const { page } = await enter("phone")
    const before = await countInvoices()
    await openCheckout(page, shop)
    const email = await fillCheckout(page)
    await chooseMethod(page, "pp_boleto_fatura")
    await placeOrder(page)

    const line = await textOf(page, "boleto-code")
    expect(line).toMatch(/^\d{5}\.\d{5} \d{5}\.\d{6} \d{5}\.\d{6} \d \d{14}$/)
    const [boleto] = await invoicesSince(before)
    expect(JSON.stringify(boleto)).toContain(line.replace(/\D/g, ""))
    await page.getByTestId("boleto-copy").click()
    await page.getByText("Código copiado").waitFor()
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(line.replace(/\D/g, ""))
    expect(await textOf(page, "boleto-due")).toMatch(/^Vence (segunda|terça|quarta|quinta|sexta|sábado|domingo)[^,]*, \d{1,2} de [a-zç]+ de \d{4}$/)
    await expectNoSideScroll(page)

    const boletoPage = page.url()
    await page.getByTestId("other-method").click()
    await chooseMethod(page, "pp_pix_fatura")
    await page.getByTestId("other-method-submit").click()
    await page.getByTestId("pix-code").waitFor()
    expect((await shop.gateway.invoice(boleto!.id))._sandbox.payable).toBe(false)
    const invoices = await invoicesSince(before)
    expect(invoices.map(({ _sandbox }) => _sandbox.kind)).toEqual(["boleto", "pix"])

    // The boleto's own address leads on, and offers nothing that would end the new code.
    const pixPage = page.url()
    await page.goto(boletoPage)
    await untilStatus(page, "canceled")
    expect(await page.getByTestId("renew-payment").count()).toBe(0)
    await page.getByTestId("newer-payment").click()
    await page.getByTestId("pix-code").waitFor()
    expect(page.url()).toBe(pixPage)
    await shop.gateway.act(invoices[1]!.id, "pay")
    await page.getByText("Pagamento confirmado").waitFor()
    await untilPaid(shop.store, await theOrderOf(email))
  })
})

describe("a card", () => {
  it("is denied in words and approved with another number in 3 installments; its number reaches nobody", async () => {
    const { page, context } = await enter("desktop")
    const sent: string[] = []
    const bodies: { data?: { card?: Record<string, unknown> } }[] = []
    context.on("request", (request) => {
      const body = request.postData() ?? ""
      sent.push(`${request.url()} ${JSON.stringify(request.headers())} ${body}`)
      if (request.url().endsWith("/payment-sessions") && body) bodies.push(JSON.parse(body) as (typeof bodies)[number])
    })
    const before = await countInvoices()
    await openCheckout(page, shop)
    const email = await fillCheckout(page)
    await chooseMethod(page, "pp_card_fatura")
    await typeCard(page, { number: DENIED, cvv: "123" })
    await page.getByTestId("place-order").click()
    expect(await textOf(page, "checkout-error")).toMatch(/não foi aprovado pelo banco emissor/)
    expect(await ordersOf(email)).toHaveLength(0)

    await typeCard(page, { number: APPROVED, cvv: "123", installments: 3 })
    // As many as the store's options allow, not the shop's own default.
    expect(await page.locator('[data-testid="card-installments"] option').count()).toBe(6)
    expect(plain(await page.locator('[data-testid="card-installments"] option:checked').textContent())).toBe("3× de R$ 19,63 sem juros")
    expect(await textOf(page, "card-total")).toContain("R$ 58,90")
    await placeOrder(page)
    await untilStatus(page, "paid")
    expect(await textOf(page, "card-summary")).toBe("Visa final 11113× de R$ 19,63 sem juros")

    const order = await untilPaid(shop.store, await theOrderOf(email))
    expect(order.payment_collections[0]!.payments).toHaveLength(1)
    expect((await invoicesSince(before)).map(({ _sandbox }) => _sandbox.history.at(-1)?.code)).toEqual([12, 5])
    const created = (await shop.gateway.requests()).filter(({ method, path }) => method === "POST" && path === "/invoices")
    expect((created.at(-1)!.body as { payment: { installments: string } }).payment.installments).toBe("3")

    const noGroups = sent.map((text) => text.replace(/(?<=\d)[ .-](?=\d)/g, ""))
    expect(noGroups.filter((text) => text.includes(DENIED) || text.includes(APPROVED))).toEqual([])
    expect(bodies.map(({ data }) => Object.keys(data?.card ?? {}).sort())).toEqual(Array(2).fill(["expires", "holder_name", "installments", "token"]))
    expect(JSON.stringify(bodies)).not.toMatch(/"123"/)
    expect(await page.evaluate("JSON.stringify({ ...localStorage, ...sessionStorage })")).not.toMatch(/4000 ?0000|4111 ?1111/)
  })

  it("that needs a step at the bank leads there", async () => {
    const { page } = await enter("phone")
    await openCheckout(page, shop)
    const email = await fillCheckout(page)
    await chooseMethod(page, "pp_card_fatura")
    await typeCard(page, { number: "4000000000003220", cvv: "123" })
    await placeOrder(page)
    expect(await page.getByTestId("payment-action").getAttribute("href")).toMatch(/^https:\/\//)
    expect((await readOrder(shop.store, await theOrderOf(email))).payment_status).toBe("awaiting")
  })
})

const sessionOfPage = (page: Page): string => new URL(page.url()).pathname.split("/")[2]!

describe("a PIX code", () => {
  it("that expired is taken away and renewed on the same order, and the new one is paid", async () => {
    const { page } = await enter("phone")
    const before = await countInvoices()
    await openCheckout(page, shop)
    const email = await fillCheckout(page)
    await placeOrder(page)
    const old = await textOf(page, "pix-code")
    await sql(shop.store.databaseUrl, "update fatura_invoice set expires_at = now() - interval '1 minute' where session_id = $1", [sessionOfPage(page)])
    await untilStatus(page, "expired")
    expect(await page.getByTestId("pix-code").count()).toBe(0)

    await page.getByTestId("renew-payment").dblclick()
    await untilStatus(page, "awaiting_payment")
    expect(await textOf(page, "pix-code")).not.toBe(old)
    const [first, second, ...more] = await invoicesSince(before)
    expect([first!._sandbox.payable, second!._sandbox.payable, more.length]).toEqual([false, true, 0])
    await shop.gateway.act(second!.id, "pay")
    await untilStatus(page, "paid")
    await untilPaid(shop.store, await theOrderOf(email))
  })

  it("stays on the screen while the connection is lost, and turns paid when it is back", async () => {
    const { page, context } = await enter("phone")
    const before = await countInvoices()
    await openCheckout(page, shop)
    await fillCheckout(page)
    await placeOrder(page)
    const code = await textOf(page, "pix-code")
    await context.setOffline(true)
    await page.getByText("Sem resposta da loja agora.").waitFor()
    expect(await textOf(page, "pix-code")).toBe(code)
    const [invoice] = await invoicesSince(before)
    await shop.gateway.act(invoice!.id, "pay")
    await context.setOffline(false)
    await untilStatus(page, "paid")
    expect(await textOf(page, "connection-notice")).toBe("")
  })

  it("is found again after the back button, which does not lead into the form of the order that is placed", async () => {
    const { page } = await enter("phone")
    const before = await countInvoices()
    await shopToCheckout(page, shop)
    const email = await fillCheckout(page)
    await placeOrder(page)
    const code = await textOf(page, "pix-code")
    await page.goBack()
    await page.getByTestId("cart-empty").waitFor()
    await page.getByTestId("pending-order").getByRole("link").click()
    expect(await textOf(page, "pix-code")).toBe(code)
    await theOrderOf(email)
    expect(await invoicesSince(before)).toHaveLength(1)
  })
})

describe("two tabs on one cart", () => {
  it("make one order with one invoice", async () => {
    const { page, context } = await enter("desktop")
    const before = await countInvoices()
    await openCheckout(page, shop)
    const other = await context.newPage()
    await other.goto(`${shop.address}/checkout`)
    await other.getByTestId("place-order").waitFor()
    await fillCheckout(other)
    const email = await fillCheckout(page)
    await Promise.all([page, other].map((tab) => tab.getByTestId("place-order").click()))
    const arrives = async (tab: Page) => tab.waitForURL(/\/pedido\//, { timeout: 60_000 }).catch(async (error: Error) => {
      throw new Error(`a tab stays at the checkout and says "${await tab.getByTestId("checkout-error").textContent({ timeout: 1_000 }).catch(() => "nothing")}": ${error.message}`)
    })
    await Promise.all([page, other].map(arrives))
    await Promise.all([page, other].map((tab) => untilStatus(tab, "awaiting_payment")))
    expect(await textOf(page, "pix-code")).toBe(await textOf(other, "pix-code"))
    const orders = await ordersOf(email).then(async (found) => (found.length ? found : ordersOf(await emailOfOrder(page))))
    expect(orders).toHaveLength(1)
    expect((await invoicesSince(before)).filter(({ _sandbox }) => _sandbox.payable)).toHaveLength(1)
  })
})

/** The e-mail of the order whose payment a page shows: with two tabs either may have been the last to write. */
async function emailOfOrder(page: Page): Promise<string> {
  const [row] = await sql<{ email: string }>(
    shop.store.databaseUrl,
    `select o.email from "order" o join order_payment_collection l on l.order_id = o.id join payment_session s on s.payment_collection_id = l.payment_collection_id where s.id = $1`,
    [sessionOfPage(page)],
  )
  return row!.email
}

describe("an order by boleto", () => {
  it("is paid by card instead, in 3 installments, which ends the boleto", async () => {
    const { page } = await enter("phone")
    const before = await countInvoices()
    await openCheckout(page, shop)
    const email = await fillCheckout(page)
    await chooseMethod(page, "pp_boleto_fatura")
    await placeOrder(page)
    await page.getByTestId("boleto-code").waitFor()
    await page.getByTestId("other-method").click()
    await chooseMethod(page, "pp_card_fatura")
    // As many as the store's options allow, also for an order that is placed.
    expect(await page.locator('[data-testid="card-installments"] option').count()).toBe(6)
    await typeCard(page, { number: APPROVED, cvv: "123", installments: 3 })
    await page.getByTestId("other-method-submit").click()
    await untilStatus(page, "paid")
    expect(await textOf(page, "card-summary")).toContain("3× de R$ 19,63 sem juros")
    const [boleto, card] = await invoicesSince(before)
    expect([boleto!._sandbox.payable, card!._sandbox.kind]).toEqual([false, "card"])
    await untilPaid(shop.store, await theOrderOf(email))
  })
})

describe("a customer who is logged in", () => {
  it("finds the open order and pays it later", async () => {
    const { page } = await enter("phone")
    const before = await countInvoices()
    await page.goto(`${shop.address}/meus-pedidos`)
    await page.getByTestId("log-in-email").fill(customerLogin.email)
    await page.getByTestId("log-in-password").fill("wrong")
    await page.getByTestId("log-in-submit").click()
    expect(await textOf(page, "log-in-error")).toBe("E-mail ou senha não conferem.")
    await page.getByTestId("log-in-password").fill(customerLogin.password)
    await page.getByTestId("log-in-submit").click()
    await page.getByTestId("log-out").waitFor()
    await openCheckout(page, shop)
    await fillCheckout(page)
    await placeOrder(page)
    const code = await textOf(page, "pix-code")

    await page.goto(`${shop.address}/meus-pedidos`)
    expect(await textOf(page, "order-status")).toBe("Aguardando pagamento")
    await expectNoSideScroll(page)
    await page.getByTestId("order-pay").first().click()
    expect(await textOf(page, "pix-code")).toBe(code)
    const [invoice] = await invoicesSince(before)
    await shop.gateway.act(invoice!.id, "pay")
    await untilStatus(page, "paid")
    await page.getByTestId("orders-link").click()
    await page.getByText("Pago", { exact: true }).waitFor()
  })
})
