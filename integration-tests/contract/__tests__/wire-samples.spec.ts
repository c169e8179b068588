import { readdirSync, readFileSync } from "node:fs"
import http from "node:http"
import type { AddressInfo } from "node:net"
import path from "node:path"
import { cpf } from "cpf-cnpj-validator"
import { startSandbox, type RunningSandbox } from "../../../src/sandbox"

/** The wire samples; the same files stand beside the stand-in's own tests. */
const folder = path.join(__dirname, "../../../src/sandbox/__tests__/wire")
const text = (name: string) => readFileSync(path.join(folder, name), "utf8")
const sample = (name: string): unknown => JSON.parse(text(name))

type Reply = { status: number; text: string; json: Json; headers: Record<string, unknown> }
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- foreign JSON, looked into as any client would
type Json = any

let sandbox: RunningSandbox
let receiver: http.Server
let notices: { body: Json; lines: string[] }[] = []
let bearer = ""

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, noticeDelayMs: 0 })
  receiver = http.createServer((request, answer) => {
    const chunks: Buffer[] = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const lines = request.rawHeaders.flatMap((name, index) => (index % 2 ? [] : [`${name}: ${request.rawHeaders[index + 1]}`]))
      notices.push({ body: JSON.parse(Buffer.concat(chunks).toString()), lines })
      answer.end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve))
  const basic = Buffer.from("a-store:c2VjcmV0==").toString("base64")
  bearer = (await send("GET", "/auth", undefined, { authorization: `Basic ${basic}`, scope: "invoice.write,customer.write,webhook.write" })).json.access_token
})
afterAll(async () => {
  await sandbox.close()
  receiver.closeAllConnections()
  await new Promise((resolve) => receiver.close(resolve))
})
beforeEach(async () => {
  await control("/reset")
  notices = []
})

function send(method: string, at: string, body?: unknown, headers: Record<string, string> = { authorization: `Bearer ${bearer}` }): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const payload = body === undefined ? undefined : JSON.stringify(body)
    const json: Record<string, string> = payload === undefined ? {} : { "content-type": "application/json", "content-length": String(Buffer.byteLength(payload)) }
    const request = http.request(sandbox.url + at, { method, agent: false, headers: { ...json, ...headers } }, (answer) => {
      const chunks: Buffer[] = []
      answer.on("data", (chunk: Buffer) => chunks.push(chunk))
      answer.on("end", () => {
        const words = Buffer.concat(chunks).toString("utf8")
        resolve({ status: answer.statusCode ?? 0, text: words, json: words.startsWith("{") ? JSON.parse(words) : null, headers: answer.headers })
      })
    })
    request.on("error", reject)
    request.end(payload)
  })
}

const control = (at: string, body: unknown = {}) => send("POST", `/_sandbox${at}`, body, {})
const assume = (assumptions: Record<string, unknown>) => control("/assumptions", assumptions)
const act = (id: string, action: string, body: Record<string, unknown> = {}) => control(`/invoices/${id}/${action}`, { wait: true, ...body })

async function create(kind: "pix" | "boleto" | "card", cardToken = "tok_approved"): Promise<Reply> {
  return send("POST", "/invoices", {
    client: { name: "Joana Prado", document: cpf.generate(), email: "joana@example.com" },
    payment: {
      product_type: 2, id: "payses_01-1", referrer: "payses_01-1", type: { card: 1, boleto: 2, pix: 3 }[kind], due_at: "2099-01-30", installments: "1",
      webhook: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks/fatura/ticket`, discount: "0.00",
      products: [{ id: "1", title: "Camiseta P", qnt: 2, discount: 0, amount: "49.90" }],
      ...(kind === "card" && { card: { saved: 0, tokenize: 0, token: cardToken, valid: "12/99", holder: { name: "JOANA PRADO" } } }),
    },
    shipping: { amount: 15.9 },
  })
}
const created = async (kind: "pix" | "boleto" | "card"): Promise<{ id: string; invoice_id: string }> => (await create(kind)).json.invoice
const notice = async (kind: "pix" | "boleto" | "card", ...actions: [string, Record<string, unknown>?][]): Promise<Json> => {
  const { id } = await created(kind)
  for (const [action, body] of actions) await act(id, action, body)
  return notices.at(-1)!.body
}
const refused = async () => {
  const reply = await send("POST", "/invoices", { client: { name: "Joana", document: "11111111111" }, payment: { type: 3, due_at: "2099-01-30", products: [{ title: "A", qnt: 1, amount: "1.00" }] } })
  return reply
}
const underFault = async (kind: string) => {
  await control("/faults", { kind, times: 1, match: { path: "/invoices" } })
  return send("GET", "/invoices")
}

/** How the stand-in is brought to send each sample; by status for answers, by body alone for notices. */
const PRODUCED: Record<string, { status?: number; make: () => Promise<Json> }> = {
  "auth-200.json": { status: 200, make: () => send("GET", "/auth", undefined, { authorization: `Basic ${Buffer.from("a:b").toString("base64")}`, scope: "invoice.write, webhook.write" }) },
  "assumed-status-200.json": { status: 200, make: () => send("GET", "/status") },
  "create-pix-200.json": { status: 200, make: () => create("pix") },
  "create-pix-static-no-image-200.json": { status: 200, make: () => create("pix") },
  "create-pix-fatura-200.json": { status: 200, make: async () => { await assume({ shape: "fatura" }); return create("pix") } },
  "assumed-create-boleto-200.json": { status: 200, make: () => create("boleto") },
  "create-card-200.json": { status: 200, make: () => create("card") },
  "assumed-create-card-denied-200.json": { status: 200, make: () => create("card", "tok_denied") },
  "assumed-create-card-action-200.json": { status: 200, make: () => create("card", "tok_action_required") },
  "patch-due-date-200.json": { status: 200, make: async () => send("PATCH", "/invoices", { payment: { invoice_id: (await created("boleto")).invoice_id, due_at: "2099-02-02" } }) },
  "delete-cancel-200.json": { status: 200, make: async () => send("DELETE", "/invoices", { payment: { id: (await created("pix")).invoice_id } }) },
  "assumed-put-refund-200.json": { status: 200, make: async () => send("PUT", "/invoices", { payment: { id: (await created("card")).invoice_id, amount: 1000 } }) },
  "list-200.json": { status: 200, make: async () => { await created("pix"); return send("GET", "/invoices?p=1") } },
  "options-webhooks-200.json": {
    status: 200,
    make: async () => {
      await notice("pix", ["pay"])
      const token = notices.at(-1)!.lines.filter((line) => line.startsWith("Webhook: ")).at(-1)!.slice("Webhook: ".length)
      return send("OPTIONS", "/webhooks", { token: Buffer.from(token, "base64").toString().split(":")[1] })
    },
  },
  "options-webhooks-404.json": { status: 404, make: () => send("OPTIONS", "/webhooks", { token: "8a71f3c0b2d54e6f" }) },
  "copy-webhooks-200.json": {
    status: 200,
    make: async () => {
      await created("pix")
      return send("COPY", "/webhooks", { url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/x`, events: "invoice.update", webhook: "wh_77" })
    },
  },
  "baas-statement-200.json": {
    status: 200,
    make: async () => { await act((await created("pix")).id, "pay"); return send("GET", "/baas/statement?page=0&start_at=2020-01-01%2000:00:00&end_at=2098-01-01%2000:00:00") },
  },
  "error-401.json": { status: 401, make: () => send("GET", "/invoices", undefined, { authorization: "Bearer none" }) },
  "error-404.json": { status: 404, make: () => send("DELETE", "/invoices", { payment: { id: "99" } }) },
  "assumed-refused-200.json": { status: 200, make: refused },
  "error-502.html": { status: 502, make: () => underFault("502-html") },
  "assumed-error-403.html": { status: 403, make: () => underFault("403") },
  "assumed-error-429.html": { status: 429, make: () => underFault("429") },
  "notice-paid-pix.json": { make: () => notice("pix", ["pay"]) },
  "notice-paid-pix-second-event.json": { make: async () => { await control("/notices/mode", { second_event: true, second_event_ms: 1 }); return notice("pix", ["pay"]) } },
  "notice-legacy.json": { make: async () => { await assume({ notice_form: "legacy" }); return notice("pix", ["pay"]) } },
  "assumed-notice-paid-boleto.json": { make: () => notice("boleto", ["pay"]) },
  "assumed-notice-overdue-boleto.json": { make: () => notice("boleto", ["overdue"]) },
  "assumed-notice-disputed-card.json": { make: () => notice("card", ["dispute"]) },
  "assumed-notice-partly-refunded-card.json": { make: () => notice("card", ["refund", { amount_cents: 1000 }]) },
  "notice-headers.json": { make: async () => { await notice("pix", ["pay"]); return { comment: "", lines: notices.at(-1)!.lines.filter((line) => !/^(Host|Content-Length|Connection):/i.test(line)) } } },
}

it("is asked for every wire sample", () => {
  expect(Object.keys(PRODUCED).sort()).toEqual(readdirSync(folder).sort())
})

it.each(Object.keys(PRODUCED).filter((name) => name.endsWith(".json") && name !== "notice-headers.json"))("%s: the same members, of the same types", async (name) => {
  const { status, make } = PRODUCED[name]!
  const made = await make()
  expect(status === undefined ? undefined : made.status).toBe(status)
  expect(differences(sample(name), status === undefined ? made : made.json)).toEqual([])
})

it.each(Object.keys(PRODUCED).filter((name) => name.endsWith(".html")))("%s: a page of the same title, and no JSON", async (name) => {
  const { status, make } = PRODUCED[name]!
  const reply = (await make()) as Reply
  const titleOf = (page: string) => /<title>(.*?)<\/title>/.exec(page)?.[1]
  expect([reply.status, reply.json, titleOf(reply.text)]).toEqual([status, null, titleOf(text(name))])
  expect(reply.headers["content-type"]).toContain("text/html")
})

it("notice-headers.json: the same lines in the same order, Webhook twice", async () => {
  const { lines } = await PRODUCED["notice-headers.json"]!.make()
  const names = (all: string[]) => all.map((line) => line.split(":", 1)[0])
  expect(names(lines)).toEqual(names((sample("notice-headers.json") as { lines: string[] }).lines))
  expect(names(lines).filter((name) => name === "Webhook")).toHaveLength(2)
})

/** A null on either side fits anything: the samples have nulls where the state of their invoice had no value yet. */
function differences(sampled: Json, answered: Json, at = "$"): string[] {
  if (sampled === null || answered === null) {
    return []
  }
  const [left, right] = [kindOf(sampled), kindOf(answered)]
  if (left !== right) {
    return [`${at}: ${left} in the sample, ${right} in the answer`]
  }
  if (left === "array") {
    return answered.flatMap((item: Json, index: number) => differences(sampled[0], item, `${at}[${index}]`))
  }
  if (left !== "object") {
    return []
  }
  return [...new Set([...Object.keys(sampled), ...Object.keys(answered)])].flatMap((key) =>
    key in answered && key in sampled ? differences(sampled[key], answered[key], `${at}.${key}`) : [`${at}.${key}: only in the ${key in sampled ? "sample" : "answer"}`]
  )
}

function kindOf(value: Json): string {
  return Array.isArray(value) ? "array" : typeof value
}
