import { adminApi, poll, sql, startStore, untilCaptured, type Gateway, type HttpClient, type Store } from "../support"
import { order, STAFFED_SHOP_ENVIRONMENT, useStaffedShop, type PlacedInvoice, type Refusal } from "../support/staffed-shop"

let store: Store
let gateway: Gateway
let staff: HttpClient
let pix: PlacedInvoice
let boleto: PlacedInvoice
let paidCard: PlacedInvoice

useStaffedShop((shop) => ({ store, gateway, staff, pix, boleto, paidCard } = shop))

describe("records and reports", () => {
  it("shows consumers without what is personal", async () => {
    const { consumers } = await staff.get<{ consumers: { id: string }[] }>("/admin/fatura/consumers")
    expect(consumers.length).toBeGreaterThan(0)
    const text = JSON.stringify(consumers)
    for (const personal of [pix.document, "Conceição", "Quaresma"]) expect(text).not.toContain(personal)
  })

  test.each(["mediations", "chargebacks"])("says which option tells the path of %s", async (name) => {
    const answer = await staff.raw("GET", `/admin/fatura/${name}`, undefined, { "accept-language": "pt-BR" })
    expect(answer).toMatchObject({ status: 409, body: { code: "path_not_configured" } })
    expect((answer.body as Refusal).message).toContain(`endpoints.list_${name}.path`)
  })

  it("shows the statement in reais", async () => {
    const { statement, pages } = await staff.get<{ statement: { kind: string; amount: number }[]; pages: number }>("/admin/fatura/statement")
    expect(pages).toBe(1)
    expect(statement.map(({ kind, amount }) => [kind, amount > 0])).toEqual([["payment_received", true], ["sale_fees", false]])
    expect(statement[0]!.amount).toBe(35.8)
  })

  it("shows what the gateway has, beside the ledger's own rows", async () => {
    await gateway.forgetRequests()
    type Listed = { id: string; ledger_id: string | null; status: string; status_code: number; method: string; amount: number }
    const page = await staff.get<{ gateway_invoices: Listed[]; page: number; pages: number; per_page: number }>("/admin/fatura/gateway-invoices?status=5")
    expect(page).toMatchObject({ page: 1, pages: 1, per_page: 25 })
    expect(page.gateway_invoices).toMatchObject([{ id: paidCard.gatewayId, ledger_id: paidCard.rowId, status: "paid", status_code: 5, method: "card", amount: 35.8 }])
    expect(await gateway.counts()).toEqual({ "GET /invoices": 1 })
  })

  it("refuses an account that does not exist", async () => {
    expect(await staff.raw("GET", "/admin/fatura/consumers?account_id=facc_nowhere")).toMatchObject({ status: 404, body: { code: "account_not_found" } })
  })

  it("sums fees and net from the gateway's answers alone", async () => {
    const today = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Sao_Paulo" }).format(new Date())
    await sql(store.databaseUrl, "update fatura_invoice set fees_cents = 143, net_cents = null where id = $1", [paidCard.rowId])
    const row = { count: 1, paid: 35.8, refunded: 0, fees: 1.43, net: 0, without_fees: 0, without_net: 1 }
    const report = (group: string) => staff.get<{ fees: unknown[]; total: unknown }>(`/admin/fatura/reports/fees?from=${today}&to=${today}&group_by=${group}`)
    expect(await report("day")).toMatchObject({ fees: [{ key: today, ...row }], total: row })
    expect((await report("method")).fees).toEqual([{ key: "card", ...row }])
    expect((await report("account")).fees).toEqual([{ key: "facc_config_default", ...row }])
    expect((await staff.get<{ fees: unknown[] }>("/admin/fatura/reports/fees?from=2020-01-01&to=2020-02-01")).fees).toEqual([])
    const csv = await staff.raw("GET", `/admin/fatura/reports/fees/export?from=${today}&to=${today}&group_by=method`, undefined, { "accept-language": "pt-BR" })
    expect(csv.text.replace("\uFEFF", "").trim().split("\r\n")).toEqual(["Método;Pagamentos;Pago;Estornado;Taxas;Líquido;Sem taxas informadas;Sem líquido informado", "card;1;35,80;0,00;1,43;0,00;0;1"])
  })
})

describe("money problems reach the staff", () => {
  it("in the dashboard's feed, once, with the order's number", async () => {
    const paid = await order(store, gateway, "pix", "Otávio Xavier")
    await gateway.act(paid.gatewayId, "pay", { wait: true })
    await untilCaptured(store, paid.orderId, 20_000)
    await gateway.act(paid.gatewayId, "dispute", { wait: true })
    const feed = async () => {
      const { notifications } = await staff.get<{ notifications: { data: { title: string; description: string } }[] }>("/admin/notifications?channel=feed&limit=50")
      return notifications.map(({ data }) => data.title)
    }
    const title = `Pedido #${paid.displayId}: Contestação aberta`
    await poll(async () => (await feed()).includes(title))
    expect((await feed()).filter((one) => one === title)).toHaveLength(1)
    const { problems } = await staff.get<{ problems: { kind: string; order_display_id: number; actions: string[] }[] }>("/admin/fatura/problems")
    expect(problems.find(({ order_display_id }) => order_display_id === paid.displayId)).toMatchObject({ kind: "dispute", actions: ["dismiss"] })
  })
})

describe("an account in production", () => {
  it("is never asked to send a notice again; an invoice of the account before it stays that account's", async () => {
    const production = await startStore({ sandboxUrl: gateway.url, databaseUrl: store.databaseUrl, env: { ...STAFFED_SHOP_ENVIRONMENT, FATURA_TOKEN: "prod_token_of_a_shop" } })
    try {
      const other = await adminApi(production)
      const resend = ({ rowId }: PlacedInvoice) => other.raw("POST", `/admin/fatura/invoices/${rowId}/resend-notice`, {}, { "accept-language": "en" })
      const placed = await order(production, gateway, "pix", "Zilda Amorim")
      await gateway.forgetRequests()
      expect(await resend(placed)).toMatchObject({ status: 409, body: { code: "resend_in_production" } })
      expect(await resend(boleto)).toMatchObject({ status: 409, body: { code: "resend_without_webhook" } })
      expect(await gateway.counts()).toEqual({})
    } finally {
      await production.close()
    }
  })
})

it("a customer who is deleted while a process works on the invoice is forgotten as a payer soon after, and the timeline says so", async () => {
  await sql(store.databaseUrl, "update fatura_invoice set lease_until = now() + interval '1 second' where id = $1", [paidCard.rowId])
  const { order: placed } = await staff.get<{ order: { customer_id: string } }>(`/admin/orders/${paidCard.orderId}?fields=customer_id`)
  await staff.delete(`/admin/customers/${placed.customer_id}`)
  const detail = async () => (await staff.get<{ invoice: { payer_name: string | null; document_masked: string | null; amount: number; timeline: { kind: string; details: unknown }[] } }>(`/admin/fatura/invoices/${paidCard.rowId}`)).invoice
  await poll(async () => (await detail()).payer_name === null, 60_000)
  const { document_masked, amount, timeline } = await detail()
  expect([document_masked, amount]).toEqual([null, 35.8])
  expect(timeline.filter(({ kind }) => kind === "payer_erased")).toMatchObject([{ details: { reason: "asked" } }])
})
