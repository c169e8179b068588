import {
  adminApi, cpf, createCart, httpClient, placeOrder, poll, readOrder, sql, startGateway, startStore, storeApi, untilCaptured, untilPaid,
  type Gateway, type PlacedOrder, type Store,
} from "../support"

let gateway: Gateway
let store: Store

beforeAll(async () => {
  gateway = await startGateway()
  store = await startStore({ sandboxUrl: gateway.url, pluginOptions: { emails: { enabled: true }, orderUrl: "https://loja.example/pedido/{session_id}" } })
})

afterAll(async () => {
  await store?.close()
  await gateway?.close()
})

const order = (request: Parameters<typeof createCart>[1] = {}): Promise<PlacedOrder> =>
  placeOrder(store, { ...request, providerId: "pp_pix_fatura", data: { payer: { document: cpf() } } })

describe("e-mails, where they are switched on", () => {
  type Mail = { to: string; template: string; data: { pix: { payload: string } | null; amount_text: string; refunded_amount_text: string; expires_at_text: string | null; pay_url: string; order_display_id: number } }
  const mailsOf = (orderId: string): Promise<Mail[]> =>
    sql<Mail>(store.databaseUrl, `select "to", template, data from notification where channel = 'email' and resource_id = $1 and status = 'success' order by created_at`, [orderId])
  /** Whatever waits for its time is due now. */
  const hasten = () => sql(store.databaseUrl, "update fatura_email set due_at = now() - interval '1 second' where state = 'pending'")
  const untilMailed = (orderId: string, count: number) => poll(async () => {
    await hasten()
    const mails = await mailsOf(orderId)
    return mails.length >= count && mails
  }, 40_000)
  const plain = (text: string) => text.replace(/\s/g, " ")
  /** The subjects on the demo's page of e-mails that tell of an order. */
  const subjectsOn = async (displayId: number) => {
    const page = String((await httpClient(store.url).raw("GET", "/emails")).body)
    return [...page.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, subject]) => plain(subject!)).filter((subject) => new RegExp(`#${displayId}\\b`).test(subject))
  }

  it("tell how to pay and that it was paid, once each; a code that was replaced is told of no more", async () => {
    const placed = await order({ email: "joana@shopper.example" })
    const { pix: { payload } } = await gateway.invoiceOf(placed.sessionId)
    // Due the moment that the order is there: the reminder, too, whose time would come in 45 minutes, is put back to it.
    const [first] = await untilMailed(placed.orderId, 1)
    expect(first).toMatchObject({ to: "joana@shopper.example", template: "fatura-instructions", data: { pix: { payload }, order_display_id: placed.displayId } })
    expect(plain(first!.data.amount_text)).toBe("R$ 74,80")

    const { session } = await storeApi(store).post<{ session: { id: string } }>(`/store/fatura/orders/${placed.orderId}/payment`, {})
    await untilMailed(placed.orderId, 2)
    await gateway.act((await gateway.invoiceOf(session.id)).id, "pay")
    await untilCaptured(store, placed.orderId)
    const mails = await untilMailed(placed.orderId, 3)
    expect(mails.map(({ template }) => template)).toEqual(["fatura-instructions", "fatura-instructions", "fatura-paid"])
    const left = await poll(async () => {
      await hasten()
      const states = await sql<{ kind: string; state: string }>(store.databaseUrl, "select e.kind, e.state from fatura_email e join fatura_invoice i on i.id = e.fatura_invoice_id where i.payment_collection_id = $1 order by e.kind, e.state", [placed.paymentCollectionId])
      return states.every(({ state }) => state !== "pending") && states.map(({ kind, state }) => `${kind} ${state}`)
    }, 20_000)
    expect(left).toEqual(["instructions sent", "instructions sent", "paid sent", "reminder skipped", "reminder skipped"])
  })

  it("remind before a code ceases, and tell when it has ceased", async () => {
    const placed = await order({ email: "tarde@shopper.example" })
    const { pix: { payload } } = await gateway.invoiceOf(placed.sessionId)
    await untilMailed(placed.orderId, 1)
    await sql(store.databaseUrl, "update fatura_invoice set expires_at = now() + interval '10 minutes' where session_id = $1", [placed.sessionId])
    const [, reminder] = await untilMailed(placed.orderId, 2)
    expect(reminder).toMatchObject({ to: "tarde@shopper.example", template: "fatura-reminder", data: { pix: { payload }, expires_at_text: expect.stringMatching(/\d{2}:\d{2}/), pay_url: `https://loja.example/pedido/${placed.sessionId}` } })

    // As if it had been issued twenty minutes earlier: the sweep asks the gateway, then cancels invoice and order.
    await sql(
      store.databaseUrl,
      "update fatura_invoice set expires_at = now() - interval '19 minutes', cancel_at = now() - interval '4 minutes', next_check_at = now() - interval '4 minutes' where session_id = $1",
      [placed.sessionId],
    )
    const [, , expired] = await untilMailed(placed.orderId, 3)
    expect(expired).toMatchObject({ to: "tarde@shopper.example", template: "fatura-expired", data: { pix: null } })
    expect(plain(expired!.data.amount_text)).toBe("R$ 74,80")
    await poll(async () => (await readOrder(store, placed.orderId)).status === "canceled", 20_000)
    expect(await subjectsOn(placed.displayId)).toEqual([
      `O código do pedido #${placed.displayId} venceu`,
      `O pagamento do pedido #${placed.displayId} vence em breve`,
      `Pague o pedido #${placed.displayId}: R$ 74,80`,
    ])
  })

  it("tell of each refund, with its own amount and all that was returned so far", async () => {
    const placed = await order({ email: "troca@shopper.example" })
    await gateway.act((await gateway.invoiceOf(placed.sessionId)).id, "pay")
    const { payment_collections } = await untilPaid(store, placed.orderId)
    const told = async (template: string, count: number) =>
      (await poll(async () => {
        await hasten()
        const mails = (await mailsOf(placed.orderId)).filter((mail) => mail.template === template)
        return mails.length >= count && mails
      }, 40_000)).map(({ data }) => plain(data.refunded_amount_text))
    await told("fatura-paid", 1)
    const refund = async (amount: number) => (await adminApi(store)).post(`/admin/payments/${payment_collections[0]!.payments[0]!.id}/refund`, { amount })
    await refund(10)
    expect(await told("fatura-refunded", 1)).toEqual(["R$ 10,00"])
    await refund(64.8)
    expect(await told("fatura-refunded", 2)).toEqual(["R$ 10,00", "R$ 74,80"])
    expect((await subjectsOn(placed.displayId)).slice(0, 2)).toEqual([`Devolução do pedido #${placed.displayId}: R$ 64,80`, `Devolução do pedido #${placed.displayId}: R$ 10,00`])
  })
})
