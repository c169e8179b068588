import { readOrder } from "./buyer"
import { openProblems } from "./books"
import { expectOk, type RefundDesk } from "./refund-desk"

/** Staff in Medusa and in the gateway's panel refund in turns. */
export async function refundsInTurns(desk: RefundDesk, providerId: string): Promise<void> {
  const order = await desk.paidOrder(providerId)
  expectOk(await desk.refund(order, 10.01))
  await desk.expectBooks(order, [1001])
  await desk.panelRefund(order, 533)
  await desk.expectBooks(order, [1001, 533])
  expectOk(await desk.refund(order, 7.77))
  await desk.panelRefund(order, 302)
  await desk.expectBooks(order, [1001, 533, 777, 302])
  expectOk(await desk.refund(order, 0.99))
  await desk.expectBooks(order, [1001, 533, 777, 302, 99])
  expect(await readOrder(desk.store, order.orderId)).toMatchObject({ payment_status: "partially_refunded" })
  expect(await desk.refundCalls()).toBe(3)
  expect(await openProblems(desk.store, order.orderId)).toEqual([])
}

/** A paid order that staff cancel has its money sent back, by one call. */
export async function cancelledOrderRefundsOnce(desk: RefundDesk, providerId: string): Promise<void> {
  const order = await desk.paidOrder(providerId)
  expect((await desk.cancel(order)).status).toBe(200)
  await desk.expectBooks(order, [order.totalCents])
  expect(await readOrder(desk.store, order.orderId)).toMatchObject({ status: "canceled" })
  expect(await desk.refundCalls()).toBe(1)
  expect((await desk.gateway.counts())["DELETE /invoices"] ?? 0).toBe(0)
  expect(await openProblems(desk.store, order.orderId)).toEqual([])
}
