import {
  adminApi, awaiting, addPaymentSession, capturedOnce, complete, countNotices, cpf, createCart, errorLines, ledgerOf, moneyFacts, only,
  openProblems, openStream, placeOrder, poll, readOrder, readCart, sessionView, sql, startGateway, startStore, storeApi, untilCaptured, untilNoticesDone, untilPaid,
  type PlacedOrder, type Gateway, type Store,
} from "../support"

const providerId = "pp_pix_fatura"

let gateway: Gateway
let store: Store

beforeAll(async () => {
  gateway = await startGateway()
  const methods = { boleto: { discount: { type: "percent", value: 10 } }, card: { discount: { type: "fixed", value: 10 } } }
  store = await startStore({ sandboxUrl: gateway.url, pluginOptions: { methods } })
})

afterAll(async () => {
  await store?.close()
  await gateway?.close()
})

const order = (request: Parameters<typeof createCart>[1] = {}): Promise<PlacedOrder> =>
  placeOrder(store, { ...request, providerId, data: { payer: { document: cpf() } } })

/** How many calls of each kind `work` led to. */
async function callsOf(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await gateway.counts()
  await work()
  const after = await gateway.counts()
  return Object.fromEntries(
    Object.entries(after)
      .map(([call, count]) => [call, count - (before[call] ?? 0)] as const)
      .filter(([, count]) => count > 0),
  )
}

describe("an order paid by PIX", () => {
  let placed: PlacedOrder

  it("is placed while its payment is awaited, with one code for the whole amount", async () => {
    placed = await order()

    expect(placed.total).toBe(74.8)
    expect(await moneyFacts(store, placed.orderId)).toEqual(awaiting)
    const invoice = await gateway.invoiceOf(placed.sessionId)
    expect(invoice._sandbox).toMatchObject({ due_cents: 7480, kind: "pix", payable: true })
    const view = await sessionView(store, placed.sessionId)
    expect(view).toMatchObject({
      id: placed.sessionId,
      order_id: placed.orderId,
      method: "pix",
      status: "awaiting_payment",
      next_step: "pay",
      amount: 74.8,
      currency_code: "brl",
      payee: { name: "Loja Exemplo", document_masked: expect.stringContaining("*"), statement_descriptor: "LOJAEXEMPLO" },
      pix: { payload: invoice.pix.payload, qr_svg: expect.stringContaining("<svg") },
    })
    const shownForMinutes = (Date.parse(view.pix!.expires_at!) - Date.parse(view.server_time)) / 60_000
    expect(shownForMinutes).toBeGreaterThan(59)
    expect(shownForMinutes).toBeLessThanOrEqual(60)
  })

  it("is captured once and whole when the gateway tells of the payment", async () => {
    const invoice = await gateway.invoiceOf(placed.sessionId)
    await gateway.act(invoice.id, "pay")

    expect(await untilCaptured(store, placed.orderId)).toEqual(capturedOnce(74.8))
    const view = await sessionView(store, placed.sessionId)
    expect(view).toMatchObject({ status: "paid", next_step: "none", amount: 74.8 })
    expect(view.pix).toBeUndefined()
    const { summary } = await readOrder(store, placed.orderId)
    expect(summary).toMatchObject({ paid_total: 74.8, pending_difference: 0 })
  })

  it("costs one call to issue and one to verify, and the access token is fetched once", async () => {
    expect(await gateway.counts()).toEqual({ "GET /auth": 1, "POST /invoices": 1, "OPTIONS /webhooks": 1 })
  })

  it("costs no more than that for the next order", async () => {
    const calls = await callsOf(async () => {
      const next = await order()
      await gateway.act((await gateway.invoiceOf(next.sessionId)).id, "pay")
      expect(await untilCaptured(store, next.orderId)).toEqual(capturedOnce(74.8))
    })
    expect(calls).toEqual({ "POST /invoices": 1, "OPTIONS /webhooks": 1 })
  })

  it("has an invoice whose lines add up to what is due, with a promotion and several items", async () => {
    const many = await order({
      items: [{ sku: "MEL-300", quantity: 3 }, { sku: "CAMISETA-P", quantity: 2 }, { sku: "CANECA-MUSGO" }],
      promotion: "PRIMEIRA10",
      shipping: "sedex",
    })
    // 3 × 29,33 + 2 × 79,90 + 54,50 = 302,29; less 10 % is 272,06 to the cent; with SEDEX 301,96.
    const invoice = await gateway.invoiceOf(many.sessionId)
    expect(invoice._sandbox.due_cents).toBe(30196)
    expect(await sessionView(store, many.sessionId)).toMatchObject({ amount: 301.96 })

    await gateway.act(invoice.id, "pay")
    await untilCaptured(store, many.orderId)
    const facts = await moneyFacts(store, many.orderId)
    expect(facts.captures).toHaveLength(1)
    expect(facts.captures[0]).toBeCloseTo(301.96, 2)
    const collection = only((await readOrder(store, many.orderId)).payment_collections, "payment collection")
    expect(collection.status).toBe("completed")
  })
})

describe("news that is repeated, late or early", () => {
  it("captures once when the same notice comes ten times, one after the other", async () => {
    const placed = await order()
    const invoice = await gateway.invoiceOf(placed.sessionId)
    await gateway.act(invoice.id, "pay", { notify: false })
    const calls = await callsOf(async () => {
      const answers = await gateway.sendNotice({ invoice_id: invoice.id, times: 10 })
      expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
      await untilCaptured(store, placed.orderId)
      await untilNoticesDone(store)
    })
    expect(await moneyFacts(store, placed.orderId)).toEqual(capturedOnce(74.8))
    // Never a look-up; what came before the first was done had to be verified as well.
    expect(Object.keys(calls)).toEqual(["OPTIONS /webhooks"])
    expect(calls["OPTIONS /webhooks"]).toBeLessThanOrEqual(10)
  })

  it("captures once when ten notices come at the same moment", async () => {
    const placed = await order()
    const invoice = await gateway.invoiceOf(placed.sessionId)
    await gateway.act(invoice.id, "pay", { notify: false })
    const answers = await Promise.all(Array.from({ length: 10 }, () => gateway.sendNotice({ invoice_id: invoice.id })))
    expect(answers.flat().map(({ status }) => status)).toEqual(Array(10).fill(200))
    await untilCaptured(store, placed.orderId)
    await untilNoticesDone(store)
    expect(await moneyFacts(store, placed.orderId)).toEqual(capturedOnce(74.8))
  })

  it("asks the gateway nothing about a payment that is captured already", async () => {
    const placed = await order()
    const invoice = await gateway.invoiceOf(placed.sessionId)
    await gateway.act(invoice.id, "pay")
    await untilCaptured(store, placed.orderId)
    const calls = await callsOf(async () => {
      await gateway.sendNotice({ invoice_id: invoice.id, times: 3 })
      await untilNoticesDone(store)
    })
    expect(calls).toEqual({})
  })

  it("captures once when a second event follows the first", async () => {
    await gateway.noticesMode({ second_event: true, second_event_ms: 100 })
    const placed = await order()
    const invoice = await gateway.invoiceOf(placed.sessionId)
    await gateway.act(invoice.id, "pay", { wait: true })
    await gateway.noticesMode({ second_event: false })
    await untilCaptured(store, placed.orderId)
    await untilNoticesDone(store)
    const notices = await gateway.noticesOf(invoice.id)
    expect(notices.map(({ event, answers }) => [event, answers.map(({ status }) => status)])).toEqual([
      ["invoice.update", [200]],
      ["webhook.update", [200]],
    ])
    expect(await moneyFacts(store, placed.orderId)).toEqual(capturedOnce(74.8))
  })

  it.each(["webhook.update", "invoice.settled"])("captures when the only notice that arrives is called %s", async (event) => {
    const placed = await order()
    const invoice = await gateway.invoiceOf(placed.sessionId)
    await gateway.act(invoice.id, "pay", { notify: false })
    await gateway.sendNotice({ invoice_id: invoice.id, event })
    expect(await untilCaptured(store, placed.orderId)).toEqual(capturedOnce(74.8))
  })

  it("does not go back when an old notice comes after the payment", async () => {
    const placed = await order()
    const invoice = await gateway.invoiceOf(placed.sessionId)
    await gateway.act(invoice.id, "pay")
    await untilCaptured(store, placed.orderId)
    await gateway.sendNotice({ invoice_id: invoice.id, code: 1 })
    await gateway.sendNotice({ invoice_id: invoice.id, code: 2 })
    await untilNoticesDone(store)
    expect(await moneyFacts(store, placed.orderId)).toEqual(capturedOnce(74.8))
    const row = only(await ledgerOf(store, placed.sessionId), "attempt")
    expect(row).toMatchObject({ status: "paid", paid_cents: 7480, is_live: true })
    expect(await sessionView(store, placed.sessionId)).toMatchObject({ status: "paid" })
  })

  it("places the order when the first notice comes before the answer to the create call", async () => {
    await gateway.noticesMode({ before_answer: true })
    const before = await countNotices(store)
    const placed = await order()
    await gateway.noticesMode({ before_answer: false })
    expect(await countNotices(store)).toBe(before + 1)
    await untilNoticesDone(store)
    expect(await moneyFacts(store, placed.orderId)).toEqual(awaiting)
    expect(await sessionView(store, placed.sessionId)).toMatchObject({ status: "awaiting_payment" })

    await gateway.act((await gateway.invoiceOf(placed.sessionId)).id, "pay")
    expect(await untilCaptured(store, placed.orderId)).toEqual(capturedOnce(74.8))
  })

  it("captures when even the payment is told before the answer to the create call", async () => {
    await gateway.fault({ match: { method: "POST", path: "/invoices" }, kind: "delay-after-commit", ms: 1_500, times: 1 })
    const cart = await createCart(store)
    const { session } = await addPaymentSession(store, cart.id, providerId, { payer: { document: cpf() } })
    const completing = complete(store, cart.id)
    const invoice = await poll(() => gateway.invoiceOf(session.id))
    await gateway.act(invoice.id, "pay", { wait: true })
    expect((await gateway.noticesOf(invoice.id)).flatMap(({ answers }) => answers.map(({ status }) => status))).toEqual([200])

    const completion = await completing
    expect(completion).toMatchObject({ type: "order" })
    if (completion.type !== "order") return
    expect(await untilCaptured(store, completion.order.id)).toEqual(capturedOnce(74.8))
    expect(await gateway.invoicesOf(session.id)).toHaveLength(1)
  })
})

it("makes one order and one invoice when the cart is completed five times at once", async () => {
  const cart = await createCart(store)
  const { session } = await addPaymentSession(store, cart.id, providerId, { payer: { document: cpf() } })
  const completions = await Promise.all(Array.from({ length: 5 }, () => complete(store, cart.id)))
  const orders = new Set(completions.flatMap((completion) => (completion.type === "order" ? [completion.order.id] : [])))
  expect(orders.size).toBe(1)
  const invoice = await gateway.invoiceOf(session.id)
  await gateway.act(invoice.id, "pay")
  expect(await untilCaptured(store, [...orders][0]!)).toEqual(capturedOnce(74.8))
})

it("keeps its access token over a restart", async () => {
  await store.restart()
  const placed = await order()
  await gateway.act((await gateway.invoiceOf(placed.sessionId)).id, "pay")
  expect(await untilCaptured(store, placed.orderId)).toEqual(capturedOnce(74.8))
  expect((await gateway.counts())["GET /auth"]).toBe(1)
})

it("logs no error and leaves no problem open", async () => {
  expect(errorLines(store)).toEqual([])
  expect(await openProblems(store)).toEqual([])
})

describe("the live news of a payment", () => {
  it("tell how it stands at once, and that it is paid without being asked", async () => {
    const { sessionId } = await order()
    const stream = await openStream(store, sessionId)
    expect([stream.headers.get("content-type"), stream.headers.get("cache-control")]).toEqual(["text/event-stream; charset=utf-8", "no-store, no-transform"])
    await poll(() => stream.views.length === 1)
    expect(stream.views[0]!.session).toMatchObject({ id: sessionId, status: "awaiting_payment", pix: { payload: expect.stringContaining("br.gov.bcb.pix") } })

    await gateway.act((await gateway.invoiceOf(sessionId)).id, "pay")
    await poll(() => stream.views.find(({ session }) => session.status === "paid"))
    stream.close()
  })

  it("tell that a code's time is over at that moment, which nobody has to ask for", async () => {
    const { sessionId } = await order()
    await sql(store.databaseUrl, "update fatura_invoice set expires_at = now() + interval '2 seconds' where session_id = $1", [sessionId])
    const stream = await openStream(store, sessionId)
    const expired = await poll(() => stream.views.find(({ session }) => session.status === "expired"))
    const shown = stream.views.find(({ session }) => session.pix)!
    expect(expired.at - shown.at).toBeLessThan(15_000)
    expect(expired.session.pix).toBeUndefined()
    stream.close()
  })

  it("are refused for what does not exist, and when one payment is open in too many windows", async () => {
    await expect(openStream(store, "payses_unknown")).rejects.toThrow(/^404 .*"session_not_found"/)
    const { sessionId } = await order()
    const streams = await Promise.all(Array.from({ length: 6 }, () => openStream(store, sessionId)))
    await expect(openStream(store, sessionId)).rejects.toThrow(/^429 .*"too_many_streams"/)
    streams[0]!.close()
    await poll(() => openStream(store, sessionId).then((stream) => streams.push(stream)))
    for (const stream of streams) stream.close()
  })
})

describe("a discount by method", () => {
  const offered = (query: string) => storeApi(store).get<{ methods: { method: string; discount?: unknown }[]; amount: number }>(`/store/fatura/checkout?${query}`)

  it("is shown before the choice, is in cart, session and invoice after it, and goes with another method", async () => {
    const cart = await createCart(store)
    expect((await offered(`cart_id=${cart.id}`)).methods.map(({ method, discount }) => [method, discount])).toEqual([["pix", undefined], ["boleto", { type: "percent", value: 10 }], ["card", { type: "fixed", value: 10 }]])
    expect((await offered("amount=58.9")).methods[1]!.discount).toEqual({ type: "percent", value: 10 })

    // 58.90 less a tenth, and 15.90 for the delivery.
    const chosen = await storeApi(store).post<{ amount: number }>("/store/fatura/checkout", { cart_id: cart.id, provider_id: "pp_boleto_fatura" })
    expect([chosen.amount, (await readCart(store, cart.id)).total]).toEqual([68.91, 68.91])
    expect((await addPaymentSession(store, cart.id, providerId, { payer: { document: cpf() } })).session.amount).toBe(74.8)
    const { session } = await addPaymentSession(store, cart.id, "pp_boleto_fatura", { payer: { document: cpf() } })
    expect(session.amount).toBe(68.91)
    const placed = only([await complete(store, cart.id)].flatMap((answer) => (answer.type === "order" ? [answer.order] : [])), "order")
    expect((await gateway.invoiceOf(session.id))._sandbox.due_cents).toBe(6891)
    await gateway.act((await gateway.invoiceOf(session.id)).id, "pay")
    expect(await untilCaptured(store, placed.id)).toEqual(capturedOnce(68.91))
  })

  it("of a fixed sum is taken off the items once, in cart, session, order, invoice and capture alike", async () => {
    const cart = await createCart(store, { items: [{ sku: "CAFE-500" }, { sku: "CHOCOLATE-1", quantity: 2 }] })
    // 58.90 and twice 19.90 for the items, 15.90 for the delivery.
    expect(cart.total).toBe(114.6)
    const chosen = await storeApi(store).post<{ amount: number }>("/store/fatura/checkout", { cart_id: cart.id, provider_id: "pp_card_fatura" })
    const marked = await readCart(store, cart.id)
    expect([chosen.amount, marked.total, marked.discount_total, marked.shipping_total]).toEqual([104.6, 104.6, 10, 15.9])
    const card = { token: "tok_approved", holder_name: "JOANA PRADO", expires: "12/30", installments: 1 }
    const { session } = await addPaymentSession(store, cart.id, "pp_card_fatura", { payer: { document: cpf() }, card })
    expect(session.amount).toBe(104.6)
    const placed = only([await complete(store, cart.id)].flatMap((answer) => (answer.type === "order" ? [answer.order] : [])), "order")
    expect(placed.total).toBe(104.6)
    expect((await gateway.invoiceOf(session.id))._sandbox).toMatchObject({ due_cents: 10_460, paid_cents: 10_460 })
    expect(await untilCaptured(store, placed.id)).toEqual(capturedOnce(104.6))
    expect((await untilPaid(store, placed.id)).summary.paid_total).toBe(104.6)
  })

  it("is not had with another method by who marks the cart by hand", async () => {
    const cart = await createCart(store, { metadata: { fatura_method: "boleto" } })
    expect(cart.total).toBe(68.91)
    expect((await addPaymentSession(store, cart.id, providerId, { payer: { document: cpf() } })).session.amount).toBe(74.8)
    await sql(store.databaseUrl, "update cart set metadata = '{\"fatura_method\":\"boleto\"}' where id = $1", [cart.id])
    expect(await complete(store, cart.id)).toMatchObject({ type: "refused", status: 409, code: "method_changed" })
  })

  it("comes by one promotion for each method, however often it is looked for", async () => {
    const rows = await sql(store.databaseUrl, "select code, is_automatic, status from promotion where code like 'FATURA-%' and deleted_at is null order by code")
    expect(rows).toEqual([
      { code: "FATURA-BOLETO-10PCT", is_automatic: true, status: "active" },
      { code: "FATURA-CARD-10BRL", is_automatic: true, status: "active" },
    ])
  })
})

describe("what a checkout is offered", () => {
  it("is what the cart's region has", async () => {
    const cart = await createCart(store)
    const admin = await adminApi(store)
    await admin.post(`/admin/regions/${store.regionId}`, { payment_providers: ["pp_pix_fatura", "pp_system_default"] })
    const { methods } = await storeApi(store).get<{ methods: { method: string }[] }>(`/store/fatura/checkout?cart_id=${cart.id}`)
    expect(methods.map(({ method }) => method)).toEqual(["pix"])
  })
})
