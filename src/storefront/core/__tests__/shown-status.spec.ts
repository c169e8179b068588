import { isFinal, paceOf, shownStatus } from "../shown-status"
import type { SessionView } from "../types"

const expires_at = "2026-01-01T01:00:00.000Z"
const view = (changes: Partial<SessionView>): SessionView => ({
  id: "payses_1", order_id: "order_1", method: "pix", status: "awaiting_payment", next_step: "pay", amount: 10,
  currency_code: "brl", can_renew: false, payee: { name: null, document_masked: null, statement_descriptor: null }, server_time: "2026-01-01T00:00:00.000Z", pix: { payload: "000201", qr_svg: "<svg/>", expires_at }, ...changes,
})

describe("shownStatus", () => {
  it.each<[string, SessionView, string | null, string]>([
    ["a code that may be paid", view({}), null, "awaiting_payment"],
    ["a code whose countdown ended here", view({}), expires_at, "expired"],
    ["a renewed code after an older one ended", view({}), "2026-01-01T00:30:00.000Z", "awaiting_payment"],
    ["a code without an end", view({ pix: { payload: "000201", qr_svg: "<svg/>", expires_at: null } }), null, "awaiting_payment"],
    ["a code that is not there yet", view({ pix: undefined }), null, "issuing"],
    ["an order whose code was not made", view({ status: "not_issued", pix: undefined }), null, "issuing"],
    ["a session without an order", view({ status: "not_issued", pix: undefined, order_id: null }), null, "not_issued"],
    ["a card whose bank wants a step", view({ method: "card", pix: undefined, next_step: "act" }), null, "awaiting_payment"],
    ["a card in processing whose bank wants a step", view({ method: "card", status: "processing", pix: undefined, next_step: "act" }), null, "awaiting_payment"],
    ["a card that waits for its issuer", view({ method: "card", pix: undefined }), null, "processing"],
    ["a boleto on its way through the bank's registration", view({ method: "boleto", pix: undefined }), null, "awaiting_payment"],
    ["a paid code whose countdown ended", view({ status: "paid", pix: undefined }), expires_at, "paid"],
  ])("%s", (_case, seen, ended, shown) => {
    expect(shownStatus(seen, ended)).toBe(shown)
  })
})

describe("paceOf", () => {
  const boleto = { barcode: null, barcode_svg: null, url: null, due_at: "2026-01-05" }

  it("looks often for the line of a boleto that is being registered, and rarely afterwards", () => {
    expect(paceOf(view({ method: "boleto", pix: undefined, boleto: { ...boleto, line: null } }))).toBe("fast")
    expect(paceOf(view({ method: "boleto", pix: undefined, boleto: { ...boleto, line: "2379" } }))).toBe("slow")
  })
})

describe("isFinal", () => {
  it.each(["paid", "canceled", "denied", "refunded", "disputed"] as const)("%s is", (status) => {
    expect(isFinal(view({ status, pix: undefined }))).toBe(true)
  })

  it.each(["awaiting_payment", "processing", "expired", "unknown", "refund_pending"] as const)("%s is not", (status) => {
    expect(isFinal(view({ status }))).toBe(false)
  })
})
