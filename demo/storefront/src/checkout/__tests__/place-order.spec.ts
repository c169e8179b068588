import { ApiError } from "../../api/api-error"
import type { StoreClient } from "../../api/store-client"
import type { Address, Cart, CompleteAnswer } from "../../api/types"
import { type OrderInput, placeOrder, TotalChanged } from "../place-order"

const cart = (changes: Partial<Cart> = {}): Cart => ({
  id: "cart_1", currency_code: "brl", total: 115.7, original_item_total: 99.9, original_shipping_total: 15.8, discount_total: 0, ...changes,
})
const session = { id: "payses_1", provider_id: "pp_pix_fatura" }
const collection = { id: "paycol_1", payment_sessions: [session] }
const ordered: CompleteAnswer = { type: "order", order: { id: "order_1", display_id: 7 } }
const input: OrderInput = {
  cartId: "cart_1", email: "ana@exemplo.com.br", address: {} as Address, payer: { document: "" },
  shippingOptionId: "so_1", providerId: "pp_pix_fatura", shownTotal: 115.7,
}

function fakeClient(changes: Partial<Record<keyof StoreClient, jest.Mock>> = {}) {
  return {
    cart: jest.fn(async () => cart()),
    updateCart: jest.fn(async () => cart()),
    chooseShipping: jest.fn(async () => cart()),
    createPaymentCollection: jest.fn(async () => collection),
    createPaymentSession: jest.fn(async () => collection),
    complete: jest.fn(async () => ordered),
    ...changes,
  }
}
const run = (client: ReturnType<typeof fakeClient>) => placeOrder(client as unknown as StoreClient, input, () => undefined)

describe("placeOrder", () => {
  it("answers the session of the new order", async () => {
    await expect(run(fakeClient())).resolves.toBe("payses_1")
  })

  it("orders nothing when the total is not what the shopper saw", async () => {
    const client = fakeClient({ chooseShipping: jest.fn(async () => cart({ total: 120 })) })
    await expect(run(client)).rejects.toBeInstanceOf(TotalChanged)
    expect(client.createPaymentSession).not.toHaveBeenCalled()
    expect(client.complete).not.toHaveBeenCalled()
  })

  it("asks for the delivery only where the cart has another one", async () => {
    const chosen = (shipping_option_id: string) => jest.fn(async () => cart({ shipping_methods: [{ shipping_option_id }] }))
    const same = fakeClient({ updateCart: chosen("so_1") })
    await run(same)
    expect(same.chooseShipping).not.toHaveBeenCalled()
    const other = fakeClient({ updateCart: chosen("so_2") })
    await run(other)
    expect(other.chooseShipping).toHaveBeenCalledWith("cart_1", "so_1")
  })

  it("changes nothing on a cart that is an order already", async () => {
    const client = fakeClient({ cart: jest.fn(async () => cart({ completed_at: "2026-01-01T00:00:00Z", payment_collection: collection })) })
    await expect(run(client)).resolves.toBe("payses_1")
    expect(client.updateCart).not.toHaveBeenCalled()
  })

  it("finds the order whose answer was lost on the way, without asking for it twice", async () => {
    const complete = jest.fn(async () => { throw new ApiError("network", "") })
    const look = jest.fn().mockResolvedValueOnce(cart()).mockResolvedValue(cart({ completed_at: "2026-01-01T00:00:00Z" }))
    await expect(run(fakeClient({ complete, cart: look }))).resolves.toBe("payses_1")
    expect(complete).toHaveBeenCalledTimes(1)
  })

  it("leads to the session that was ordered when another tab replaced ours", async () => {
    const others = { id: "paycol_1", payment_sessions: [{ id: "payses_2", provider_id: "pp_pix_fatura" }] }
    const look = jest.fn().mockResolvedValueOnce(cart()).mockResolvedValue(cart({ completed_at: "2026-01-01T00:00:00Z", payment_collection: others }))
    await expect(run(fakeClient({ cart: look }))).resolves.toBe("payses_2")
  })

  it("waits while another request completes the cart", async () => {
    const busy = new ApiError("http", "Cart is already being completed by another request", 409)
    const complete = jest.fn().mockRejectedValueOnce(busy).mockResolvedValueOnce(ordered)
    await expect(run(fakeClient({ complete }))).resolves.toBe("payses_1")
    expect(complete).toHaveBeenCalledTimes(2)
  })

  it("hands on the fields that the server complains about, also with a cart for an answer", async () => {
    const fields = [{ path: "payer.document", message: "CPF inválido" }]
    const complete = jest.fn(async () => ({ type: "cart", cart: cart(), error: { message: "Faltam dados", type: "invalid_data", fields } }))
    await expect(run(fakeClient({ complete }))).rejects.toMatchObject({ message: "Faltam dados", fields })
  })
})
