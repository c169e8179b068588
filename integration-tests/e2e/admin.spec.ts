import { readFileSync } from "node:fs"
import type { Locator, Page } from "playwright-core"
import { cancelOrder, cpf, ledgerOf, only, placeOrder, poll, untilCaptured, type PlacedOrder } from "../support"
import { openDesk, seriousFaults, sitDown, type Desk, type Seat } from "./admin-desk"

type Method = "pix" | "boleto" | "card"
type Placed = PlacedOrder & { gatewayId: string; rowId: string }

const card = { token: "tok_approved", holder_name: "RITA QUARESMA", expires: "12/30", installments: 3 }

let desk: Desk
let seats: Seat[] = []
let pix: Placed
let boleto: Placed
let paid: Placed

async function order(method: Method, name: string): Promise<Placed> {
  const placed = await placeOrder(desk.store, { providerId: `pp_${method}_fatura`, items: [{ sku: "CHOCOLATE-1" }], data: { payer: { document: cpf(), name }, ...(method === "card" && { card }) } })
  const { id } = await desk.gateway.invoiceOf(placed.sessionId)
  return { ...placed, gatewayId: id, rowId: only(await ledgerOf(desk.store, placed.sessionId), "invoice").id }
}

async function sit(options?: Parameters<typeof sitDown>[1]): Promise<Seat> {
  const seat = await sitDown(desk, options)
  seats.push(seat)
  return seat
}

const widget = (page: Page): Locator => page.locator("main").locator("div", { has: page.getByRole("heading", { name: "Fatura", exact: true }) }).last().locator("xpath=ancestor-or-self::div[contains(@class,'shadow-elevation-card-rest')][1]")
const shows = async (place: Locator, text: string | RegExp) => poll(async () => (typeof text === "string" ? (await place.innerText()).includes(text) : text.test(await place.innerText())))
const money = (text: string) => text.replaceAll("\u00a0", " ")

beforeAll(async () => {
  desk = await openDesk({ env: { FATURA_LOOK_UPS_PER_MINUTE: "1000" } })
  pix = await order("pix", "Maria Silva")
  boleto = await order("boleto", "João da Conceição")
  paid = await order("card", "Rita Quaresma")
  await untilCaptured(desk.store, paid.orderId, 20_000)
}, 400_000)

afterAll(() => desk?.close())

afterEach(async () => {
  const faults = seats.flatMap((seat) => seat.faults)
  await Promise.all(seats.map((seat) => seat.close()))
  seats = []
  expect(faults).toEqual([])
})

describe("the order's page", () => {
  it("shows the code of a PIX that waits, and a message for the shopper to copy", async () => {
    const { page, open } = await sit({ language: "ptBR" })
    await open(`/orders/${pix.orderId}`)
    const part = widget(page)
    await shows(part, "Aguardando pagamento")
    expect(await part.getByRole("img", { name: "QR code deste PIX" }).isVisible()).toBe(true)
    await part.getByRole("button", { name: "Copiar mensagem para o cliente" }).click()
    const message = money(await page.evaluate(() => navigator.clipboard.readText()))
    const { pix: code } = await desk.gateway.invoice(pix.gatewayId)
    expect(message).toContain(`Olá, Maria! Este é o PIX do seu pedido *#${pix.displayId}*, no valor de *R$ 35,80*.`)
    expect(message.split("\n")).toContain(code.payload)
    await part.getByRole("button", { name: /Copiar código pix/i }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code.payload)
  })

  it("follows pay, refund and dispute", async () => {
    const { page, open } = await sit()
    const other = await order("pix", "Otávio Xavier")
    await open(`/orders/${other.orderId}`)
    await shows(widget(page), "Awaiting payment")
    await desk.gateway.act(other.gatewayId, "pay", { wait: true })
    await untilCaptured(desk.store, other.orderId, 20_000)
    await open(`/orders/${other.orderId}`)
    await shows(widget(page), "Paid.")
    expect(await widget(page).getByRole("img").count()).toBe(0)
    await desk.gateway.act(other.gatewayId, "refund", { amount_cents: 1000, wait: true })
    await poll(async () => only(await ledgerOf(desk.store, other.sessionId), "invoice").status === "partially_refunded")
    await open(`/orders/${other.orderId}`)
    await shows(widget(page), "Paid and partly refunded.")
    expect(money(await widget(page).innerText())).toContain("R$10.00 · made at the gateway")
    await desk.gateway.act(other.gatewayId, "dispute", { wait: true })
    await poll(async () => only(await ledgerOf(desk.store, other.sessionId), "invoice").status === "disputed")
    await open(`/orders/${other.orderId}`)
    await shows(widget(page), "The payer disputes this payment.")
    await shows(widget(page), "Decide")
  })

  it("shows card, installments and, on request and in the timeline, the full document", async () => {
    const { page, open } = await sit()
    await open(`/orders/${paid.orderId}`)
    const part = widget(page)
    await shows(part, /•••• \d{4} · 3x/)
    await part.getByRole("button", { name: "Show full document" }).click()
    await page.getByRole("button", { name: "Show", exact: true }).click()
    const { _sandbox } = await desk.gateway.invoice(paid.gatewayId)
    await shows(part, _sandbox.document!)
    await part.getByRole("button", { name: "Show timeline" }).click()
    await shows(part, "Full document and fiscal data shown")
  })
})

describe("an invoice", () => {
  it("gets a new due date, and refuses one in the past", async () => {
    const { page, open } = await sit()
    await open(`/fatura/invoices/${boleto.rowId}`)
    await page.getByRole("button", { name: "New due date" }).click()
    const field = page.getByRole("dialog").locator("input[type=date]")
    await field.fill("2020-01-01")
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByRole("alert").getByText("Choose today or a later day.").waitFor()
    await field.fill("2035-03-01")
    await page.getByRole("button", { name: "Save" }).click()
    await shows(page.locator("main"), "Mar 01, 2035")
    await shows(page.locator("main"), "New due date")
    const { requests } = { requests: await desk.gateway.requests() }
    expect(requests.filter(({ method, path }) => method === "PATCH" && path === "/invoices")).toHaveLength(1)
  })

  it("says why a notice can't be sent again, also without a mouse", async () => {
    const { page, open } = await sit()
    await open(`/fatura/invoices/${boleto.rowId}`)
    const button = page.getByRole("button", { name: "Resend notice" })
    expect(await button.getAttribute("aria-description")).toBe("No notice of this invoice has arrived yet, so the number of its webhook is not known.")
    await button.click({ force: true })
    expect((await desk.gateway.counts())["COPY /webhooks"]).toBeUndefined()
  })
})

describe("the list", () => {
  it("finds by name and status, in the address, and exports what it shows", async () => {
    const { page, open } = await sit({ language: "ptBR" })
    await open("/fatura")
    await page.getByRole("searchbox", { name: "Buscar faturas" }).fill("quaresma")
    await page.waitForURL(/#q=quaresma$/)
    await shows(page.locator("main"), "Faturas: 1")
    expect(await page.getByRole("row").count()).toBe(2)
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Exportar CSV" }).click()])
    expect(file.suggestedFilename()).toMatch(/^faturas-\d{4}-\d\d-\d\d\.csv$/)
    const lines = readFileSync(await file.path(), "utf8").trim().split("\r\n")
    expect(lines).toHaveLength(2)
    expect(lines[0]).toContain("ID;Fatura no gateway;Pedido")
    expect(lines[1]).toContain(";Rita Quaresma;")
    await page.getByRole("row").nth(1).click()
    await page.waitForURL(new RegExp(`/fatura/invoices/${paid.rowId}$`))
  })

  it("narrows by status with the keyboard alone", async () => {
    const { page, open } = await sit()
    await open("/fatura")
    await page.getByRole("button", { name: "Status", exact: true }).focus()
    await page.keyboard.press("Enter")
    const item = page.getByRole("menuitemcheckbox", { name: "Paid", exact: true })
    await item.waitFor()
    await item.focus()
    await page.keyboard.press("Enter")
    await page.keyboard.press("Escape")
    await page.waitForURL(/status=paid/)
  })
})

describe("a money problem", () => {
  it("is decided with a reason, and is counted until then", async () => {
    const late = await order("pix", "Tiago Rocha")
    await cancelOrder(desk.store, late.orderId)
    await poll(async () => only(await ledgerOf(desk.store, late.sessionId), "invoice").status === "canceled")
    await desk.gateway.act(late.gatewayId, "pay", { wait: true })
    const { page, open } = await sit()
    await poll(async () => {
      await open("/fatura/problems")
      return (await page.locator("main").innerText()).includes("Paid after the cancel")
    }, 30_000)
    const article = page.getByRole("article", { name: "Paid after the cancel" })
    expect(await article.getByRole("link", { name: `Order #${late.displayId}` }).getAttribute("href")).toBe(`/app/orders/${late.orderId}`)
    await article.getByRole("button", { name: "Decide" }).click()
    await page.getByRole("button", { name: "Decide", exact: true }).last().click()
    await page.getByText("Say why, in at least 3 characters.").waitFor()
    await page.getByLabel("Reason").fill("the shopper wants the money back")
    await page.getByRole("button", { name: "Decide", exact: true }).last().click()
    await poll(async () => (await article.count()) === 0)
    await poll(async () => (await desk.gateway.invoice(late.gatewayId))._sandbox.refunded_cents === 3580)
  })
})

describe("everybody", () => {
  const pages = (): [string, string][] => [
    ["the list", "/fatura"], ["problems", "/fatura/problems"], ["disputes", "/fatura/disputes"], ["notices", "/fatura/notices"], ["the report", "/fatura/reports"], ["records", "/fatura/records"],
    ["a PIX", `/fatura/invoices/${pix.rowId}`], ["a card", `/fatura/invoices/${paid.rowId}`], ["an order", `/orders/${pix.orderId}`],
  ]

  test.each([["en", 1280, false], ["ptBR", 390, true]] as const)("can use the pages (%s, %d px, dark %s): axe finds nothing serious, no text is missing", async (language, width, dark) => {
    const { page, open } = await sit({ language, width, dark })
    const faults: string[] = []
    for (const [name, path] of pages()) {
      await open(path)
      const part = path.startsWith("/orders") ? widget(page) : page.locator("main")
      await part.first().waitFor()
      await part.first().evaluate((element) => element.setAttribute("data-checked", ""))
      faults.push(...(await seriousFaults(page, "[data-checked]")).map((fault) => `${name}: ${fault}`))
      const text = await part.first().innerText()
      faults.push(...(text.match(/\b(invoices|problems|notices|reports|order|statuses|states|methods)\.[a-zA-Z_.]+/g) ?? []).map((key) => `${name}: no text for ${key}`))
    }
    expect(faults).toEqual([])
  })

  it("does not scroll sideways on a telephone", async () => {
    const { page, open } = await sit({ width: 390 })
    for (const [, path] of pages()) {
      await open(path)
      expect([path, await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)]).toEqual([path, 0])
    }
  })
})
