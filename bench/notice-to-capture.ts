/**
 * `npm run bench -- notice-to-capture [orders]`: how long it takes from the gateway's "paid" notice to the
 * captured order with its transaction, on a real Medusa and PostgreSQL. Beside it, in the same run, the time
 * of placing such an order, as a measure of what the machine does.
 */
import setUp from "../integration-tests/support/global-setup"
import tearDown from "../integration-tests/support/global-teardown"
import { cpf, placeOrder, sql, startGateway, startStore } from "../integration-tests/support"
import { percentile, table } from "./lib/figures"

const UNTIL_BOOKED = `select 1 from payment p join order_transaction t on t.reference = 'capture' and t.order_id = $2
  where p.payment_session_id = $1 and p.captured_at is not null`

async function main(orders: number): Promise<void> {
  await setUp()
  const gateway = await startGateway()
  const store = await startStore({ sandboxUrl: gateway.url })
  const placed: number[] = []
  const captured: number[] = []
  try {
    for (let index = 0; index < orders; index++) {
      const before = performance.now()
      const order = await placeOrder(store, { providerId: "pp_pix_fatura", data: { payer: { document: cpf() } } })
      placed.push(performance.now() - before)
      const { invoice_id } = await gateway.lastInvoice()
      const paidAt = performance.now()
      await gateway.act(invoice_id, "pay")
      while ((await sql(store.databaseUrl, UNTIL_BOOKED, [order.sessionId, order.orderId])).length === 0) {
        await new Promise((resolve) => setTimeout(resolve, 2))
      }
      captured.push(performance.now() - paidAt)
    }
  } finally {
    await store.close()
    await gateway.close()
    await tearDown()
  }
  // The first orders warm the process up.
  const warm = captured.slice(3)
  const ratio = percentile(warm, 50) / percentile(placed.slice(3), 50)
  console.log(table({ "notice -> captured and booked, ms": warm, "placing the order (cart to completion), ms": placed.slice(3) }))
  console.log(`ratio of the medians: ${ratio.toFixed(2)}`)
}

main(Number(process.argv[2] ?? 25)).catch((error) => {
  console.error(error)
  process.exitCode = 1
})
