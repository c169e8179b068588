import { checkedBaseUrl, endpointsWith, GatewayError } from "../index"
import { makeClient } from "./support/client"

it.each([
  ["https://api.gateway.example/", "https://api.gateway.example"],
  ["https://api.gateway.example/v4//", "https://api.gateway.example/v4"],
  ["http://127.0.0.1:9100", "http://127.0.0.1:9100"],
  ["http://localhost:9100/", "http://localhost:9100"],
  ["http://[::1]:9100", "http://[::1]:9100"],
])("base address %s", (given, expected) => {
  expect(checkedBaseUrl(given)).toBe(expected)
})

it.each([
  "http://api.gateway.example", "http://127.0.0.1.evil.example", "http://localhost.evil.example", "ftp://127.0.0.1",
  "https://user:secret@api.gateway.example", "https://api.gateway.example/?a=1", "https://api.gateway.example/#a", "api.gateway.example", "",
])("no base address: %s", (given) => {
  expect(() => checkedBaseUrl(given)).toThrow(RangeError)
})

it("allows plain http elsewhere only where it is said", () => {
  expect(checkedBaseUrl("http://gateway.internal", true)).toBe("http://gateway.internal")
})

it.each([
  [{ cancel_invoice: { path: "invoices" } }],
  [{ cancel_invoice: { path: "//evil.example/x" } }],
  [{ cancel_invoice: { path: "/x?token=1" } }],
  [{ cancel_invoice: { path: "/@evil.example" } }],
  [{ cancel_invoice: { method: "DELETE /x HTTP/1.1" } }],
])("refuses the override %j", (overrides) => {
  expect(() => endpointsWith(overrides)).toThrow(/endpoints\.cancel_invoice/)
})

it("takes overrides member by member", () => {
  expect(endpointsWith({ cancel_invoice: { method: "post" } }).cancel_invoice).toEqual({
    method: "POST", path: "/invoices", invoiceId: "invoice_id",
  })
  expect(endpointsWith().cancel_invoice).toEqual({ method: "DELETE", path: "/invoices", invoiceId: "invoice_id" })
})

it("a client with an unusable address or endpoint is not made, and quotes neither", () => {
  const make = (baseUrl: string, path = "/invoices") => () => makeClient(baseUrl, { endpoints: { create_invoice: { path } } })
  expect(make("https://user:secret@x.example")).toThrow(GatewayError)
  expect(make("https://user:secret@x.example")).not.toThrow(/secret/)
  expect(make("https://x.example", "x")).toThrow(expect.objectContaining({ kind: "not_configured", outcome: "not_sent" }))
})
