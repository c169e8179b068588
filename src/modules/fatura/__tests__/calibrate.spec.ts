import { contractClient } from "../../../../integration-tests/contract/support/client"
import { type Gateway, startGateway } from "../../../../integration-tests/support/gateway"
import type { GatewayOptions } from "../../../gateway"
import { Calibrator, type Calibration } from "../calibration/calibrate"

let gateway: Gateway
beforeAll(async () => {
  gateway = await startGateway()
})
afterAll(() => gateway.close())
beforeEach(() => gateway.reset())

const CPF = "52998224725"
const NOW = new Date("2099-01-01T12:00:00Z")

function calibrator(given: { token?: string; paymentTypes?: { pix: number; boleto: number; card: number } } = {}): Calibrator {
  const make = (overrides: Partial<GatewayOptions>) => contractClient(gateway.url, { token: given.token, ...overrides }).client
  const paymentTypes = given.paymentTypes ?? { pix: 3, boleto: 2, card: 1 }
  return new Calibrator(make, { name: "Matriz", document: CPF, notifyUrl: "http://127.0.0.1:9/hooks/fatura/calibration", paymentTypes }, () => NOW)
}

const openInvoices = async () => (await gateway.invoices()).filter(({ status }) => status.code !== 6)

it("finds out what the stand-in does by default, and cancels what it issued", async () => {
  const calibration = await calibrator().run()
  expect(calibration).toEqual<Calibration>({
    calibrated_at: "2099-01-01T12:00:00.000Z",
    account: "Matriz",
    facts: {
      product_amount: "per_unit", product_discount: "per_line", gross_includes_discount: true, gross_includes_shipping: true,
      cancel_takes: "either", refund_takes: "either", list_takes: "either", pix_code: 3, boleto_code: 2, card_code: null, page_size: 25,
      list_filters_by_id: true, list_filters_by_status: true, options_status_of_wrong_token: 404, create_shape: "invoice", br_code_has_amount: true,
    },
    settings: { paymentTypes: { pix: 3, boleto: 2 } },
    left_open: [],
  })
  expect(await gateway.invoices()).toHaveLength(3)
  expect(await openInvoices()).toEqual([])
  expect(Math.max(...(await gateway.invoices()).map(({ _sandbox }) => _sandbox.due_cents))).toBeLessThanOrEqual(3_000)
})

it.each([
  [{ product_amount: "per_line" }, { product_amount: "per_line" }],
  [{ product_discount: "per_unit" }, { product_discount: "per_unit" }],
  [{ product_amount: "per_line", product_discount: "per_unit" }, { product_amount: "per_line", product_discount: "per_unit" }],
  [{ gross_includes_discount_and_shipping: false }, { gross_includes_discount: false, gross_includes_shipping: false, product_discount: "per_line" }],
  [{ gross_includes_discount_and_shipping: false, br_code_amount: false }, { gross_includes_discount: false, gross_includes_shipping: false, br_code_has_amount: false }],
  [{ br_code_amount: false }, { br_code_has_amount: false, gross_includes_discount: true, product_amount: "per_unit" }],
  [{ page_size: 100 }, { page_size: 100 }],
  [{ shape: "fatura" }, { create_shape: "fatura", product_amount: "per_unit", gross_includes_shipping: true }],
  [{ list_order: "oldest_first" }, { list_filters_by_id: true, list_filters_by_status: true }],
  [{ cancel_of_canceled_succeeds: false }, { cancel_takes: "either" }],
])("under %j it finds %j", async (assumptions, facts) => {
  await gateway.assume(assumptions)
  const calibration = await calibrator().run()
  expect(calibration.facts).toMatchObject(facts)
  expect(calibration.left_open).toEqual([])
  expect(await openInvoices()).toEqual([])
})

it.each([
  ["id", "id"],
  ["invoice_id", "invoice_id"],
  ["either", "either"],
])("where invoices are found by %s, that is the setting", async (mode, takes) => {
  await gateway.assume({ invoice_ids: "different" })
  await gateway.control.post("/ids-mode", { mode })
  const { facts, settings } = await calibrator().run()
  expect([facts.refund_takes, facts.list_takes]).toEqual([takes, takes])
  expect(facts.cancel_takes).toBe(takes === "either" ? "invoice_id" : takes)
  expect(await openInvoices()).toEqual([])
  const named = { invoiceId: takes === "either" ? "invoice_id" : takes }
  expect(settings.endpoints?.cancel_invoice).toEqual(named)
  expect(settings.endpoints?.refund_invoice).toEqual(takes === "either" ? undefined : named)
})

it("finds the codes of PIX and boleto where the configured ones are wrong", async () => {
  const { settings } = await calibrator({ paymentTypes: { pix: 2, boleto: 5, card: 1 } }).run()
  expect(settings.paymentTypes).toEqual({ pix: 3, boleto: 2 })
})

it.each([["200-without-success", 200], ["down", 502]] as const)("tells how OPTIONS answers: %s", async (mode, status) => {
  await gateway.optionsMode(mode)
  expect((await calibrator().run()).facts.options_status_of_wrong_token).toBe(status)
})

it("runs on SANDBOX accounts only, and issues nothing before that is known", async () => {
  await expect(calibrator({ token: "prod-store" }).run()).rejects.toThrow('SANDBOX accounts only; the gateway says that "Matriz" is PRODUCTION')
  expect(await gateway.counts()).toEqual({ "GET /auth": 1 })
})

it("says which invoices it could not cancel", async () => {
  await gateway.fault({ kind: "success-false", match: { method: "DELETE" } })
  const { left_open } = await calibrator().run()
  expect(left_open.sort()).toEqual((await gateway.invoices()).map(({ invoice_id }) => invoice_id).sort())
})
