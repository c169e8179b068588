import { type IncomingMessage, type Server, createServer, request as httpRequest } from "node:http"
import type { AddressInfo } from "node:net"
import { type RunningSandbox, startSandbox } from "../index"

/** Invented payer with right check digits. */
export const CPF = "52998224725"

export type Reply = { status: number; text: string; json: any; headers: IncomingMessage["headers"] }

/** One HTTP call, with any method (COPY and OPTIONS with a body included). */
export const call = (
  url: string,
  method: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const text = body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body)
    const length = text === undefined ? {} : { "Content-Length": String(Buffer.byteLength(text)) }
    const type = text === undefined ? {} : { "Content-Type": "application/json" }
    const request = httpRequest(url, { method, headers: { ...type, ...length, ...headers }, agent: false })
    request.on("response", (response) => {
      const chunks: Buffer[] = []
      response.on("data", (chunk: Buffer) => chunks.push(chunk))
      response.on("error", reject)
      response.on("end", () => {
        const answer = Buffer.concat(chunks).toString("utf8")
        let json: unknown = null
        try {
          json = JSON.parse(answer)
        } catch {
          json = null
        }
        resolve({ status: response.statusCode ?? 0, text: answer, json, headers: response.headers })
      })
    })
    request.on("error", reject)
    request.end(text)
  })

export type Caught = { headerLines: string[]; body: string; json: any; at: number }

/** A throw-away receiver of notices; `statuses` are answered one after the other, then 200. */
export const startReceiver = async () => {
  const caught: Caught[] = []
  const statuses: number[] = []
  const server: Server = createServer((req, res) => {
    const chunks: Buffer[] = []
    req.on("data", (chunk: Buffer) => chunks.push(chunk))
    req.on("end", () => {
      const body = Buffer.concat(chunks).toString("utf8")
      const lines = req.rawHeaders.flatMap((name, index) =>
        index % 2 === 0 ? [`${name}: ${req.rawHeaders[index + 1]}`] : [],
      )
      let json: unknown = null
      try {
        json = JSON.parse(body)
      } catch {
        json = null
      }
      caught.push({ headerLines: lines, body, json, at: Date.now() })
      res.statusCode = statuses.shift() ?? 200
      res.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hooks/fatura/ticket`,
    caught,
    statuses,
    /** Waits until `count` notices have come. */
    until: async (count: number): Promise<Caught[]> => {
      const end = Date.now() + 8000
      while (caught.length < count) {
        if (Date.now() > end) {
          throw new Error(`${caught.length} of ${count} notices came`)
        }
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
      return caught
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>

/** A running sandbox with an access token and short ways to call it. */
export const startTestSandbox = async (options: Parameters<typeof startSandbox>[0] = {}) => {
  const running: RunningSandbox = await startSandbox({ port: 0, noticeDelayMs: 0, ...options })
  const basic = (token: string, secret: string) => `Basic ${Buffer.from(`${token}:${secret}`).toString("base64")}`
  const auth = (token = "tok", secret = "c2VjcmV0==", scope = "invoice.write,customer.write,webhook.write") =>
    call(`${running.url}/auth`, "GET", undefined, { authorization: basic(token, secret), scope })
  const { access_token } = (await auth()).json
  const bearer = { authorization: `Bearer ${access_token}` }
  return {
    ...running,
    auth,
    bearer,
    gateway: (method: string, path: string, body?: unknown, headers: Record<string, string> = bearer) =>
      call(running.url + path, method, body, headers),
    control: (method: string, path: string, body?: unknown) => call(`${running.url}/_sandbox${path}`, method, body),
  }
}

export type TestSandbox = Awaited<ReturnType<typeof startTestSandbox>>

/** The São Paulo day so many days from now, `YYYY-MM-DD`. */
export const dayFromNow = (days: number): string =>
  new Intl.DateTimeFormat("sv-SE", { timeZone: "America/Sao_Paulo" }).format(Date.now() + days * 86_400_000)

const cardOf = (token: string) => ({ saved: 0, tokenize: 0, token, valid: "12/30", holder: { name: "MARIA SOUZA" } })

/** A body for create that is right in every field. */
export const newInvoice = (
  method: "pix" | "boleto" | "card",
  { webhook, cardToken = "tok_approved", payment = {} }: {
    webhook?: string
    cardToken?: string
    payment?: Record<string, unknown>
  } = {},
) => ({
  client: {
    name: "Joao da Silva",
    document: CPF,
    email: "joao@loja.example",
    phone: "11987654321",
    ip: "203.0.113.7",
    address: {
      street: "Rua Augusta",
      number: "1500",
      district: "Consolacao",
      city: "Sao Paulo",
      state: "SP",
      zipcode: "01304001",
      country: "BRA",
    },
  },
  payment: {
    product_type: 1,
    id: "payses_01-1",
    type: { card: 1, boleto: 2, pix: 3 }[method],
    due_at: dayFromNow(1),
    referrer: "payses_01-1",
    installments: "1",
    order_url: "https://loja.example/pedido/1",
    store_url: "https://loja.example",
    ...(webhook ? { webhook } : {}),
    discount: "0.00",
    products: [
      { id: "sku-1", image: "https://loja.example/p/1.jpg", title: "Camiseta P", qnt: 2, discount: 0, amount: "49.90" },
    ],
    ...(method === "card" ? { card: cardOf(cardToken) } : {}),
    ...payment,
  },
  shipping: { amount: 15.9 },
})
