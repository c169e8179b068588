import { adminApi, sql, type GatewayInvoice } from "../../support"
import { openShop, visit, type Device, type Shop, type Visit } from "../shop"
import { sessionOfPage } from "../shopper"

/** One shopper in the shop, with what orders and invoices came of the visit. */
export type Told = Visit & {
  shop: Shop
  /** Invoices that the gateway got since the shopper came, oldest first. */
  invoices(): Promise<GatewayInvoice[]>
  orders(email: string): Promise<string[]>
  /** The only order under an e-mail. @throws when there is none, or more than one */
  onlyOrder(email: string): Promise<string>
  /** One order, and one invoice for it. @returns both */
  oneOfEach(email: string): Promise<{ orderId: string; invoice: GatewayInvoice }>
}

/** Lets a shopper with the device of this file enter the shop. */
export type Enter = () => Promise<Told>

/** The shop in which all stories of a file are told, with one device; no page may have had a fault. */
export function shopFor(device: Device): Enter {
  let shop: Shop
  let visits: Visit[] = []

  beforeAll(async () => {
    shop = await openShop()
  }, 400_000)
  afterAll(() => shop?.close())

  afterEach(async () => {
    const faults = visits.flatMap((one) => one.faults)
    await Promise.all(visits.map(({ context }) => context.close()))
    visits = []
    expect(faults).toEqual([])
  })

  return async () => {
    const one = await visit(shop, device)
    visits.push(one)
    const before = (await shop.gateway.invoices()).length
    const invoices = async () => (await shop.gateway.invoices()).slice(before)
    const orders = (email: string) => ordersOf(shop, email)
    const onlyOrder = async (email: string) => {
      const found = await orders(email)
      expect(found).toHaveLength(1)
      return found[0]!
    }
    const oneOfEach = async (email: string) => {
      const orderId = await onlyOrder(email)
      const issued = await invoices()
      expect(issued).toHaveLength(1)
      return { orderId, invoice: issued[0]! }
    }
    return { ...one, shop, invoices, orders, onlyOrder, oneOfEach }
  }
}

async function ordersOf(shop: Shop, email: string): Promise<string[]> {
  const admin = await adminApi(shop.store)
  const { orders } = await admin.get<{ orders: { id: string }[] }>(`/admin/orders?q=${encodeURIComponent(email)}&fields=id`)
  return orders.map(({ id }) => id)
}

/** The e-mail of the order whose payment a page shows: with two tabs either may have been the last to write. */
export async function emailOfOrder({ shop, page }: Told): Promise<string> {
  const [row] = await sql<{ email: string }>(
    shop.store.databaseUrl,
    `select o.email from "order" o join order_payment_collection l on l.order_id = o.id join payment_session s on s.payment_collection_id = l.payment_collection_id where s.id = $1`,
    [sessionOfPage(page)],
  )
  return row!.email
}
