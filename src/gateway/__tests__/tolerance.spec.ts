import fc from "fast-check"
import { GatewayError, type GatewayClient } from "../index"
import { FakeGateway, json, sampleJson } from "./support/fake-gateway"
import { IDS, makeClient, newInvoice } from "./support/client"

const gateway = new FakeGateway()
beforeAll(() => gateway.start())
afterAll(() => gateway.stop())
beforeEach(() => gateway.reset())

const CALLS: [string, string[], (client: GatewayClient) => Promise<unknown>][] = [
  [
    "create",
    ["create-pix-200.json", "create-pix-fatura-200.json", "create-card-200.json", "assumed-create-boleto-200.json"],
    (client) => client.createInvoice(newInvoice()),
  ],
  ["due date", ["patch-due-date-200.json"], (client) => client.updateDueDate({ invoice: IDS, dueOn: "2026-11-30" })],
  ["cancel", ["delete-cancel-200.json"], (client) => client.cancelInvoice({ invoice: IDS })],
  ["refund", ["assumed-put-refund-200.json"], (client) => client.refundInvoice({ invoice: IDS, amountCents: 1 })],
  ["list", ["list-200.json"], (client) => client.listInvoices()],
  ["auth", ["auth-200.json"], (client) => client.auth()],
  ["statement", ["baas-statement-200.json"], (client) => client.statement({ from: new Date(0), to: new Date(0) })],
  ["validate", ["options-webhooks-200.json"], (client) => client.validateNotice("8a71f3c0b2d54e6f")],
]

/** Every path to a member of a JSON value. */
function paths(value: unknown, above: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== "object" || value === null) {
    return []
  }
  const keys = Array.isArray(value) ? value.map((_, index) => index) : Object.keys(value)
  return keys.flatMap((key) => [[...above, key], ...paths((value as never)[key], [...above, key])])
}

type Change = { at: number; value: unknown; drop: boolean }

function mutated(sample: unknown, changes: Change[]): unknown {
  const copy = structuredClone(sample)
  for (const { at, value, drop } of changes) {
    const all = paths(copy)
    const path = all[at % Math.max(all.length, 1)]
    if (!path) {
      continue
    }
    const parent = path.slice(0, -1).reduce((node, key) => node[key as never] as never, copy as never) as unknown as Record<string | number, unknown>
    const key = path.at(-1) as string | number
    const old = parent[key]
    if (drop) {
      delete parent[key]
    } else {
      parent[key] = value === "flip" ? (typeof old === "number" ? String(old) : Number(old)) : value
    }
  }
  return copy
}

const change = fc.record({
  at: fc.nat(500),
  drop: fc.boolean(),
  value: fc.oneof(fc.constant("flip"), fc.constantFrom(null, "", [], {}, true, -1, 1e308, "NaN", "0000-00-00"), fc.jsonValue()),
})

describe.each(CALLS)("%s", (_name, names, call) => {
  it.each(names)("%s, mutated: an answer or a GatewayError", async (name) => {
    const sample = sampleJson(name)
    // The breaker and the 401 handling have their own tests; here each answer meets a new client.
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (changes) => {
        gateway.reset()
        gateway.next(json(200, mutated(sample, changes)))
        const { client } = makeClient(gateway.url)
        try {
          for (const cents of centsIn(await call(client))) {
            expect(cents === null || Number.isSafeInteger(cents)).toBe(true)
          }
        } catch (error) {
          expect(error).toBeInstanceOf(GatewayError)
        }
        expect(gateway.seen).toHaveLength(1)
      }),
      { numRuns: 60 }
    )
  })
})

function centsIn(value: unknown): unknown[] {
  if (typeof value !== "object" || value === null) {
    return []
  }
  return Object.entries(value).flatMap(([key, item]) => (key === "raw" ? [] : key.endsWith("Cents") ? [item] : centsIn(item)))
}

it("flags, numbers and texts in each other's place do not change what is read", async () => {
  const sample = sampleJson("create-pix-200.json")
  const invoice = sample["invoice"] as Record<string, unknown>
  const expected = await created(sample)
  const changed = await created({
    ...sample,
    success: "true",
    error: 0,
    invoice: {
      ...invoice,
      id: 1795194190,
      invoice_id: 1795194190,
      installments: 1,
      status: { ...(invoice["status"] as object), code: "1" },
      amount: { gross: "115.70", net: "114.55", fees: "1.15", discount: "0", shipping: 15.9 },
      due_at: { day: "2026-11-21", original: "2026-11-21T00:00:00" },
      card: [],
      unknown: { member: true },
    },
  })
  expect({ ...changed, raw: null }).toEqual({ ...expected, raw: null })
})

it("an amount whose unit is in doubt proves nothing", async () => {
  const sample = sampleJson("create-pix-fatura-200.json")
  const fatura = sample["fatura"] as Record<string, unknown>
  const invoice = await created({ ...sample, fatura: { ...fatura, valores: { bruto: 115.7, liquido: "114.55", taxas: "115" } } })
  expect(invoice).toMatchObject({ grossCents: null, netCents: null, feesCents: 115 })
})

it.each([
  ["http", "http://acquirer.example/x"],
  ["a script", "javascript:alert(1)"],
  ["credentials", "https://user:pass@acquirer.example/x"],
  ["no address", "acquirer"],
])("shows no link with %s", async (_name, url) => {
  const sample = sampleJson("assumed-create-boleto-200.json")
  const invoice = sample["invoice"] as Record<string, unknown>
  const read = await created({
    ...sample,
    invoice: { ...invoice, secure: { url }, links: { url }, pix: { image: url }, billet: { barcode: "0".repeat(44), url } },
  })
  expect(read).toMatchObject({
    actionUrl: null, documentUrl: null, pix: null, boleto: { line: null, barcode: "0".repeat(44), url: null },
  })
})

async function created(body: unknown) {
  gateway.next(json(200, body))
  return makeClient(gateway.url).client.createInvoice(newInvoice())
}
