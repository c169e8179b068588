import { Modules } from "@medusajs/framework/utils"
import type { InvoiceRow } from "../../modules/fatura/ledger/row"
import { readMedusa } from "../medusa-view"
import { voidPayment } from "../settling/void-payment"

jest.mock("../medusa-view", () => ({ readMedusa: jest.fn() }))

type World = { medusa?: object; attempts?: Partial<InvoiceRow>[]; status?: string; others?: object[] }

/** The gateway closed a card that it held. @returns what became of it in Medusa */
async function closed({ medusa = {}, attempts = [{ status: "canceled", is_live: false }], status = "authorized", others = [] }: World): Promise<string[]> {
  jest.mocked(readMedusa).mockResolvedValue({ paymentId: "pay_1", isVoided: false, capturedCents: 0, order: { id: "order_1", status: "pending" }, ...medusa } as never)
  const done: string[] = []
  const payments = {
    retrievePaymentCollection: async () => ({ status, payments: [{ id: "pay_1", canceled_at: null }, ...others] }),
    updatePaymentCollections: async (id: string, change: { status: string }) => void done.push(`${id} ${change.status}`),
    updatePayment: async ({ id, canceled_at }: { id: string; canceled_at: Date }) => void done.push(`${id} ${canceled_at instanceof Date ? "voided" : "stands"}`),
  }
  const container = { resolve: (name: string) => ({ [Modules.PAYMENT]: payments })[name] }
  const fatura = { ledger: { ofSession: async () => attempts } }
  await voidPayment({ container, fatura, invoice: { id: "finv_1", session_id: "payses_1", payment_collection_id: "pay_col_1" } } as never)
  return done
}

it.each(["authorized", "partially_authorized"])("a hold that the gateway gave up is over in Medusa (%s)", async (status) => {
  expect(await closed({ status })).toEqual(["pay_col_1 not_paid", "pay_1 voided"])
})

it.each<[string, World]>([
  ["there is none", { medusa: { paymentId: null } }],
  ["it is voided already", { medusa: { isVoided: true }, status: "canceled" }],
  ["it is captured", { medusa: { capturedCents: 7_480 } }],
  ["its order was cancelled, by which Medusa voids it", { medusa: { order: { id: "order_1", status: "canceled" } } }],
  ["it has no order", { medusa: { order: null } }],
  ["another attempt of its session can still take money", { attempts: [{ status: "canceled", is_live: false }, { status: "processing", is_live: true }] }],
])("nothing is voided where %s", async (_why, world) => {
  expect(await closed(world)).toEqual([])
})

it("a cancel of Medusa's that voided the payment and was killed then leaves its collection to be mended", async () => {
  expect(await closed({ medusa: { isVoided: true } })).toEqual(["pay_col_1 not_paid"])
})

it("a collection keeps its status with another payment in it, or without a hold", async () => {
  expect(await closed({ others: [{ id: "pay_2", canceled_at: null }] })).toEqual(["pay_1 voided"])
  expect(await closed({ status: "partially_captured" })).toEqual(["pay_1 voided"])
  expect(await closed({ others: [{ id: "pay_2", canceled_at: "2026-11-28" }] })).toEqual(["pay_col_1 not_paid", "pay_1 voided"])
})
