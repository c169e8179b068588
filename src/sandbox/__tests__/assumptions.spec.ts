import { ASSUMPTION_KEYS, ASSUMPTION_VALUES } from "../assumptions"
import { type TestSandbox, newInvoice, startTestSandbox } from "./harness"

describe("the assumption switches", () => {
  let sandbox: TestSandbox

  beforeAll(async () => {
    sandbox = await startTestSandbox()
  })
  afterAll(() => sandbox.close())
  beforeEach(() => sandbox.control("POST", "/reset"))

  const assume = (change: Record<string, unknown>) => sandbox.control("POST", "/assumptions", change)
  const create = async (method: "pix" | "boleto" | "card" = "pix", payment: Record<string, unknown> = {}) =>
    (await sandbox.gateway("POST", "/invoices", newInvoice(method, { payment }))).json.invoice
  const list = async (query = "") => (await sandbox.gateway("GET", `/invoices${query}`)).json
  const cancel = async (id: string) => (await sandbox.gateway("DELETE", "/invoices", { payment: { id } })).json
  const refund = async (id: string, amount: number) =>
    (await sandbox.gateway("PUT", "/invoices", { payment: { id, amount } })).json.fatura

  it("are listed with what each may be, the first being in force", async () => {
    const { assumptions, values, texts } = (await sandbox.control("GET", "/assumptions")).json
    expect(Object.keys(values).sort()).toEqual([...ASSUMPTION_KEYS].sort())
    for (const key of ASSUMPTION_KEYS) {
      expect(assumptions[key]).toBe(ASSUMPTION_VALUES[key][0])
      expect(texts[key]).toEqual(expect.any(String))
    }
  })

  it("refuse what they don't know, and change nothing then", async () => {
    for (const change of [{ odd: true }, { shape: "xml" }, { page_size: 25, toString: 1 }]) {
      expect((await assume(change)).status).toBe(400)
    }
    expect((await assume({ page_size: 100 })).json.assumptions).toMatchObject({ page_size: 100, shape: "invoice" })
  })

  it("gross with and without discount and shipping; what is due stays", async () => {
    await assume({ gross_includes_discount_and_shipping: false })
    const { id, amount, pix } = await create("pix", { discount: "10.00" })
    expect(amount).toMatchObject({ gross: 99.8, discount: 10, shipping: "15.90" })
    expect(pix.payload).toContain("5406105.70")
    expect((await list(`?id=${id}`)).invoices[0].prices.total).toBe(105.7)
  })

  it("a cancel of a paid invoice", async () => {
    const { id } = await create("card")
    expect(await cancel(id)).toMatchObject({ success: false, message: "Fatura paga nao pode ser cancelada" })
    await assume({ cancel_of_paid_succeeds: true })
    expect((await cancel(id)).fatura.status).toEqual({ text: "canceled" })
    expect((await list(`?id=${id}`)).invoices[0].status.code).toBe(6)
  })

  it("a second cancel", async () => {
    const { id } = await create()
    await cancel(id)
    expect((await cancel(id)).success).toBe(true)
    await assume({ cancel_of_canceled_succeeds: false })
    expect(await cancel(id)).toMatchObject({ success: false, message: "Fatura ja cancelada" })
  })

  it("the page size and order of the list", async () => {
    const ids: number[] = []
    for (let count = 0; count < 30; count += 1) {
      ids.push(Number((await create()).id))
    }
    const idsOf = (page: any) => page.invoices.map(({ id }: { id: number }) => id)
    const first = await list()
    expect(first).toMatchObject({ pages: { now: 1, total: "2" }, total: { invoices: 30, per_page: 25 } })
    expect(idsOf(first)).toEqual([...ids].reverse().slice(0, 25))
    expect(idsOf(await list("?p=2"))).toEqual([...ids].reverse().slice(25))
    await assume({ page_size: 100, list_order: "oldest_first" })
    const all = await list()
    expect([all.pages.total, idsOf(all)]).toEqual(["1", ids])
  })

  it("the referrer of a boleto in the list", async () => {
    await assume({ list_referrer: "other_for_boleto" })
    await create("boleto")
    await create("pix")
    const [pix, boleto] = (await list()).invoices
    expect([pix.referrer, boleto.referrer]).toEqual(["payses_01-1", expect.stringMatching(/^[0-9a-f]{32}$/)])
  })

  it("the unit of refunds", async () => {
    const { id } = await create("card")
    expect((await refund(id, 1000)).refunds).toMatchObject({ possbile: 10_570, total: 1000 })
    await assume({ refund_unit: "reais" })
    expect((await refund(id, 250)).refunds).toMatchObject({ possbile: 103.2, total: 12.5, brl: "R$ 12,50" })
  })

  it("a refund that is not done at once", async () => {
    await assume({ refund_result: "pending" })
    const { id } = await create("card")
    expect(await refund(id, 1000)).toMatchObject({ status: { code: 7 }, refunds: { total: null } })
    expect((await sandbox.gateway("PUT", "/invoices", { payment: { id, amount: 1 } })).json.success).toBe(false)
    const done = (await sandbox.control("POST", `/invoices/${id}/refund`)).json.invoice
    expect([done.status.code, done._sandbox.refunded_cents]).toEqual([8, 1000])
  })

  it("a PIX code without amount", async () => {
    expect((await create()).pix.payload).toContain("5303986" + "5406115.70" + "5802BR")
    await assume({ br_code_amount: false })
    expect((await create()).pix.payload).toContain("53039865802BR")
  })

  it("amount and discount of a product per unit or per line", async () => {
    const products = [{ id: "1", title: "Camiseta", qnt: 2, discount: 5, amount: "50.00" }]
    const gross = async () => (await create("pix", { products })).amount.gross
    expect(await gross()).toBe(110.9)
    await assume({ product_discount: "per_unit" })
    expect(await gross()).toBe(105.9)
    await assume({ product_amount: "per_line" })
    expect(await gross()).toBe(55.9)
  })

  it("ids that differ, both of which are understood", async () => {
    await assume({ invoice_ids: "different" })
    const [one, other] = [await create(), await create()]
    expect(one.invoice_id).not.toBe(one.id)
    expect((await cancel(one.invoice_id)).success).toBe(true)
    expect((await cancel(other.id)).success).toBe(true)
    expect((await list(`?id=${one.invoice_id}`)).invoices[0].id).toBe(Number(one.id))
  })

  it("an invoice that does not become overdue by itself", async () => {
    await assume({ overdue_by_clock: false })
    await create("boleto")
    await sandbox.control("POST", "/clock", { advance_ms: 9 * 86_400_000 })
    expect((await list()).invoices[0].status.code).toBe(1)
  })
})
