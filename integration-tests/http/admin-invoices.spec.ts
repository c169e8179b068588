import { cpf, httpClient, poll, sql, storeApi, type Gateway, type HttpClient, type Store } from "../support"
import { useStaffedShop, type PlacedInvoice, type Refusal } from "../support/staffed-shop"

type Invoice = {
  id: string
  invoice_id: string
  status: string
  method: "pix" | "boleto" | "card"
  payer_name: string
  order_id: string
  order_display_id: number
  amount: number
  tracking_code: string | null
}
type Detail = Invoice & {
  document_masked: string
  nosso_numero: string | null
  timeline: { kind: string; cause: string; actor: string | null; details: Record<string, unknown> | null }[]
  actions: Record<string, string | null>
  raw_answer: unknown
  qr_svg: string | null
  barcode_svg: string | null
  refunds: { amount: number; origin: string; state: string }[]
  problems: { kind: string }[]
  instructions: { pix?: { payload: string }; card?: { brand: string; last4: string; installments: number } }
}
type List = { invoices: Invoice[]; count: number; count_capped: boolean; next_cursor: string | null }

let store: Store
let gateway: Gateway
let staff: HttpClient
let adminId: string
let pix: PlacedInvoice
let boleto: PlacedInvoice
let paidCard: PlacedInvoice

useStaffedShop((shop) => ({ store, gateway, staff, adminId, pix, boleto, paidCard } = shop))

const list = (query: string) => staff.get<List>(`/admin/fatura/invoices?${query}`)
const idsOf = async (query: string) => (await list(query)).invoices.map(({ id }) => id)
const detail = async ({ rowId }: PlacedInvoice) => (await staff.get<{ invoice: Detail }>(`/admin/fatura/invoices/${rowId}`)).invoice
const post = (path: string, body: unknown = {}, headers: Record<string, string> = {}) => staff.raw("POST", `/admin/fatura/invoices/${path}`, body, headers)
const kinds = async (placed: PlacedInvoice) => (await detail(placed)).timeline.map(({ kind }) => kind)

describe("who may ask, and how", () => {
  const paths = [
    ["GET", "/invoices"], ["GET", "/invoices/export"], ["GET", "/invoices/finv_1"], ["POST", "/invoices/finv_1/sync"], ["POST", "/invoices/finv_1/cancel"],
    ["POST", "/invoices/finv_1/due-date"], ["POST", "/invoices/finv_1/tracking"], ["POST", "/invoices/finv_1/resend-notice"], ["POST", "/invoices/finv_1/send-instructions"],
    ["GET", "/orders/order_1/invoices"], ["GET", "/orders/order_1/fiscal-data"], ["GET", "/consumers"], ["GET", "/mediations"], ["GET", "/chargebacks"], ["GET", "/statement"], ["GET", "/gateway-invoices"],
    ["GET", "/reports/fees"], ["GET", "/reports/fees/export"], ["GET", "/problems"],
  ] as const

  test.each(paths)("%s %s is refused to strangers and shoppers", async (method, path) => {
    expect((await httpClient(store.url).raw(method, `/admin/fatura${path}`, method === "POST" ? {} : undefined)).status).toBe(401)
    expect((await storeApi(store).raw(method, `/admin/fatura${path}`, method === "POST" ? {} : undefined)).status).toBe(401)
  })

  test.each([
    ["/invoices?statuss=paid", "statuss"],
    ["/invoices?status=payed", "status.0"],
    ["/invoices?method=pix&method=cheque", "method.1"],
    ["/invoices?limit=101", "limit"],
    ["/invoices?from=2026-02-30", "from"],
    ["/invoices/export?separator=pipe", "separator"],
    ["/invoices/export?limit=5", "limit"],
    ["/problems?state=closed", "state"],
    ["/consumers?page=0", "page"],
    ["/statement?from=yesterday", "from"],
    ["/reports/fees?group_by=hour", "group_by"],
    ["/reports/fees?from=2026-03-02&to=2026-03-01", "to"],
    ["/reports/fees?from=2024-01-01&to=2026-01-01", "to"],
  ])("%s is a bad request about %s", async (path, field) => {
    const answer = await staff.raw("GET", `/admin/fatura${path}`)
    const { type, code, fields } = answer.body as Refusal
    expect([answer.status, type, code, fields?.map(({ path: at }) => at)]).toEqual([400, "invalid_data", "invalid_fields", [field]])
  })

  it("answers in the language of who asks, and 404 about what is not there", async () => {
    const answer = (language: string) => staff.raw("GET", "/admin/fatura/invoices/finv_nowhere", undefined, { "accept-language": language })
    expect(await answer("pt-BR")).toMatchObject({ status: 404, body: { code: "invoice_not_found", message: "Esta fatura não existe." } })
    expect(await answer("en")).toMatchObject({ status: 404, body: { message: "This invoice does not exist." } })
  })
})

describe("the list", () => {
  it("shows the newest first, with order number and payer", async () => {
    const { invoices, count, count_capped } = await list("")
    expect(invoices.map(({ id }) => id)).toEqual([paidCard.rowId, boleto.rowId, pix.rowId])
    expect([count, count_capped]).toEqual([3, false])
    expect(invoices[0]).toMatchObject({ status: "paid", method: "card", payer_name: "Rita Quaresma", order_display_id: paidCard.displayId, amount: 35.8, fees: expect.any(Number) })
    expect(JSON.stringify(invoices)).not.toContain(paidCard.document)
  })

  it("goes through all by keyset, also while new ones come", async () => {
    const first = await list("limit=2")
    expect(first.invoices.map(({ id }) => id)).toEqual([paidCard.rowId, boleto.rowId])
    expect(first.next_cursor).toBe(boleto.rowId)
    const second = await list(`limit=2&after=${first.next_cursor}`)
    expect(second.invoices.map(({ id }) => id)).toEqual([pix.rowId])
    expect(second.next_cursor).toBeNull()
  })

  it("narrows by status, method, account and days", async () => {
    expect(await idsOf("status=paid")).toEqual([paidCard.rowId])
    expect(await idsOf("status=paid&status=awaiting_payment&method=pix&method=card")).toEqual([paidCard.rowId, pix.rowId])
    expect(await idsOf("status=awaiting_payment,paid&method=boleto")).toEqual([boleto.rowId])
    expect(await idsOf("account_id=facc_config_default")).toHaveLength(3)
    expect(await idsOf("account_id=facc_other")).toEqual([])
    const today = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Sao_Paulo" }).format(new Date())
    expect(await idsOf(`from=${today}&to=${today}`)).toHaveLength(3)
    expect(await idsOf("to=2020-01-01")).toEqual([])
    expect(await idsOf("from=2020-01-01&to=2020-01-31&status=paid")).toEqual([])
  })

  it("finds by every name that an invoice is known by", async () => {
    const names = (placed: PlacedInvoice) => [placed.gatewayId, placed.sessionId, placed.orderId, placed.rowId, `#${placed.displayId}`, String(placed.displayId)]
    for (const name of names(pix)) expect([name, await idsOf(`q=${encodeURIComponent(name)}`)]).toEqual([name, [pix.rowId]])
    expect(await idsOf("q=finv_nowhere")).toEqual([])
    expect(await idsOf(`q=${encodeURIComponent("'; drop table fatura_invoice; --")}`)).toEqual([])
    expect((await staff.raw("GET", "/admin/fatura/invoices?q=%00")).status).toBe(400)
  })

  it("finds a nosso número with and without its dots", async () => {
    await sql(store.databaseUrl, "update fatura_invoice set nosso_numero = '10934500771' where id = $1", [boleto.rowId])
    expect(await idsOf("q=10934500771")).toEqual([boleto.rowId])
    expect(await idsOf("q=109.345.00771")).toEqual([boleto.rowId])
  })

  test.each([
    ["joao", "pix"], ["JOÃO", "pix"], ["conceição", "pix"], ["conceicao joao", "pix"], ["joão da c", "pix"], ["quares", "card"], ["brandao", "boleto"], ["joao quaresma", null], ["oão", null],
  ] as const)("finds the payer by %s: %s", async (typed, method) => {
    const wanted = { pix, boleto, card: paidCard }
    expect(await idsOf(`q=${encodeURIComponent(typed)}`)).toEqual(method ? [wanted[method].rowId] : [])
  })

  it("combines search and filters", async () => {
    expect(await idsOf("q=rita&status=paid&method=card")).toEqual([paidCard.rowId])
    expect(await idsOf("q=rita&status=canceled")).toEqual([])
  })
})

describe("a search in the body of a POST", () => {
  const search = (body: Record<string, unknown>) => staff.post<List>("/admin/fatura/invoices/search", body)

  it("answers as one in the address does", async () => {
    for (const [body, query] of [
      [{ q: "rita", status: ["paid"], method: ["card"] }, "q=rita&status=paid&method=card"],
      [{ q: "rita", status: ["canceled"] }, "q=rita&status=canceled"],
      [{ limit: 2 }, "limit=2"],
    ] as const) {
      expect(await search(body)).toEqual(await list(query))
    }
    expect(await post("search", { statuss: "paid" })).toMatchObject({ status: 400, body: { fields: [{ path: "statuss" }] } })
    expect((await httpClient(store.url).raw("POST", "/admin/fatura/invoices/search", {})).status).toBe(401)
  })

  it("exports what it finds", async () => {
    const lines = (await post("export", { q: "rita", separator: "semicolon" })).text.trim().split("\r\n")
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain(";Rita Quaresma;")
  })

  it("leaves no name and no document in the store's log, and one in the address neither", async () => {
    const secrets = ["Quaresma", cpf(), "zzsegredo"]
    for (const q of secrets) {
      await search({ q })
      await post("export", { q, separator: "comma" })
      await list(`q=${q}`)
      await staff.raw("GET", `/admin/fatura/invoices/export?q=${q}`)
      await staff.raw("GET", `/admin/fatura/invoices/?q=${q}`)
      await staff.raw("GET", `/admin/fatura/invoices?status=nonsense&q=${q}`)
    }
    await poll(async () => /\/admin\/fatura\/invoices\?\[query\]/.test(store.logs()))
    expect(secrets.filter((secret) => store.logs().includes(secret))).toEqual([])
  })
})

describe("the CSV", () => {
  const csv = async (query: string, language = "pt-BR") => staff.raw("GET", `/admin/fatura/invoices/export?${query}`, undefined, { "accept-language": language })

  it("is what a Brazilian spreadsheet opens: UTF-8 with its mark, semicolons, decimal commas", async () => {
    const answer = await csv("method=card")
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8")
    expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename="faturas-\d{4}-\d\d-\d\d\.csv"$/)
    const lines = answer.text.split("\r\n")
    expect(lines[0]!.replace("\uFEFF", "")).toBe(
      "ID;Fatura no gateway;Pedido;Criada em;Status;Método;Pagador;Documento;Valor;Pago;Estornado;Taxas;Líquido;Parcelas;Vencimento;Pago em;Nosso número;ID ponta a ponta;TID;Conta"
    )
    expect(lines).toHaveLength(3)
    expect(lines[1]!.split(";").slice(0, 3)).toEqual([paidCard.rowId, paidCard.gatewayId, String(paidCard.displayId)])
    expect(lines[1]).toContain(";paid;card;Rita Quaresma;")
    expect(lines[1]).toContain(";35,80;35,80;0,00;")
  })

  it("starts with a byte order mark", async () => {
    const answer = await fetch(`${store.url}/admin/fatura/invoices/export`, { headers: { authorization: `Bearer ${await store.adminToken()}` } })
    expect([...new Uint8Array(await answer.arrayBuffer()).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  })

  it("takes other separators and languages", async () => {
    const lines = (await csv("method=card&separator=comma", "en")).text.split("\r\n")
    expect(lines[0]).toContain("ID,Gateway invoice,Order,Created at,Status")
    expect(lines[1]).toContain(",35.80,35.80,0.00,")
  })

  it("lets no payer's name become a formula", async () => {
    const text = (await csv("method=boleto")).text
    expect(text).toContain(";'=Maria Brandão;")
    expect(text).not.toContain(";=Maria")
  })

  it("holds all that fits, and nothing else", async () => {
    expect((await csv("")).text.trim().split("\r\n")).toHaveLength(4)
    expect((await csv("q=rita&status=canceled")).text.trim().split("\r\n")).toHaveLength(1)
  })
})

describe("one invoice", () => {
  it("shows the code, why actions are not possible, and the redacted answer", async () => {
    const shown = await detail(pix)
    expect(shown.instructions.pix?.payload).toMatch(/^000201/)
    expect(shown.qr_svg).toMatch(/^<svg/)
    expect(shown).toMatchObject({ order_display_id: pix.displayId, payer_name: "João da Conceição", document_masked: expect.stringMatching(/^\*\*\*\./), refunds: [], problems: [] })
    expect(shown.actions).toEqual({ sync: null, cancel: null, due_date: null, tracking: null, send_instructions: null, resend_notice: "resend_without_webhook" })
    expect(JSON.stringify(shown)).not.toContain(pix.document)
    expect(JSON.stringify(shown.raw_answer)).toContain(pix.gatewayId)
    expect((await detail(boleto)).barcode_svg).toMatch(/^<svg/)
    expect((await detail(paidCard)).actions).toMatchObject({ cancel: "not_open", due_date: "no_due_date", send_instructions: "nothing_to_pay" })
    expect((await detail(paidCard)).instructions.card).toMatchObject({ last4: expect.stringMatching(/^\d{4}$/), installments: 3 })
  })

  it("writes a sync and its user to the timeline, and asks once", async () => {
    await gateway.forgetRequests()
    expect((await post(`${pix.rowId}/sync`)).status).toBe(200)
    expect((await gateway.counts())["GET /invoices"]).toBe(1)
    expect((await detail(pix)).timeline.at(-1)).toMatchObject({ kind: "looked_up", cause: "staff", actor: adminId, details: { told: "awaiting_payment" } })
  })

  it("has the instructions sent by an event, while there is something to pay", async () => {
    expect(await post(`${pix.rowId}/send-instructions`)).toMatchObject({ status: 200, body: { requested: true } })
    expect((await detail(pix)).timeline.at(-1)).toMatchObject({ kind: "instructions_requested", actor: adminId })
    const refused = await post(`${paidCard.rowId}/send-instructions`, {}, { "accept-language": "en" })
    expect(refused).toMatchObject({ status: 409, body: { code: "nothing_to_pay" } })
    expect(await kinds(paidCard)).not.toContain("instructions_requested")
  })

  it("shows the notices that came, and has one sent again in SANDBOX", async () => {
    await gateway.sendNotice({ invoice_id: boleto.gatewayId })
    await poll(async () => (await detail(boleto)).actions.resend_notice === null)
    await gateway.forgetRequests()
    expect(await post(`${boleto.rowId}/resend-notice`)).toMatchObject({ status: 200, body: { requested: true } })
    expect((await gateway.counts())["COPY /webhooks"]).toBe(1)
    expect((await detail(boleto)).timeline.find(({ kind }) => kind === "notice_resend_requested")).toMatchObject({ actor: adminId })
    await poll(async () => (await kinds(boleto)).filter((kind) => kind === "notice_received").length >= 2)
  })

  it("does not call for a tracking code whose path is not configured, and says which option is missing", async () => {
    await gateway.forgetRequests()
    const refused = await post(`${paidCard.rowId}/tracking`, { code: "BR123456789BR" }, { "accept-language": "en" })
    expect(refused).toMatchObject({ status: 409, body: { code: "path_not_configured" } })
    expect((refused.body as Refusal).message).toContain("endpoints.add_tracking_code.path")
    expect(await gateway.counts()).toEqual({})
    expect((await detail(paidCard)).tracking_code).toBeNull()
    expect(await post(`${paidCard.rowId}/tracking`, { code: "x" })).toMatchObject({ status: 400, body: { fields: [{ path: "code" }] } })
  })

  it("gives a new due date and cancels, each with its user", async () => {
    const changed = await post(`${boleto.rowId}/due-date`, { due_at: "2035-03-01" })
    expect(changed).toMatchObject({ status: 200, body: { invoice: { due_on: "2035-03-01" } } })
    expect(await post(`${boleto.rowId}/cancel`)).toMatchObject({ status: 200, body: { result: "canceled", invoice: { status: "canceled" } } })
    const { timeline, actions } = await detail(boleto)
    expect(timeline.find(({ kind }) => kind === "due_date_changed")).toMatchObject({ cause: "staff", actor: adminId })
    expect(timeline.find(({ kind }) => kind === "cancel_requested")).toMatchObject({ actor: adminId, details: { reason: "staff" } })
    expect(actions).toMatchObject({ cancel: "not_open", due_date: "not_open", send_instructions: "nothing_to_pay" })
  })
})

describe("the order's data", () => {
  it("are its invoices in detail, newest first", async () => {
    const { invoices } = await staff.get<{ invoices: Detail[] }>(`/admin/fatura/orders/${paidCard.orderId}/invoices`)
    expect(invoices).toHaveLength(1)
    expect(invoices[0]).toMatchObject({ id: paidCard.rowId, status: "paid", timeline: expect.any(Array) })
    expect(await staff.get(`/admin/fatura/orders/order_nowhere/invoices`)).toEqual({ invoices: [] })
  })

  it("are complete for the nota fiscal, and who asked is on the timeline", async () => {
    expect(await kinds(paidCard)).not.toContain("fiscal_data_shown")
    const answer = await staff.raw("GET", `/admin/fatura/orders/${paidCard.orderId}/fiscal-data`)
    expect(answer.headers.get("cache-control")).toBe("no-store")
    const { fiscal_data } = answer.body as { fiscal_data: unknown }
    expect(fiscal_data).toMatchObject({
      order_id: paidCard.orderId,
      order_display_id: paidCard.displayId,
      payer: { name: "Rita Quaresma", document: paidCard.document, document_kind: "cpf", address: { state: "SP", country: "BRA" } },
      payments: [{ method: "card", nfe_payment_kind: "03", amount: 35.8, paid_amount: 35.8, installments: 3, tid: expect.any(String), card_brand: expect.any(String) }],
    })
    expect((await detail(paidCard)).timeline.at(-1)).toMatchObject({ kind: "fiscal_data_shown", cause: "staff", actor: adminId })
    expect((await staff.raw("GET", "/admin/fatura/orders/order_nowhere/fiscal-data")).status).toBe(404)
  })
})
