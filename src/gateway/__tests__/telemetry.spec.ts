import { metrics, trace, type Attributes, type MeterProvider, type TracerProvider } from "@opentelemetry/api"
import { answer, FakeGateway, hangUp, json, page, sampleJson } from "./support/fake-gateway"
import { errorOf, IDS, makeClient, newInvoice, NOW } from "./support/client"

const gateway = new FakeGateway()
const spans: { name: string; attributes: Attributes; ended: boolean }[] = []
const durations: { seconds: number; attributes: Attributes }[] = []

beforeAll(async () => {
  await gateway.start()
  const startSpan = (name: string) => {
    const span = { name, attributes: {}, ended: false }
    spans.push(span)
    return {
      setAttributes: (attributes: Attributes) => Object.assign(span.attributes, attributes),
      setStatus: () => undefined,
      end: () => Object.assign(span, { ended: true }),
    }
  }
  const createHistogram = () => ({ record: (seconds: number, attributes: Attributes) => durations.push({ seconds, attributes }) })
  trace.setGlobalTracerProvider({ getTracer: () => ({ startSpan }) } as unknown as TracerProvider)
  metrics.setGlobalMeterProvider({ getMeter: () => ({ createHistogram }) } as unknown as MeterProvider)
})
afterAll(async () => {
  trace.disable()
  metrics.disable()
  await gateway.stop()
})

it("measures every call, with nothing of its content", async () => {
  const { client, reports } = makeClient(gateway.url)
  gateway.next(json(200, sampleJson("create-pix-200.json")), page(502), hangUp)
  await client.createInvoice(newInvoice())
  await errorOf(client.refundInvoice({ invoice: IDS, amountCents: 1 }))
  await errorOf(client.cancelInvoice({ invoice: IDS }))
  const expected = [
    { "fatura.operation": "create_invoice", "fatura.outcome": "ok", "http.response.status_code": 200 },
    { "fatura.operation": "refund_invoice", "fatura.outcome": "unknown", "http.response.status_code": 502 },
    { "fatura.operation": "cancel_invoice", "fatura.outcome": "unknown" },
  ]
  expect(spans).toEqual(expected.map((attributes) => ({ name: `fatura.gateway ${attributes["fatura.operation"]}`, attributes, ended: true })))
  expect(durations.map(({ attributes }) => attributes)).toEqual(expected)
  expect(reports.map(({ operation, httpStatus, outcome }) => [operation, httpStatus, outcome])).toEqual([
    ["create_invoice", 200, "ok"], ["refund_invoice", 502, "unknown"], ["cancel_invoice", null, "unknown"],
  ])
  expect(reports.every(({ ms }) => ms > 0 && ms < 10_000)).toBe(true)
})

it("a listener that fails does not turn an answer into a failure", async () => {
  gateway.next(json(200, sampleJson("create-pix-200.json")))
  const onCall = () => {
    throw new Error("logger is broken")
  }
  expect(await makeClient(gateway.url, { onCall }).client.createInvoice(newInvoice())).toMatchObject({ id: "1795194190" })
})

it("tells how far the gateway's clock is from ours, by the answers that say yes, and why a call failed", async () => {
  const { client, reports } = makeClient(gateway.url)
  const dated = (status: number, body: unknown, ms: number) => answer(status, JSON.stringify(body), { date: new Date(NOW.getTime() + ms).toUTCString() })
  gateway.next(
    dated(200, sampleJson("create-pix-200.json"), -180_000),
    dated(400, { error: true, message: "Scope invoice.refund is required" }, 500_000),
    answer(200, JSON.stringify(sampleJson("list-200.json")), { date: "some day" })
  )
  await client.createInvoice(newInvoice())
  await errorOf(client.refundInvoice({ invoice: IDS, amountCents: 1 }))
  await client.listInvoices()
  expect(reports.map(({ operation, kind, isLookUp, clockSkewMs }) => [operation, kind, isLookUp, clockSkewMs])).toEqual([
    ["create_invoice", null, false, -180_000],
    ["refund_invoice", "missing_scope", false, null],
    ["list_invoices", null, true, null],
  ])
})
