import type { Order } from "../../api/types"
import { newestSession, orderStatus } from "../order-status"

describe("orderStatus", () => {
  it.each([
    ["pending", "awaiting", "Aguardando pagamento", "pay"],
    ["pending", "captured", "Pago", "look"],
    ["pending", "partially_refunded", "Parte do valor devolvida", "look"],
    ["canceled", "awaiting", "Pedido cancelado", "buy_again"],
    ["pending", "something_new", "Em andamento", "look"],
  ])("order %s, payment %s: %s, %s", (status, payment_status, words, action) => {
    expect(orderStatus({ status, payment_status })).toEqual({ words, action })
  })
})

describe("newestSession", () => {
  const session = (id: string, created_at: string) => ({ id, created_at })
  const order = (...collections: ReturnType<typeof session>[][]) =>
    ({ payment_collections: collections.map((payment_sessions) => ({ id: "paycol", created_at: "", payment_sessions })) }) as unknown as Order

  it("is the latest of all collections; an order without any has none", () => {
    expect(newestSession(order([session("a", "2026-01-01"), session("b", "2026-01-03")], [session("c", "2026-01-02")]))).toBe("b")
    expect(newestSession(order())).toBeNull()
  })
})
