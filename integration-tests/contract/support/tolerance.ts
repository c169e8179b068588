import { readFileSync } from "node:fs"
import path from "node:path"
import fc from "fast-check"
import { GatewayError, type CachedToken, GatewayClient } from "../../../src/gateway"
import { decodeText, looksLikePage, parseJson } from "../../../src/gateway/decode-body"
import { Transport } from "../../../src/gateway/transport"
import { bytesOf, mutated, mutatedText, mutation } from "./mutations"
import { invoiceOf } from "./client"

/** As many of every sample: 10,000 with the suites that take minutes, and so many as take seconds with the others. */
export const MUTATIONS = process.env.TEST_TYPE === "long" ? 10_000 : 1_000

const folder = path.join(__dirname, "../../../src/gateway/__tests__/wire")
export const sampleText = (name: string): string => readFileSync(path.join(folder, name), "utf8")

const TOKEN = {
  accessToken: "access-token-number-one",
  expiresAt: new Date("2099-01-01T00:00:00Z"),
  account: { environment: "SANDBOX" },
} as CachedToken
const IDS = { id: "1795194190", invoiceId: "1795194190" }
const PAST = new Date(0)

/** What each answer is an answer to. */
export const CALLS = {
  auth: (client: GatewayClient) => client.auth(),
  status: (client: GatewayClient) => client.status(),
  create: (client: GatewayClient) => client.createInvoice(NEW),
  dueDate: (client: GatewayClient) => client.updateDueDate({ invoice: IDS, dueOn: "2026-11-30" }),
  cancel: (client: GatewayClient) => client.cancelInvoice({ invoice: IDS }).then(({ invoice }) => invoice),
  refund: (client: GatewayClient) => client.refundInvoice({ invoice: IDS, amountCents: 100 }),
  list: (client: GatewayClient) => client.listInvoices(),
  validate: (client: GatewayClient) => client.validateNotice("8a71f3c0b2d54e6f"),
  resend: (client: GatewayClient) => client.resendNotice({ url: "https://loja.example/x", event: "invoice.update", webhookId: "wh_77" }),
  statement: (client: GatewayClient) => client.statement({ from: PAST, to: PAST }),
} satisfies Record<string, (client: GatewayClient) => Promise<unknown>>
const NEW = invoiceOf()

export type Answered = {
  call: keyof typeof CALLS
  status: number
  /** How many requests the sample itself costs, and so its mutations at most. */
  calls: number
}

let answer: { status: number; bytes: Uint8Array } = { status: 200, bytes: new Uint8Array() }
let sent = 0

/** Answers without a network, so that ten thousand take a second. */
export function withoutNetwork(): jest.SpyInstance {
  return jest.spyOn(Transport.prototype, "send").mockImplementation(async () => {
    sent += 1
    const text = decodeText(answer.bytes)
    return { status: answer.status, headers: { date: "Fri, 20 Nov 2026 17:03:11 GMT" }, text, json: parseJson(text), isPage: looksLikePage(text) }
  })
}

function makeClient(): GatewayClient {
  const nothing = async () => undefined
  return new GatewayClient({
    credentials: { baseUrl: "https://gateway.example", token: "t", secretKey: "s", scopes: [] },
    tokens: { read: async () => TOKEN, renew: async (_stale, fetch) => fetch() },
    lookUps: { enter: nothing, blocked: nothing, succeeded: nothing },
    onCall: () => undefined,
  })
}

/** Mutates an answer ten thousand times and has the client read each. */
export async function readMutationsOf(name: string, { call, status, calls }: Answered): Promise<void> {
  const text = sampleText(name)
  const isJson = parseJson(text) !== undefined
  const shared = makeClient()
  // Look-ups have a breaker, and a 401 is remembered: both have their own tests, so each of their answers meets a new client.
  const clientFor = () => (status === 200 && !["list", "statement"].includes(call) ? shared : makeClient())
  await fc.assert(
    fc.asyncProperty(mutation, async ({ changes, encoding }) => {
      const made = isJson ? mutated(text, changes) : mutatedText(text, changes)
      answer = { status, bytes: bytesOf(made, encoding) }
      sent = 0
      const outcome = await CALLS[call](clientFor()).catch((error: unknown) => error)
      expectNoCrash(outcome)
      expectNoMore(sent, calls)
      expectNoCapture(outcome, parseJson(decodeText(answer.bytes)))
    }),
    { numRuns: MUTATIONS, endOnFailure: true }
  )
}

function expectNoCrash(outcome: unknown): void {
  if (outcome instanceof Error && !(outcome instanceof GatewayError)) {
    throw outcome
  }
}

function expectNoMore(calls: number, most: number): void {
  if (calls > most) {
    throw new Error(`${calls} calls instead of ${most}`)
  }
}

/**
 * Money is captured for code 5 and the amount due alone. So "paid" is read only where the message says 5 in the
 * place of the code, and an amount is a whole number of cents or nothing.
 */
export function expectNoCapture(outcome: unknown, json: unknown): void {
  if (typeof outcome !== "object" || outcome === null || outcome instanceof Error) {
    return
  }
  for (const [name, value] of Object.entries(outcome)) {
    if (name.endsWith("Cents") && value !== null && !Number.isSafeInteger(value)) {
      throw new Error(`${name} is ${String(value)}`)
    }
  }
  if ("statusCode" in outcome && outcome.statusCode === 5 && !saysPaid(json)) {
    throw new Error("read as paid, but the message does not say so")
  }
  if ("invoices" in outcome && Array.isArray(outcome.invoices)) {
    const paid = outcome.invoices.filter(({ statusCode }: { statusCode: unknown }) => statusCode === 5).length
    const said = entriesOf(json).filter((entry) => isFive(codeOf(entry))).length
    if (paid > said) {
      throw new Error(`${paid} read as paid, ${said} said to be`)
    }
  }
}

type Loose = Record<string, unknown> | undefined
const recordOf = (value: unknown): Loose => (typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Loose) : undefined)
const isFive = (code: unknown): boolean => code === 5 || (typeof code === "string" && /^\s*0*5(\.0+)?\s*$/.test(code))
/** `status.code`; of a list or notice also a bare `status`. */
const codeOf = (entry: unknown): unknown => (recordOf(recordOf(entry)?.status) ? recordOf(recordOf(entry)?.status)?.code : recordOf(entry)?.status)

function saysPaid(json: unknown): boolean {
  const root = recordOf(json)
  const invoice = recordOf(root?.invoice) ?? recordOf(root?.fatura)
  return isFive(recordOf(invoice?.status)?.code)
}

function entriesOf(json: unknown): unknown[] {
  const invoices = recordOf(json)?.invoices
  return Array.isArray(invoices) ? (invoices as unknown[]) : [invoices]
}

/** Whether any form of a notice in these bytes says code 5: the text itself, or a JSON text inside of it. */
export function noticeSaysPaid(value: unknown): boolean {
  const inner = typeof value === "string" ? parseJson(value) : value
  const root = Array.isArray(inner) && inner.length === 1 ? (inner as unknown[])[0] : inner
  const record = recordOf(root)
  const container = record?.invoices ?? record?.invoice ?? record?.fatura
  const parsed = typeof container === "string" ? parseJson(container) : container
  const single = Array.isArray(parsed) && parsed.length === 1 ? (parsed as unknown[])[0] : parsed
  return isFive(codeOf(single))
}
