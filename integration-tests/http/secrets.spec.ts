import {
  adminApi, addPaymentSession, cancelOrder, complete, cpf, createCart, dumpDatabase, placeOrder, poll, readCart, readOrder, startGateway, startStore,
  startWireTap, storeApi, testSecrets, untilCaptured, untilNoticesDone,
  type Gateway, type PlacedOrder, type Store, type WireTap,
} from "../support"

const providerId = "pp_pix_fatura"
const cardNumber = "5555555555554444"

let gateway: Gateway
let tap: WireTap
let store: Store

/** The documents of all shoppers of this suite, with and without dots. */
const documents: string[] = []
/** Answers of the store's and the admin's routes, as texts. */
const answers: string[] = []
const sessions: string[] = []

function shopper(): { document: string; name: string } {
  const document = cpf()
  documents.push(document, document.replace(/(\d{3})(\d{3})(\d{3})(\d{2})/, "$1.$2.$3-$4"))
  return { document, name: "Joana Prado" }
}

async function order(): Promise<PlacedOrder> {
  const placed = await placeOrder(store, { providerId, data: { payer: shopper() } })
  sessions.push(placed.sessionId)
  return placed
}

/** Everything of an order that a shopper or staff can ask for. */
async function readEverything({ orderId, cartId, sessionId, paymentCollectionId }: PlacedOrder): Promise<void> {
  const shop = storeApi(store)
  const staff = await adminApi(store)
  const everything = "?fields=*payment_collection,*payment_collection.payment_sessions"
  const collections = "?fields=*payment_collections,*payment_collections.payment_sessions,*payment_collections.payments"
  answers.push(
    JSON.stringify(await readCart(store, cartId).catch(String)),
    JSON.stringify(await readOrder(store, orderId)),
    (await shop.raw("GET", `/store/orders/${orderId}${collections}`)).text,
    (await shop.raw("GET", `/store/carts/${cartId}${everything}`)).text,
    (await shop.raw("GET", `/store/fatura/sessions/${sessionId}`)).text,
    (await shop.raw("POST", `/store/fatura/sessions/${sessionId}/check`, {})).text,
    (await shop.raw("POST", `/store/carts/${cartId}/complete`, {})).text,
    (await staff.raw("GET", `/admin/orders/${orderId}${collections}`)).text,
    (await staff.raw("GET", "/admin/orders?limit=50&fields=*payment_collections,*payment_collections.payment_sessions")).text,
    (await staff.raw("GET", `/admin/payments?payment_collection_id=${paymentCollectionId}&fields=*payment_collection,*payment_session`)).text,
  )
}

beforeAll(async () => {
  gateway = await startGateway()
  tap = await startWireTap(gateway.url)
  store = await startStore({ sandboxUrl: tap.url, env: { FATURA_LOOK_UPS_PER_MINUTE: "1000", FATURA_CREATE_TIMEOUT_MS: "3000" } })
  await live()
})

afterAll(async () => {
  await store?.close()
  await tap?.close()
  await gateway?.close()
})

/** A day in the life of a store: payments, cancels, refunds, forged notices, refused data and a gateway that fails in many ways. */
async function live(): Promise<void> {
  const paid = await order()
  await gateway.act((await gateway.invoiceOf(paid.sessionId)).id, "pay")
  await untilCaptured(store, paid.orderId)
  await readEverything(paid)

  const canceled = await order()
  await readEverything(canceled)
  await cancelOrder(store, canceled.orderId)
  await cancelOrder(store, paid.orderId)
  await poll(async () => (await gateway.invoiceOf(canceled.sessionId))._sandbox.canceled_at)

  await fail()
  await untilNoticesDone(store, 30_000)
  for (const placed of [paid, canceled]) await readEverything(placed)
}

/** The gateway fails in many ways, notices are forged, and shoppers send what they must not. */
async function fail(): Promise<void> {
  const create = { method: "POST", path: "/invoices" }
  for (const fault of [{ kind: "hang-up-after" }, { kind: "500", commit: true }, { kind: "html-200" }, { kind: "403" }, { kind: "429" }, { kind: "success-false" }]) {
    await gateway.fault({ match: create, times: 1, ...fault })
    const cart = await createCart(store)
    const { session } = await addPaymentSession(store, cart.id, providerId, { payer: shopper(), unknown: shopper() })
    sessions.push(session.id)
    answers.push(JSON.stringify(await complete(store, cart.id)), JSON.stringify(session))
  }
  const target = await order()
  const invoice = await gateway.invoiceOf(target.sessionId)
  for (const match of [{ method: "DELETE", path: "/invoices" }, { method: "GET", path: "/invoices" }, { method: "OPTIONS", path: "/webhooks" }]) {
    await gateway.fault({ match, kind: "500", times: 2 })
  }
  await gateway.sendNotice({ invoice_id: invoice.id, code: 5, token: "wrong" })
  await gateway.sendNotice({ invoice_id: invoice.id, code: 5, url: `${store.url}/hooks/fatura` })
  await gateway.sendNotice({ invoice_id: invoice.id, body: "{", token: "valid" })
  await gateway.sendNotice({ invoice_id: invoice.id, code: 5, url: `${invoice._sandbox.webhook}x` })
  await cancelOrder(store, target.orderId)
  await gateway.clearFaults()
  await gateway.revokeTokens()
  await order()

  const cart = await createCart(store)
  const { payment_collection } = await storeApi(store).post<{ payment_collection: { id: string } }>("/store/payment-collections", { cart_id: cart.id })
  const refused = [{ card: { number: cardNumber, cvv: "987" } }, { payer: { ...shopper(), phone: { number: 1 } } }, { payer: { document: `${shopper().document}9` } }]
  for (const data of refused) {
    const answer = await storeApi(store).raw("POST", `/store/payment-collections/${payment_collection.id}/payment-sessions`, { provider_id: providerId, data })
    answers.push(answer.text)
  }
}

/** What must be nowhere, by what it is. */
function secrets(): [string, string[]][] {
  const bearer = tap.heard.flatMap(({ authorization }) => (authorization?.startsWith("Bearer ") ? [authorization.slice(7)] : []))
  const basic = tap.heard.flatMap(({ authorization }) => (authorization?.startsWith("Basic ") ? [authorization.slice(6)] : []))
  const creates = tap.heard.filter(({ method, path }) => method === "POST" && path.startsWith("/invoices"))
  const tickets = creates.flatMap(({ body }) => [...body.matchAll(/\/hooks\/fatura\/([^"\\]+)/g)].map(([, ticket]) => ticket!))
  const serviceTokens = tap.heard.filter(({ method }) => method === "OPTIONS").map(({ body }) => (JSON.parse(body) as { token: string }).token)
  return [
    ["documents", documents],
    ["the credential's token", [testSecrets.FATURA_TOKEN]],
    ["the credential's secret", [testSecrets.FATURA_SECRET_KEY]],
    ["the credential as it is sent", basic],
    ["the encryption key", [testSecrets.FATURA_ENCRYPTION_KEY]],
    ["access tokens", bearer],
    ["tickets", tickets],
    ["signatures of tickets", tickets.map((ticket) => ticket.split(".").at(-1)!)],
    ["service tokens of notices", serviceTokens],
    ["card numbers", [cardNumber]],
  ]
}

it("has seen all that it looks for", () => {
  for (const [, values] of secrets()) {
    expect(values.length).toBeGreaterThan(0)
    expect(Math.min(...values.map((value) => value.length))).toBeGreaterThanOrEqual(11)
  }
})

/** Which kinds of secrets are in a text; never the secrets themselves, which would then be in the test's output. */
const found = (text: string): string[] => secrets().filter(([, values]) => values.some((value) => text.includes(value))).map(([kind]) => kind)

it("finds what it looks for where it is", () => {
  expect(found(tap.heard.map(({ authorization, body }) => `${authorization} ${body}`).join("\n"))).toEqual(
    expect.arrayContaining(["documents", "the credential as it is sent", "access tokens", "tickets", "service tokens of notices"]),
  )
})

it("writes nothing secret or personal into the log", () => {
  expect(store.logs().split("\n").flatMap((line) => found(line).map((kind) => `${kind}: ${line.slice(0, 40)}`))).toEqual([])
})

it("writes nothing secret or personal into the database but sealed", async () => {
  const dump = await dumpDatabase(store.databaseUrl)
  const tablesWith = (text: string) => dump.filter(({ row }) => row.includes(text)).map(({ table }) => table)
  expect(tablesWith(sessions[0]!)).toEqual(expect.arrayContaining(["fatura_invoice", "payment_session"]))
  expect(tablesWith('"type":"invoice.update"')).toContain("fatura_notice")
  const leaks = dump.flatMap(({ table, row }) => found(row).map((kind) => `${kind} in ${table}`))
  expect([...new Set(leaks)]).toEqual([])
})

it("answers nothing secret or personal to shoppers and staff", () => {
  expect(answers.length).toBeGreaterThan(40)
  expect(answers.flatMap((text) => found(text).map((kind) => `${kind}: ${text.slice(0, 60)}`))).toEqual([])
})
