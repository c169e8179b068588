import { capturedOnce, cpf, moneyFacts, placeOrder, poll, readOrder, sessionView, sql, untilCaptured, untilPaid, type RawAnswer } from "../support"
import { cardData, gatewayInvoiceOf, untilQuiet, words } from "../support/books"
import { sessionOf } from "../support/order-desk"
import { BOLETO, CARD, codeOf, ENGLISH, PIX, RENEWALS_PER_ORDER, SecondChanceDesk, type WaitingOrder } from "../support/second-chance-desk"

const desk = new SecondChanceDesk()

const pathsOf = (answer: RawAnswer): unknown => (answer.body as { fields?: { path: string }[] }).fields?.map(({ path }) => path)

describe("a request that can't be fulfilled leaves the old code payable", () => {
  const untouched = async (order: WaitingOrder): Promise<void> => {
    expect(await desk.callsInOrder()).toEqual([])
    expect(await desk.payableIds()).toEqual([order.invoiceId])
    expect(await sessionView(desk.store, order.sessionId)).toMatchObject({ status: "awaiting_payment", next_step: "pay" })
  }

  it.each([
    ["a false document", { payer: { document: "11111111111" } }, 400, "invalid_document", ["payer.document"]],
    ["a method of somebody else", { provider_id: "pp_system_default" }, 400, "method_unavailable", ["provider_id"]],
    ["a card that is missing", { provider_id: CARD }, 400, "missing_card", ["card"]],
    ["a card that has expired", { provider_id: CARD, card: { ...(cardData().card as object), expires: "01/20" } }, 400, "card_expired", ["card.expires"]],
    ["installments that are not offered", { provider_id: CARD, card: { ...(cardData().card as object), installments: 12 } }, 400, "installments_not_available", ["card.installments"]],
  ] as [string, Record<string, unknown>, number, string, string[]][])("%s", async (_what, body, status, code, paths) => {
    const order = await desk.waitingOrder()
    const refused = await desk.renew(order, body)
    expect([refused.status, codeOf(refused), pathsOf(refused)]).toEqual([status, code, paths])
    await untouched(order)
  })

  it(`more than ${RENEWALS_PER_ORDER} new codes`, async () => {
    const order = await desk.waitingOrder()
    for (let count = 0; count < RENEWALS_PER_ORDER; count += 1) sessionOf(await desk.renew(order))
    const [last] = await desk.payableIds()
    await desk.gateway.forgetRequests()
    const refused = await desk.renew(order, {}, { headers: ENGLISH })
    expect([refused.status, codeOf(refused), words(refused)]).toEqual([409, "too_many_renewals", "This order has had too many payment codes. Contact the store."])
    expect(await desk.callsInOrder()).toEqual([])
    expect(await desk.payableIds()).toEqual([last])
    await desk.gateway.act(last!, "pay")
    expect(await untilCaptured(desk.store, order.orderId)).toEqual(capturedOnce(74.8))
  })

  it("card after card, as card testers try", async () => {
    const order = await desk.waitingOrder()
    for (let count = 0; count < 2; count += 1) expect(codeOf(await desk.renew(order, { provider_id: CARD, card: cardData("tok_denied").card }))).toBe("card_denied")
    sessionOf(await desk.renew(order, { provider_id: PIX }))
    const [last] = await desk.payableIds()
    await sql(desk.store.databaseUrl, "delete from fatura_invoice where session_id = $1", [order.sessionId])
    await desk.gateway.forgetRequests()
    const refused = await desk.renew(order, { provider_id: CARD, card: cardData().card })
    expect([refused.status, codeOf(refused)]).toEqual([422, "too_many_card_attempts"])
    expect(await desk.callsInOrder()).toEqual([])
    expect(await desk.payableIds()).toEqual([last])
  })
})

describe("refused while it can't be told what became of the attempt before", () => {
  const TEXT = "We are still confirming your previous attempt. Wait a moment and refresh the page."
  const expectUnknown = (answer: RawAnswer): void => expect([answer.status, codeOf(answer), words(answer)]).toEqual([409, "outcome_unknown", TEXT])
  const losesAnswer = () => desk.gateway.fault({ match: { method: "POST", path: "/invoices" }, kind: "hang-up-after", times: 1 })
  const cannotAsk = () => desk.gateway.fault({ match: { method: "GET", path: "/invoices" }, kind: "500" })

  it("the gateway hung up after making a PIX invoice: in words, until the truth is known", async () => {
    await losesAnswer()
    await cannotAsk()
    const order = await placeOrder(desk.store, { providerId: PIX, data: { payer: { document: cpf() } } })
    expect(await sessionView(desk.store, order.sessionId)).toMatchObject({ status: "issuing", next_step: "wait", can_renew: false })
    expectUnknown(await desk.renew(order, { provider_id: BOLETO }, { headers: ENGLISH }))
    expect(words(await desk.renew(order))).toBe("Ainda estamos confirmando a sua tentativa anterior. Aguarde alguns instantes e atualize a página.")
    expect(await desk.madeHere()).toHaveLength(1)

    await desk.gateway.clearFaults()
    const found = await poll(async () => (await sessionView(desk.store, order.sessionId)).status === "awaiting_payment" && sessionView(desk.store, order.sessionId), 40_000)
    expect([(await desk.gateway.invoice((await desk.payableIds())[0]!)).pix.payload]).toEqual([found.pix?.payload])
    expect(await desk.payableIds()).toHaveLength(1)
    const session = sessionOf(await desk.renew(order, { provider_id: BOLETO }))
    expect(await desk.payableIds()).toEqual([(await gatewayInvoiceOf(desk.gateway, session.id)).invoice_id])
  })

  it("the gateway hung up after charging a card: it is not charged or replaced again", async () => {
    await desk.gateway.fault({ match: { notice: true }, kind: "lose" })
    await losesAnswer()
    await cannotAsk()
    const order = await placeOrder(desk.store, { providerId: CARD, data: cardData() })
    expectUnknown(await desk.renew(order, { provider_id: PIX }, { headers: ENGLISH }))
    expectUnknown(await desk.renew(order, { provider_id: CARD, card: cardData().card }, { headers: ENGLISH }))
    await desk.gateway.clearFaults()
    await untilPaid(desk.store, order.orderId, 40_000)
    expect(await moneyFacts(desk.store, order.orderId)).toEqual(capturedOnce(74.8))
    expect(await desk.madeHere()).toHaveLength(1)
  })

  it.each(["refuse", "hang-up-before", "hang-up-after", "500", "html-200"])("the cancel has no definite answer (%s): nothing new is issued", async (kind) => {
    const order = await desk.waitingOrder()
    await desk.gateway.fault({ match: { method: "DELETE" }, kind })
    expectUnknown(await desk.renew(order, { provider_id: BOLETO }, { headers: ENGLISH }))
    expect(await desk.madeHere()).toHaveLength(1)
    expect((await sessionView(desk.store, order.sessionId)).pix).toBeUndefined()

    await desk.gateway.clearFaults()
    const session = sessionOf(await desk.renew(order, { provider_id: BOLETO }))
    expect(await desk.payableIds()).toEqual([(await gatewayInvoiceOf(desk.gateway, session.id)).invoice_id])
    await untilQuiet(desk.store, order)
    expect(await desk.payableIds()).toHaveLength(1)
    expect(await readOrder(desk.store, order.orderId)).toMatchObject({ status: "pending", payment_status: "awaiting" })
  })

  it("the gateway is down altogether", async () => {
    const order = await desk.waitingOrder()
    await desk.gateway.fault({ kind: "refuse" })
    expectUnknown(await desk.renew(order, {}, { headers: ENGLISH }))
    await desk.gateway.clearFaults()
    sessionOf(await desk.renew(order))
    expect(await desk.payableIds()).toHaveLength(1)
  })
})

it("the new code is refused by the gateway: in words, and another try gives one", async () => {
  const order = await desk.waitingOrder()
  await desk.gateway.fault({ match: { method: "POST", path: "/invoices" }, kind: "success-false", times: 1 })
  const refused = await desk.renew(order, { provider_id: BOLETO })
  expect([refused.status, codeOf(refused)]).toEqual([422, "gateway_refused"])
  expect(await desk.payableIds()).toEqual([])
  expect(await readOrder(desk.store, order.orderId)).toMatchObject({ status: "pending" })
  sessionOf(await desk.renew(order))
  expect(await desk.payableIds()).toHaveLength(1)
})

describe("another payment, of an order whose code is gone,", () => {
  it("is waited for as long as a PIX code would have lasted: after a denied card without it, the order ends unpaid", async () => {
    const [gone, back] = [await desk.waitingOrder(), await desk.waitingOrder()]
    for (const order of [gone, back]) {
      expect(codeOf(await desk.renew(order, { provider_id: CARD, card: cardData("tok_denied").card }))).toBe("card_denied")
    }
    sessionOf(await desk.renew(back, { provider_id: PIX }))
    await sql(
      desk.store.databaseUrl,
      "update fatura_invoice set created_at = created_at - interval '80 minutes', canceled_at = canceled_at - interval '80 minutes' where order_id = any($1)",
      [[gone.orderId, back.orderId]],
    )
    await poll(async () => (await readOrder(desk.store, gone.orderId)).status === "canceled", 100_000, 500)
    expect(await readOrder(desk.store, back.orderId)).toMatchObject({ status: "pending" })
  })
})
