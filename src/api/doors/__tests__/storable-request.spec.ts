import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { slowValues } from "../../../domain/__tests__/support/hostile-text"
import { nested } from "../../../domain/__tests__/support/hostile-json"
import { noStore } from "../no-store"
import { refuseUnstorable } from "../storable-request"

/** What a request gets from both doors; null where it goes on. */
function answerTo(originalUrl: string, body: unknown = undefined, language = "en"): { status: number; body: unknown; cached: unknown } | null {
  let [status, answered, went] = [0, undefined as unknown, false]
  const headers: Record<string, unknown> = {}
  const req = { originalUrl, query: {}, body, headers: { "accept-language": language } } as unknown as MedusaRequest
  const res = {
    setHeader: (name: string, value: unknown) => (headers[name] = value),
    status: (code: number) => ((status = code), res),
    json: (value: unknown) => (answered = value),
  } as unknown as MedusaResponse
  noStore(req, res, () => undefined)
  refuseUnstorable(req, res, () => (went = true))
  return went ? null : { status, body: answered, cached: headers["cache-control"] }
}

const SESSION = "/store/fatura/sessions/payses_1"

it("lets through what is nested as people's answers are", () => {
  expect(answerTo(SESSION, { payer: { name: "Joana" } })).toBeNull()
  expect(answerTo(SESSION, nested("object", 64, "x"))).toBeNull()
})

it.each([65, 600, 3_400, 16_000, 45_000])("refuses %d levels in words", (levels) => {
  expect(answerTo(SESSION, { payer: nested("list", levels, "x") })).toMatchObject({ status: 400, body: { code: "unknown_payment_field", message: expect.stringMatching(/expected form: payer\.0\.0/) } })
  expect(answerTo("/admin/fatura/accounts", { payer: nested("list", levels, "x") })).toMatchObject({ status: 400, body: { fields: [{ message: "This value is nested too deep." }] } })
})

it("tells no more of a path than helps", () => {
  const { body } = answerTo(SESSION, { ["n".repeat(90_000)]: "\0" })!
  expect(JSON.stringify(body).length).toBeLessThan(1_000)
})

it("reads deep and wide JSON about as fast as a plain pass", () => {
  expect(slowValues((value) => answerTo(SESSION, value))).toEqual([])
})

it.each([
  "/store/fatura/sessions/payses_1", "/STORE/fatura/sessions/payses_1", "/store/Fatura/Sessions/payses_1", "/Admin/FATURA/accounts", "/Hooks/Fatura/x", "/hooks/payment/PP_pix_fatura",
  "/store/CARTS/cart_1/complete", "/Store/payment-Collections/pay_col_1/Payment-Sessions", "/ADMIN/payments/pay_1/Refund/", "/admin/Orders/order_1/CANCEL",
])("is asked about %s, however it is written", (address) => {
  expect(answerTo(address, { note: "\0" })).toMatchObject({ status: 400, cached: "no-store" })
})

it.each(["/store/products", "/store/faturas", "/admin/orders/order_1"])("has no say about %s", (address) => {
  expect(answerTo(address, { note: "\0" })).toBeNull()
})
