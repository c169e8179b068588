import { placeOrder, type PlacedOrder } from "./buyer"
import { startGateway, type Gateway } from "./gateway"
import { adminApi, type HttpClient } from "./http"
import { ledgerOf, untilCaptured } from "./ledger"
import { only } from "./only"
import { cpf } from "./people"
import { startStore, type Store } from "./store"

type Method = "pix" | "boleto" | "card"
export type PlacedInvoice = PlacedOrder & { rowId: string; gatewayId: string; document: string }
export type Refusal = { type: string; message: string; code?: string; fields?: { path: string; message: string }[] }

/** A shop as its staff find it: an open PIX code, an open boleto, and a card that is paid. */
export type StaffedShop = { store: Store; gateway: Gateway; staff: HttpClient; adminId: string; pix: PlacedInvoice; boleto: PlacedInvoice; paidCard: PlacedInvoice }

const card = { token: "tok_approved", holder_name: "RITA QUARESMA", expires: "12/30", installments: 3 }
export const STAFFED_SHOP_ENVIRONMENT = { FATURA_LOOK_UPS_PER_MINUTE: "1000" }

/** Opens it before a suite's tests and closes it after. */
export function useStaffedShop(given: (shop: StaffedShop) => void): void {
  let store: Store
  let gateway: Gateway
  beforeAll(async () => {
    gateway = await startGateway()
    store = await startStore({ sandboxUrl: gateway.url, env: STAFFED_SHOP_ENVIRONMENT })
    const staff = await adminApi(store)
    const { user } = await staff.get<{ user: { id: string } }>("/admin/users/me")
    const pix = await order(store, gateway, "pix", "João da Conceição")
    const boleto = await order(store, gateway, "boleto", "=Maria Brandão")
    const paidCard = await order(store, gateway, "card", "Rita Quaresma")
    await untilCaptured(store, paidCard.orderId, 20_000)
    given({ store, gateway, staff, adminId: user.id, pix, boleto, paidCard })
  })
  afterAll(async () => {
    await store?.close()
    await gateway?.close()
  })
}

export async function order(store: Store, gateway: Gateway, method: Method, name: string): Promise<PlacedInvoice> {
  const document = cpf()
  const placed = await placeOrder(store, {
    providerId: `pp_${method}_fatura`,
    items: [{ sku: "CHOCOLATE-1" }],
    data: { payer: { document, name }, ...(method === "card" && { card }) },
  })
  const { id } = await gateway.invoiceOf(placed.sessionId)
  return { ...placed, gatewayId: id, document, rowId: only(await ledgerOf(store, placed.sessionId), "invoice").id }
}
