import { agreed, placePaidOrder, readBooks, refund, untilAgreed, untilQuiet, words, type PaidOrder } from "./books"
import { Desk } from "./desk"
import { adminApi, type RawAnswer } from "./http"

/** What a booking lost to another at the same moment is mended when surely nobody is at work on it any more. */
const MENDED_MS = 170_000

/** A shop and its gateway for a suite about refunds, and what such suites have in common. */
export class RefundDesk extends Desk {
  /** What the gateway was switched to is taken back after each test. */
  constructor() {
    super()
    afterEach(() => this.gateway.assume({ refund_result: "done", refund_unit: "cents" }))
  }

  /** By PIX where the method does not matter: a card that is approved at once is looked at again after some seconds. */
  async paidOrder(providerId = "pp_pix_fatura"): Promise<PaidOrder> {
    const order = await placePaidOrder(this.store, this.gateway, { providerId })
    await untilQuiet(this.store, order)
    await this.gateway.forgetRequests()
    return order
  }

  /** Staff refund in Medusa. @param amount decimal reais */
  refund(order: { paymentId: string }, amount: number): Promise<RawAnswer> {
    return refund(this.store, order.paymentId, amount)
  }

  /** A refund in the gateway's own panel; all that is left without an amount. */
  panelRefund(order: PaidOrder, amountCents?: number): Promise<unknown> {
    return this.gateway.act(order.invoiceId, "refund", { amount_cents: amountCents })
  }

  /** Staff cancel the order in Medusa. */
  async cancel({ orderId }: { orderId: string }): Promise<RawAnswer> {
    return (await adminApi(this.store)).raw("POST", `/admin/orders/${orderId}/cancel`)
  }

  /** Refunds that were sent to the gateway since the newest order was paid. */
  async refundCalls(): Promise<number> {
    return (await this.gateway.counts())["PUT /invoices"] ?? 0
  }

  /**
   * Medusa, ledger and gateway agree on these refunds (cents), and still do when nothing is left to do. What
   * Medusa booked wrongly is mended by a round that comes every quarter of a minute.
   */
  async expectBooks(order: PaidOrder, refunds: number[]): Promise<void> {
    expect(await untilAgreed(this.store, this.gateway, order, refunds, MENDED_MS)).toEqual(agreed(order.totalCents, refunds))
    await untilQuiet(this.store, order)
    expect(await readBooks(this.store, this.gateway, order)).toEqual(agreed(order.totalCents, refunds))
  }
}

export const expectOk = (answer: RawAnswer): void => expect([answer.status, words(answer)]).toEqual([200, ""])

/** A refusal that says why. */
export function expectRefused(answer: RawAnswer, about: RegExp): void {
  expect(answer.status).toBeGreaterThanOrEqual(400)
  expect(answer.status).toBeLessThan(500)
  expect(words(answer)).toMatch(about)
}
