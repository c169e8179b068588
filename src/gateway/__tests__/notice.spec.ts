import fc from "fast-check"
import { readNotice, type Notice } from "../index"
import { sample, sampleJson } from "./support/fake-gateway"

const read = (body: unknown, contentType: string | null = "application/json") =>
  readNotice(Buffer.isBuffer(body) ? body : Buffer.from(typeof body === "string" ? body : JSON.stringify(body)), contentType)

const PAID: Notice = {
  eventName: "invoice.update", eventAt: new Date("2026-11-20T17:05:45Z"), invoiceId: "1795194190",
  reference: "payses_01EXAMPLE", statusCode: 5, statusText: "approved", amountCents: 11570, refundedCents: null,
  paidAt: new Date("2026-11-20T17:05:44Z"), dueOn: "2026-11-21", method: "pix", payId: null, boletoBarcode: null,
}
const CARD: Notice = {
  ...PAID, invoiceId: "1795194757", reference: "payses_03EXAMPLE", amountCents: 89900, method: "card",
}
const BOLETO: Notice = {
  ...PAID, invoiceId: "1795194601", reference: "payses_02EXAMPLE", amountCents: 30580, method: "boleto",
}

const SAMPLES: Record<string, Notice> = {
  "notice-paid-pix.json": PAID,
  "notice-paid-pix-second-event.json": { ...PAID, eventName: "webhook.update", eventAt: new Date("2026-11-20T17:05:47Z") },
  "notice-legacy.json": { ...PAID, statusText: null, payId: "E001" },
  "assumed-notice-paid-boleto.json": {
    ...BOLETO, eventAt: new Date("2026-11-23T13:00:00Z"), paidAt: new Date("2026-11-23T13:00:00Z"),
    boletoBarcode: "00199163900000305800500940144816060680935031",
  },
  "assumed-notice-overdue-boleto.json": {
    ...BOLETO, eventAt: new Date("2026-11-24T03:10:00Z"), statusCode: 15, statusText: "overdue", paidAt: null,
  },
  "assumed-notice-disputed-card.json": {
    ...CARD, eventAt: new Date("2026-12-01T12:00:00Z"), statusCode: 10, statusText: "disputed", paidAt: new Date("2026-12-01T12:00:00Z"),
  },
  "assumed-notice-partly-refunded-card.json": {
    ...CARD, eventAt: new Date("2026-11-22T14:00:05Z"), statusCode: 8, statusText: "partially_refunded", refundedCents: 10000,
    paidAt: new Date("2026-11-22T14:00:05Z"),
  },
}

it.each(Object.entries(SAMPLES))("%s", (name, notice) => {
  expect(read(sample(name))).toStrictEqual({ kind: "notice", notice })
})

describe("tolerates", () => {
  const paid = sampleJson("notice-paid-pix.json")
  const invoice = paid["invoices"] as Record<string, unknown>
  const text = sample("notice-paid-pix.json")
  const accented = text.replace("Obrigado pela sua Compra!", "Pagamento não é")

  it.each<[string, unknown, string | null]>([
    ["a byte order mark", `\ufeff${text}`, "application/json"],
    ["Latin-1", Buffer.from(accented, "latin1"), "application/json; charset=iso-8859-1"],
    ["UTF-16", Buffer.from(`\ufeff${accented}`, "utf16le"), null],
    ["white space around", `\r\n ${text}\n`, null],
    ["no content type", text, null],
    ["another content type", text, "text/html"],
    ["a list of one", { ...paid, invoices: [invoice] }, null],
    ["the key `invoice`", { event: paid["event"], invoice }, null],
    ["JSON inside a JSON text", JSON.stringify(text), null],
    ["the invoice as JSON text", { ...paid, invoices: JSON.stringify(invoice) }, null],
    ["the whole as a list of one", [paid], null],
    ["a form with one JSON field", `payload=${encodeURIComponent(text)}`, "application/x-www-form-urlencoded"],
    ["a form with several fields", `a=1&data=${encodeURIComponent(text)}&b={}`, "application/x-www-form-urlencoded; charset=utf-8"],
    ["a form without its type", `data=${encodeURIComponent(text)}`, null],
    ["a form with plus signs for spaces", new URLSearchParams({ data: text }).toString(), "application/x-www-form-urlencoded"],
    ["a form of two JSON fields", new URLSearchParams({ event: JSON.stringify(paid["event"]), invoices: JSON.stringify(invoice) }).toString(), null],
    ["surplus members", { ...paid, more: { a: 1 }, invoices: { ...invoice, extra: [1, 2] } }, null],
    ["numbers as texts", { ...paid, invoices: { ...invoice, status: { code: "5", text: "approved" }, prices: { total: "115.70", refound: "" } } }, null],
    ["a number for the id", { ...paid, invoices: { ...invoice, id: 1795194190 } }, null],
    ["`refund` spelled correctly", { ...paid, invoices: { ...invoice, prices: { total: 115.7, refund: null } } }, null],
  ])("%s", (_name, body, contentType) => {
    expect(read(body, contentType)).toStrictEqual({ kind: "notice", notice: PAID })
  })

  it.each([
    ["an unknown event", { ...paid, event: { type: "invoice.paid.v2", date: null } }, { eventName: "invoice.paid.v2", eventAt: null }],
    ["an event that is a text", { ...paid, event: "invoice.update" }, { eventName: "invoice.update", eventAt: null }],
    ["no event", { invoices: invoice }, { eventName: null, statusCode: 5 }],
    ["an unknown code", { invoices: { id: 1, status: { code: 99 } } }, { statusCode: 99 }],
    ["a code that is no number", { invoices: { id: 1, status: { code: "pago" } } }, { statusCode: null }],
    ["no code", { invoices: { id: 1, status: { text: "approved" } } }, { statusCode: null, statusText: "approved" }],
    ["no status", { invoices: { id: 1 } }, { statusCode: null, amountCents: null, method: null, paidAt: null }],
    ["a bare code", { invoices: { id: 1, status: 5 } }, { statusCode: 5 }],
    ["lists for objects (PHP)", { event: [], invoices: { id: 1, status: [], prices: [], payment: [] } }, { statusCode: null }],
    ["a refund in either spelling", { invoices: { id: 1, prices: { refund: "10.5" } } }, { refundedCents: 1050 }],
    ["times that are none", { invoices: { id: 1, payment: { payDate: "0000-00-00 00:00:00", date: "soon" } } }, { paidAt: null }],
    ["only `invoice_id`", { invoices: { invoice_id: "7" } }, { invoiceId: "7" }],
  ] as const)("%s", (_name, body, expected) => {
    expect(read(body)).toMatchObject({ kind: "notice", notice: expected })
  })
})

it.each([
  ["nothing", "", {}],
  ["white space", " \n", {}],
  ["text", "hello", {}],
  ["half a JSON", '{"invoices":{"id":1', {}],
  ["a number", "5", {}],
  ["null", "null", {}],
  ["an empty list", "[]", {}],
  ["a page", "<html></html>", {}],
  ["no invoice", "{}", {}],
  ["several invoices", { invoices: [{ id: 1 }, { id: 2 }] }, {}],
  ["an invoice without id", { invoices: { status: { code: 5 } } }, {}],
  ["an id that is an object", { invoices: { id: {} } }, {}],
  ["an id at the top", { id: 77, status: { code: 5 } }, { invoiceId: "77" }],
  ["a form without JSON", "a=1&b=2", {}],
])("is unreadable: %s", (_name, body, extra) => {
  expect(read(body)).toEqual({ kind: "unreadable", why: expect.any(String), ...extra })
})

it("never throws and never reads an amount that is none, whatever comes", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), fc.option(fc.string()), (bytes, type) => {
    expect(["notice", "unreadable"]).toContain(readNotice(Buffer.from(bytes), type).kind)
  }))
  const body = fc.record({ event: fc.jsonValue(), invoices: fc.oneof(fc.jsonValue(), fc.record({ id: fc.jsonValue(), status: fc.jsonValue(), prices: fc.jsonValue(), payment: fc.jsonValue(), type: fc.jsonValue() })) }, { requiredKeys: [] })
  fc.assert(fc.property(body, (value) => {
    const reading = read(value)
    if (reading.kind === "notice") {
      const { statusCode, amountCents, refundedCents, invoiceId } = reading.notice
      expect(invoiceId).not.toBe("")
      for (const number of [statusCode, amountCents, refundedCents]) {
        expect(number === null || Number.isSafeInteger(number)).toBe(true)
      }
    }
  }))
})

it("survives a body that is nested without end", () => {
  expect(read(`${"[".repeat(100_000)}${"]".repeat(100_000)}`).kind).toBe("unreadable")
  expect(read(`{"invoices":{"id":1,"a":${"[".repeat(50_000)}${"]".repeat(50_000)}}}`)).toMatchObject({ kind: "notice" })
})
