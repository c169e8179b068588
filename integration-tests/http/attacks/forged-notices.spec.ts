import { randomBytes } from "node:crypto"
import {
  awaiting, capturedOnce, countNotices, cpf, errorLines, ledgerOf, moneyFacts, only, openProblems, placeOrder, poll, sessionView, sql,
  startGateway, startStore, untilCaptured, untilNoticesDone,
  type Gateway, type GatewayInvoice, type LedgerRow, type PlacedOrder, type Store,
} from "../../support"

const providerId = "pp_pix_fatura"

let gateway: Gateway
let store: Store

beforeAll(async () => {
  gateway = await startGateway()
  store = await startStore({ sandboxUrl: gateway.url, env: { FATURA_LOOK_UPS_PER_MINUTE: "1000" } })
})

afterAll(async () => {
  await store?.close()
  await gateway?.close()
})

type Victim = { placed: PlacedOrder; invoice: GatewayInvoice; before: LedgerRow[] }

/** An order with an open code, and how the ledger stands before anybody lies about it. */
async function victim(): Promise<Victim> {
  const placed = await placeOrder(store, { providerId, data: { payer: { document: cpf() } } })
  return { placed, invoice: await gateway.invoiceOf(placed.sessionId), before: await ledgerOf(store, placed.sessionId) }
}

async function expectUntouched({ placed, before }: Victim): Promise<void> {
  await untilNoticesDone(store)
  expect(await moneyFacts(store, placed.orderId)).toEqual(awaiting)
  expect(await ledgerOf(store, placed.sessionId)).toEqual(before)
  expect(await sessionView(store, placed.sessionId)).toMatchObject({ status: "awaiting_payment", next_step: "pay" })
}

/** Calls to verify notices and to look invoices up while `work` ran and its notices were worked on. */
async function checksOf(work: () => Promise<unknown>): Promise<{ options: number; gets: number }> {
  const before = await gateway.counts()
  await work()
  await untilNoticesDone(store)
  const after = await gateway.counts()
  const more = (call: string) => (after[call] ?? 0) - (before[call] ?? 0)
  return { options: more("OPTIONS /webhooks"), gets: more("GET /invoices") }
}

const sendTo = async (path: string, request: Parameters<Gateway["sendNotice"]>[0]) => only(await gateway.sendNotice({ ...request, url: `${store.url}${path}` }), "answer").status

describe("a notice that says paid while the gateway knows nothing of it", () => {
  it.each(["/hooks/fatura", "/hooks/payment/pix_fatura", "/hooks/payment/pp_pix_fatura"])("moves nothing without a ticket, at %s", async (path) => {
    const target = await victim()
    const checks = await checksOf(async () => {
      expect(await sendTo(path, { invoice_id: target.invoice.id, code: 5 })).toBe(200)
    })
    await expectUntouched(target)
    expect(checks.gets).toBe(1)
    expect(checks.options).toBeLessThanOrEqual(1)
  })

  it.each([["wrong", { options: 1, gets: 1 }], ["none", { options: 0, gets: 1 }]] as const)("moves nothing with a ticket and the token %s", async (token, calls) => {
    const target = await victim()
    const checks = await checksOf(async () => {
      const answer = only(await gateway.sendNotice({ invoice_id: target.invoice.id, code: 5, token }), "answer")
      expect(answer.status).toBe(200)
    })
    await expectUntouched(target)
    expect(checks).toEqual(calls)
  })

  it.each(["200-without-success", "html", "404"] as const)("moves nothing when OPTIONS answers %s", async (mode) => {
    const target = await victim()
    await gateway.optionsMode(mode)
    const checks = await checksOf(() => gateway.sendNotice({ invoice_id: target.invoice.id, code: 5 }))
    await gateway.optionsMode("normal")
    await expectUntouched(target)
    expect(checks).toEqual({ options: 1, gets: 1 })
  })

  it("moves nothing with the token of another notice and another body", async () => {
    const target = await victim()
    await gateway.act(target.invoice.id, "process", { wait: true })
    await poll(async () => (await sessionView(store, target.placed.sessionId)).status === "processing")
    const before = await ledgerOf(store, target.placed.sessionId)
    const verified = (await gateway.requests()).filter(({ method, path }) => method === "OPTIONS" && path === "/webhooks").at(-1)
    const { token } = verified!.body as { token: string }

    const webhook = ["wh_1", Buffer.from(`:${token}`).toString("base64")]
    await gateway.sendNotice({ invoice_id: target.invoice.id, code: 5, headers: { Webhook: webhook } })
    await untilNoticesDone(store)
    expect(await moneyFacts(store, target.placed.orderId)).toEqual(awaiting)
    expect(await ledgerOf(store, target.placed.sessionId)).toEqual(before)
  })

  it("moves nothing when it is sent to the address of an order that is truly paid", async () => {
    const target = await victim()
    const paid = await victim()
    await gateway.act(paid.invoice.id, "pay")
    await untilCaptured(store, paid.placed.orderId)

    await gateway.sendNotice({ invoice_id: target.invoice.id, code: 5, url: paid.invoice._sandbox.webhook! })
    await expectUntouched(target)
    expect(await moneyFacts(store, paid.placed.orderId)).toEqual(capturedOnce(74.8))
  })
})

it("does not take another order's payment for this one's", async () => {
  const target = await victim()
  const other = await victim()
  await gateway.act(other.invoice.id, "pay", { notify: false })

  await gateway.sendNotice({ invoice_id: other.invoice.id, url: target.invoice._sandbox.webhook! })
  await expectUntouched(target)

  await gateway.sendNotice({ invoice_id: other.invoice.id })
  expect(await untilCaptured(store, other.placed.orderId)).toEqual(capturedOnce(74.8))
  await expectUntouched(target)
})

describe("a notice with a wrong amount", () => {
  it("moves nothing when the gateway knows nothing of it", async () => {
    const target = await victim()
    await gateway.sendNotice({ invoice_id: target.invoice.id, code: 5, amount_cents: 1, token: "wrong" })
    await expectUntouched(target)
    expect(await openProblems(store, target.before[0]!.id)).toEqual([])
  })

  it("is raised and captures nothing when less than the amount due was paid", async () => {
    const target = await victim()
    await gateway.act(target.invoice.id, "pay", { amount_cents: 100 })
    await poll(async () => (await openProblems(store, target.before[0]!.id)).includes("paid_too_little"))
    await untilNoticesDone(store)
    expect(await moneyFacts(store, target.placed.orderId)).toEqual(awaiting)
    expect(only(await ledgerOf(store, target.placed.sessionId), "attempt")).toMatchObject({ paid_cents: 100, settled_at: null })
  })

  it("captures the amount due, and keeps the difference in the ledger, when more was paid", async () => {
    const target = await victim()
    await gateway.act(target.invoice.id, "pay", { amount_cents: 7_600 })
    expect(await untilCaptured(store, target.placed.orderId)).toEqual(capturedOnce(74.8))
    expect(only(await ledgerOf(store, target.placed.sessionId), "attempt")).toMatchObject({ amount_cents: 7_480, paid_cents: 7_600 })
  })
})

describe("a true notice that can't be verified", () => {
  it.each(["404", "200-without-success", "html"] as const)("is decided by one look-up when OPTIONS answers %s", async (mode) => {
    const target = await victim()
    await gateway.optionsMode(mode)
    const checks = await checksOf(async () => {
      await gateway.act(target.invoice.id, "pay")
      expect(await untilCaptured(store, target.placed.orderId)).toEqual(capturedOnce(74.8))
    })
    await gateway.optionsMode("normal")
    expect(checks).toEqual({ options: 1, gets: 1 })
  })

  it("waits, and is not lost, while the gateway is down", async () => {
    const target = await victim()
    await gateway.optionsMode("down")
    await gateway.act(target.invoice.id, "pay", { wait: true })
    expect((await gateway.noticesOf(target.invoice.id)).flatMap(({ answers }) => answers.map(({ status }) => status))).toEqual([200])
    await poll(async () => {
      const [row] = await sql<{ last_error: string | null }>(
        store.databaseUrl,
        "SELECT last_error FROM fatura_notice WHERE fatura_invoice_id = $1 AND state = 'pending'",
        [target.before[0]!.id],
      )
      return row?.last_error
    })
    expect(await moneyFacts(store, target.placed.orderId)).toEqual(awaiting)

    await gateway.optionsMode("normal")
    expect(await untilCaptured(store, target.placed.orderId, 30_000)).toEqual(capturedOnce(74.8))
  })
})

describe("what nobody sent us an address for", () => {
  it("is not kept", async () => {
    const target = await victim()
    const other = await victim()
    const ticket = (of: Victim) => of.invoice._sandbox.webhook!.split("/").at(-1)!
    const [session, attempt, signature] = ticket(target).split(".") as [string, string, string]
    const otherSession = ticket(other).split(".")[0]!
    const body = { invoices: { id: target.invoice.id, status: { id: 5 } } }
    const stored = await countNotices(store)

    const tickets = [
      "x",
      `${session}.${attempt}.`,
      `${session}.${attempt}.${signature}x`,
      `${session}.${attempt}.${signature.slice(0, -1)}`,
      `${session}.${attempt}.${randomBytes(32).toString("base64url")}`,
      `${session}.${Number(attempt) + 1}.${signature}`,
      `${otherSession}.${attempt}.${signature}`,
      `${session}.${attempt}.${signature.toUpperCase()}`,
      `..${signature}`,
      encodeURIComponent("../../payment/pix_fatura"),
      "a".repeat(2_000),
      "%00",
    ]
    for (const forged of tickets) {
      const answer = await post(`/hooks/fatura/${forged}`, JSON.stringify(body))
      expect([forged, answer.status]).toEqual([forged, 404])
    }
    for (const nameless of [{}, [], null]) {
      expect((await post("/hooks/fatura", JSON.stringify(nameless))).status).toBe(404)
    }
    // As it would be if it were ours.
    for (const unknown of [{ invoices: { id: "1" } }, { invoices: { id: "999999999999" } }, { id: target.placed.orderId }]) {
      expect(await answerTo("/hooks/fatura", JSON.stringify(unknown))).toEqual({ status: 200, text: '{"received":true}' })
    }
    expect(await countNotices(store)).toBe(stored)
    await expectUntouched(target)
    await expectUntouched(other)
  })
})

describe("who knows an invoice's id", () => {
  it("fills neither the inbox with what is already known nor the day's look-ups with lies", async () => {
    const target = await victim()
    const about = (code: unknown) => JSON.stringify({ invoices: { id: target.invoice.id, status: { code } } })
    const stored = await countNotices(store)
    const checks = await checksOf(async () => {
      for (let count = 0; count < 100; count++) {
        expect(await answerTo("/hooks/fatura", about(1))).toEqual({ status: 200, text: '{"received":true}' })
      }
      await workOnStandIns()
    })
    // One row stands for all that found no room, and one question for whatever they said.
    expect(await countNotices(store)).toBe(stored + 31)
    expect(checks).toEqual({ options: 0, gets: 1 })
    await expectUntouched(target)
  })
})

describe("who has read the address of an invoice", () => {
  it("fills no inbox, and the payment that comes after the flood is captured", async () => {
    const target = await victim()
    const path = new URL(target.invoice._sandbox.webhook!).pathname
    await sql(
      store.databaseUrl,
      `INSERT INTO fatura_notice (id, fatura_invoice_id, door, body_base64, body_hash, state, next_try_at, processed_at)
       SELECT 'fnot_flood_' || n, $1, 'ticket', '', '', 'done', now(), now() FROM generate_series(1, 500) n`,
      [target.before[0]!.id],
    )
    const stored = await countNotices(store)
    for (let count = 0; count < 20; count++) {
      expect(await answerTo(path, "flood")).toEqual({ status: 200, text: '{"received":true}' })
    }
    await gateway.act(target.invoice.id, "pay", { wait: true })
    expect((await gateway.noticesOf(target.invoice.id)).flatMap(({ answers }) => answers.map(({ status }) => status))).toEqual([200])
    expect(await countNotices(store)).toBe(stored + 1)
    await workOnStandIns()
    expect(await untilCaptured(store, target.placed.orderId)).toEqual(capturedOnce(74.8))
  })
})

/** What found no room is gathered for ten minutes. */
const workOnStandIns = () => sql(store.databaseUrl, "UPDATE fatura_notice SET next_try_at = now() WHERE must_ask AND state = 'pending'")

describe("a body that is no notice", () => {
  const deep = `${"[".repeat(50_000)}${"]".repeat(50_000)}`
  const strange: [string, string | Buffer][] = [
    ["empty", ""],
    ["cut off", '{"event":{"type":"invoice.update"},"invoices":{"id":"1'],
    ["no JSON", "paid, honestly"],
    ["null", "null"],
    ["a number", "5"],
    ["binary", randomBytes(2_000)],
    ["a zero byte", '{"invoices":{"id":"17\\u0000","status":{"id":5}}}'],
    ["a lone surrogate", '{"invoices":{"id":"\\ud800","status":{"id":5}}}'],
    ["an object as id", '{"invoices":{"id":{"$ne":1},"status":{"id":5}}}'],
    ["quotes as id", '{"invoices":{"id":"1\' OR \'1\'=\'1","status":{"id":5}}}'],
    ["a huge number as id", '{"invoices":{"id":1e999,"status":{"id":5}}}'],
    ["a prototype", '{"__proto__":{"invoices":{"id":"1"}},"constructor":{"prototype":{"polluted":true}}}'],
    ["deep brackets", deep],
    ["a web page", "<html><body>paid</body></html>"],
  ]

  let target: Victim
  beforeAll(async () => {
    target = await victim()
  })

  it.each(strange)("is kept and moves nothing at the address of an invoice: %s", async (_name, body) => {
    const stored = await countNotices(store)
    const answer = await post(new URL(target.invoice._sandbox.webhook!).pathname, body)
    expect(answer.status).toBe(200)
    expect(await countNotices(store)).toBe(stored + 1)
    await expectUntouched(target)
  })

  it.each(strange)("is not kept, and no error of the server, where nothing names an invoice of ours: %s", async (_name, body) => {
    const stored = await countNotices(store)
    for (const path of ["/hooks/fatura", "/hooks/payment/pix_fatura", "/hooks/payment/pp_pix_fatura"]) {
      const { status } = await post(path, body)
      expect([200, 404]).toContain(status)
    }
    expect(await countNotices(store)).toBe(stored)
  })

  it("is refused and not kept when it is larger than any notice", async () => {
    const stored = await countNotices(store)
    const huge = JSON.stringify({ invoices: { id: target.invoice.id, status: { id: 5 }, filling: "x".repeat(2_000_000) } })
    for (const path of [new URL(target.invoice._sandbox.webhook!).pathname, "/hooks/fatura"]) {
      expect((await post(path, huge)).status).toBe(413)
    }
    expect(await countNotices(store)).toBe(stored)
    await expectUntouched(target)
  })

  it.each([["a code that nobody knows", 77], ["a code that is no number", "paid"], ["no code", null]])("is kept, raised and moves nothing with %s", async (_name, code) => {
    const puzzled = await victim()
    await gateway.sendNotice({ invoice_id: puzzled.invoice.id, code })
    await expectUntouched(puzzled)
    expect(await openProblems(store, puzzled.before[0]!.id)).toEqual(["unknown_status"])
  })
})

it("has not stopped working and logs no error", async () => {
  const last = await victim()
  await gateway.act(last.invoice.id, "pay")
  expect(await untilCaptured(store, last.placed.orderId)).toEqual(capturedOnce(74.8))
  expect(errorLines(store)).toEqual([])
})

async function answerTo(path: string, body: string): Promise<{ status: number; text: string }> {
  const answer = await fetch(`${store.url}${path}`, { method: "POST", headers: { "content-type": "application/json" }, body })
  return { status: answer.status, text: await answer.text() }
}

async function post(path: string, body: string | Buffer): Promise<{ status: number }> {
  const answer = await fetch(`${store.url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: typeof body === "string" ? body : new Uint8Array(body),
  })
  await answer.arrayBuffer()
  return { status: answer.status }
}
