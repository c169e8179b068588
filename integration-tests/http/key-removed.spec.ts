import {
  addPaymentSession, cancelOrder, complete, cpf, createCart, ledgerOf, placeOrder, poll, sql, startGateway, startStore, untilCaptured,
  type Gateway, type PlacedOrder, type Store,
} from "../support"
import { agreed, placePaidOrder, refund, untilAgreed, type PaidOrder } from "../support/books"

/** Nothing is sealed anew: what the old key sealed stays closed, and payments go on all the same. */
const newKey = Buffer.alloc(32, "key-after-a-theft").toString("base64")
const providerId = "pp_pix_fatura"

let gateway: Gateway
let store: Store
let paid: PaidOrder
let waiting: PlacedOrder
let unwanted: PlacedOrder
let cartId: string

beforeAll(async () => {
  gateway = await startGateway()
  store = await startStore({ sandboxUrl: gateway.url })
  const order = (): Promise<PlacedOrder> => placeOrder(store, { providerId, data: { payer: { document: cpf() } } })
  paid = await placePaidOrder(store, gateway, { providerId })
  waiting = await order()
  unwanted = await order()
  const cart = await createCart(store)
  cartId = cart.id
  await addPaymentSession(store, cart.id, providerId, { payer: { document: cpf() } })
  await store.restart({ FATURA_ENCRYPTION_KEY: newKey })
})

afterAll(async () => {
  await store?.close()
  await gateway?.close()
})

describe("after the only key was taken out at once, and another one put in its place", () => {
  it("an earlier payment is refunded", async () => {
    const answer = await refund(store, paid.paymentId, 10)
    expect([answer.status, answer.text.slice(0, 200)]).toEqual([200, expect.any(String)])
    expect(await untilAgreed(store, gateway, paid, [1_000])).toEqual(agreed(paid.totalCents, [1_000]))
  })

  it("a code that was given out earlier is captured by the notice to its own address", async () => {
    await gateway.act((await gateway.invoiceOf(waiting.sessionId)).id, "pay")
    await untilCaptured(store, waiting.orderId)
    const notices = await sql<{ door: string; verified: boolean | null }>(
      store.databaseUrl,
      "select n.door, n.verified from fatura_notice n join fatura_invoice i on i.id = n.fatura_invoice_id where i.session_id = $1 and n.verified is not null",
      [waiting.sessionId],
    )
    expect(notices[0]).toEqual({ door: "ticket", verified: true })
  })

  it("the code of an earlier order ends with it", async () => {
    await cancelOrder(store, unwanted.orderId)
    await poll(async () => (await ledgerOf(store, unwanted.sessionId))[0]?.status === "canceled")
    expect((await gateway.invoiceOf(unwanted.sessionId))._sandbox.payable).toBe(false)
  })

  it("a cart asks again for what was sealed, and is bought", async () => {
    const { session } = await addPaymentSession(store, cartId, providerId, { payer: { document: cpf() } })
    expect(session.data.ref).toMatch(new RegExp(`^${session.id}\\.`))
    expect((await complete(store, cartId)).type).toBe("order")
  })
})
