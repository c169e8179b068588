import { cancelOrder, cpf, ledgerOf, only, placeOrder, poll, untilCaptured, type PlacedOrder } from "../support"
import type { Desk } from "../e2e/admin-desk"

type Method = "pix" | "boleto" | "card"
export type Shown = PlacedOrder & { gatewayId: string; rowId: string }
export type World = Record<"pix" | "boleto" | "card" | "refunded" | "disputed" | "late", Shown>

const card = { token: "tok_approved", holder_name: "RITA QUARESMA", expires: "12/30", installments: 3 }

/** Orders of invented people, one for each thing that the pages show. */
export async function fillWorld(desk: Desk): Promise<World> {
  const order = async (method: Method, name: string, sku: string): Promise<Shown> => {
    const placed = await placeOrder(desk.store, {
      providerId: `pp_${method}_fatura`,
      items: [{ sku }],
      data: { payer: { document: cpf(), name }, ...(method === "card" && { card }) },
    })
    const { id } = await desk.gateway.invoiceOf(placed.sessionId)
    return { ...placed, gatewayId: id, rowId: only(await ledgerOf(desk.store, placed.sessionId), "invoice").id }
  }
  const paid = async (name: string, sku: string): Promise<Shown> => {
    const placed = await order("pix", name, sku)
    await desk.gateway.act(placed.gatewayId, "pay", { wait: true })
    await untilCaptured(desk.store, placed.orderId, 30_000)
    return placed
  }
  const cardOrder = await order("card", "Rita Quaresma", "CAFE-1000")
  await untilCaptured(desk.store, cardOrder.orderId, 30_000)
  const refunded = await paid("Otávio Xavier", "CAFE-500")
  await desk.gateway.act(refunded.gatewayId, "refund", { amount_cents: 1_500, wait: true })
  const disputed = await paid("Zilda Brandão", "CHOCOLATE-1")
  await desk.gateway.act(disputed.gatewayId, "dispute", { wait: true })
  await paid("João da Conceição", "CAFE-500")
  const late = await order("pix", "Tiago Rocha", "CAFE-500")
  await cancelOrder(desk.store, late.orderId)
  await poll(async () => only(await ledgerOf(desk.store, late.sessionId), "invoice").status === "canceled")
  await desk.gateway.act(late.gatewayId, "pay", { wait: true })
  return { card: cardOrder, refunded, disputed, late, boleto: await order("boleto", "Beatriz Lima", "CAFE-1000"), pix: await order("pix", "Maria Silva", "CAFE-500") }
}
