import { gatewayInvoiceOf, openProblems, toCents, untilQuiet } from "./books"
import { placeOrder, readOrder, type AdminOrder, type PlacedOrder } from "./buyer"
import { sql } from "./database"
import type { GatewayInvoice } from "./gateway"
import { adminApi } from "./http"
import { capturedOnce, moneyFacts, sessionView } from "./ledger"
import { OrderDesk } from "./order-desk"
import { cpf } from "./people"
import { poll } from "./poll"
import type { StoreOptions } from "./store"

export type Edit = { add?: { sku: string; quantity: number }; setQuantity?: { sku: string; quantity: number } }
type Item = { id: string; variant_sku: string; quantity: number }

export const amounts = (invoices: GatewayInvoice[]): number[] => invoices.map(({ _sandbox }) => _sandbox.due_cents)

/** A shop and its gateway for a suite about orders that staff change, and what such suites have in common. */
export class EditDesk extends OrderDesk {
  constructor({ pluginOptions, ...options }: Omit<StoreOptions, "sandboxUrl"> = {}) {
    super({ ...options, pluginOptions: { endpoints: { add_tracking_code: { path: "/invoices/tracking" } }, ...pluginOptions } })
  }

  async variantId(sku: string): Promise<string> {
    const [row] = await sql<{ id: string }>(this.store.databaseUrl, "select id from product_variant where sku = $1 and deleted_at is null", [sku])
    return row!.id
  }

  async itemsOf(orderId: string): Promise<Item[]> {
    const { order } = await (await adminApi(this.store)).get<{ order: { items: Item[] } }>(`/admin/orders/${orderId}?fields=*items`)
    return order.items
  }

  /** Staff begin to edit an order; nothing holds until it is confirmed. */
  async beginEdit(orderId: string, { add, setQuantity }: Edit): Promise<void> {
    const api = await adminApi(this.store)
    await api.post("/admin/order-edits", { order_id: orderId })
    if (add) await api.post(`/admin/order-edits/${orderId}/items`, { items: [{ variant_id: await this.variantId(add.sku), quantity: add.quantity }] })
    if (setQuantity) {
      const item = (await this.itemsOf(orderId)).find(({ variant_sku }) => variant_sku === setQuantity.sku)!
      await api.post(`/admin/order-edits/${orderId}/items/item/${item.id}`, { quantity: setQuantity.quantity })
    }
    await api.post(`/admin/order-edits/${orderId}/request`)
  }

  async edit(orderId: string, change: Edit): Promise<void> {
    await this.beginEdit(orderId, change)
    await (await adminApi(this.store)).post(`/admin/order-edits/${orderId}/confirm`)
  }

  /** An order is fully paid to the cent, over all its payments. @param total decimal reais */
  async expectSettled(orderId: string, total: number): Promise<AdminOrder> {
    const order = await poll(async () => {
      const read = await readOrder(this.store, orderId)
      return toCents(read.summary.paid_total) === toCents(total) && read
    })
    await untilQuiet(this.store, { orderId })
    expect([toCents(order.total), toCents(order.summary.pending_difference)]).toEqual([toCents(total), 0])
    expect(await openProblems(this.store, orderId)).toEqual([])
    return order
  }

  /** An order of two packets of coffee whose PIX code is open. */
  async waitingOrder(): Promise<PlacedOrder & { invoice: GatewayInvoice }> {
    const order = await placeOrder(this.store, { providerId: "pp_pix_fatura", items: [{ sku: "CAFE-250", quantity: 2 }], data: { payer: { document: cpf() } } })
    const invoice = await gatewayInvoiceOf(this.gateway, order.sessionId)
    expect([order.total, invoice._sandbox.due_cents]).toEqual([81.7, 8170])
    await this.gateway.forgetRequests()
    return { ...order, invoice }
  }

  /** An edit of an order whose PIX code is open gives it a code for the new total. @param total decimal reais */
  async expectRenewedByEdit(change: Edit, total: number): Promise<void> {
    const order = await this.waitingOrder()
    await this.edit(order.orderId, change)
    const [renewed] = await poll(async () => amounts(await this.payable()).join() === String(toCents(total)) && this.payable())
    await untilQuiet(this.store, order)
    expect(await this.gateway.counts()).toMatchObject({ "DELETE /invoices": 1, "POST /invoices": 1 })
    expect(await sessionView(this.store, order.sessionId)).toMatchObject({ status: "canceled", next_step: "retry" })
    expect(renewed!._sandbox.document).toBe(order.invoice._sandbox.document)
    const [session] = (await readOrder(this.store, order.orderId)).payment_collections[0]!.payment_sessions
    expect(await sessionView(this.store, session!.id)).toMatchObject({ status: "awaiting_payment", amount: total, pix: { payload: renewed!.pix.payload } })

    await this.gateway.act(renewed!.invoice_id, "pay")
    await this.expectSettled(order.orderId, total)
    expect(await moneyFacts(this.store, order.orderId)).toEqual(capturedOnce(total))
  }
}
