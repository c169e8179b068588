import type { IPaymentModuleService } from "@medusajs/framework/types"
import { refuseCancel } from "../sessions/refuse-cancel"

type Payment = { canceled_at: null; payment_collection_id: string; captures: { amount: number }[]; refunds: { amount: number }[] }

const held: Payment = { canceled_at: null, payment_collection_id: "pay_col_1", captures: [], refunds: [] }

/** Medusa asks for the end of a payment whose order, where there is one, has so many changes in progress. */
function cancel(payment: Payment, { order, changes }: { order: string | null; changes: number }): Promise<void> {
  const payments = { listPayments: async () => [payment] } as unknown as IPaymentModuleService
  const found: Record<string, unknown[]> = { order_payment_collection: order ? [{ order_id: order }] : [], order_change: Array.from({ length: changes }, (_, n) => ({ id: `ordch_${n}` })) }
  return refuseCancel({ graph: async ({ entity }: { entity: string }) => ({ data: found[entity]! }) }, payments, "pay_1")
}

it.each([
  ["a held card of an order", held, { order: "order_1", changes: 0 }],
  ["a held card of a cart", held, { order: null, changes: 0 }],
  ["a payment whose money is all back", { ...held, captures: [{ amount: 74.8 }], refunds: [{ amount: 74.8 }] }, { order: "order_1", changes: 0 }],
])("%s is cancelled", async (_what, payment, order) => {
  await expect(cancel(payment, order)).resolves.toBeUndefined()
})

it("captured money is refunded, not cancelled", async () => {
  await expect(cancel({ ...held, captures: [{ amount: 74.8 }] }, { order: "order_1", changes: 0 })).rejects.toMatchObject({ key: "captured_is_refunded" })
})

it("an order that is being changed keeps its payment, since Medusa would refuse the cancel of the order afterwards", async () => {
  await expect(cancel(held, { order: "order_1", changes: 1 })).rejects.toMatchObject({ key: "order_change_active" })
})
