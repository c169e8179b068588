import { words } from "./books"
import { Desk } from "./desk"
import type { GatewayInvoice } from "./gateway"
import { storeApi, type RawAnswer } from "./http"
import type { SessionView } from "./ledger"
import type { StoreOptions } from "./store"

/** A shop and its gateway for a suite about orders that are paid, or paid anew, after they were placed. */
export class OrderDesk extends Desk {
  /** How many invoices the gateway had when the test began: those after it were made by the test. */
  private before = 0

  constructor(options: Omit<StoreOptions, "sandboxUrl">) {
    super(options)
    beforeEach(async () => {
      this.before = (await this.gateway.invoices()).length
    })
  }

  /** The invoices that the test has made, oldest first. */
  async madeHere(): Promise<GatewayInvoice[]> {
    return (await this.gateway.invoices()).slice(this.before)
  }

  /** Those of the test that can still be paid. */
  async payable(): Promise<GatewayInvoice[]> {
    return (await this.madeHere()).filter(({ _sandbox }) => _sandbox.payable)
  }

  /** The shopper asks on the order's page for a code, a new one or one of another method. */
  payLater(orderId: string, body: Record<string, unknown> = {}, { token, headers }: { token?: string; headers?: Record<string, string> } = {}): Promise<RawAnswer> {
    return storeApi(this.store, token).raw("POST", `/store/fatura/orders/${orderId}/payment`, body, headers)
  }
}

export type PaymentView = SessionView & { boleto?: { line: string | null; barcode: string | null; due_at: string | null }; card?: { last4: string | null; installments: number } }

/** The session of an answer that must be a success. */
export function sessionOf(answer: RawAnswer): PaymentView {
  expect([answer.status, words(answer)]).toEqual([200, ""])
  return (answer.body as { session: PaymentView }).session
}
