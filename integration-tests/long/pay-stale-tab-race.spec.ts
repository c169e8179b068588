import { adminApi, moneyFacts, placeOrder, storeApi } from "../support"
import { gatewayInvoiceOf, ledgerOf, openProblems, pixData, untilQuiet } from "../support/books"
import { OrderDesk } from "../support/order-desk"

const RACES = 16
/** Milliseconds that the page's request comes after the payment, at most; a capture takes about as long. */
const JITTER = 320

const desk = new OrderDesk({})
const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))
const gapOf = (index: number): number => Math.round((index * JITTER) / (RACES - 1))

/** Medusa throws the session away for the new one, and takes no note of a capture that is going on with it. */
it.each(Array.from({ length: RACES }, (_, index) => gapOf(index)))("a code that staff had cancelled is paid, and %i ms later a page that was left open chooses another method: it is captured and booked", async (gapMs) => {
  const { orderId, sessionId, paymentCollectionId } = await placeOrder(desk.store, { providerId: "pp_boleto_fatura", data: pixData() })
  const invoice = await gatewayInvoiceOf(desk.gateway, sessionId)
  const [row] = await ledgerOf(desk.store, orderId)
  await (await adminApi(desk.store)).post(`/admin/fatura/invoices/${row!.id}/cancel`, {})
  await untilQuiet(desk.store, { orderId })
  const choosesCard = () => storeApi(desk.store).raw("POST", `/store/payment-collections/${paymentCollectionId}/payment-sessions`, { provider_id: "pp_card_fatura" })
  await Promise.all([desk.gateway.act(invoice.invoice_id, "pay"), pause(gapMs).then(choosesCard)])
  await untilQuiet(desk.store, { orderId })
  expect(await openProblems(desk.store, orderId)).toEqual([])
  expect(await moneyFacts(desk.store, orderId)).toMatchObject({ orderStatus: "pending", captures: [74.8], refunds: [], transactions: [74.8] })
})
