import type { MedusaContainer } from "@medusajs/framework/types"
import { onePerProcess } from "../workflows/one-per-process"
import { canceledNotRefunded } from "../workflows/recovery/canceled-orders"
import { recoverOne } from "../workflows/recovery/recover-one"
import { stockOfCanceledOrders } from "../workflows/recovery/stock-of-canceled-orders"

/** Money and stock of cancelled orders: events that were lost, and cancels that came to half. */
export default onePerProcess(async (container: MedusaContainer) => {
  await recoverOne(container, canceledNotRefunded)
  await recoverOne(container, stockOfCanceledOrders)
})

export const config = { name: "fatura-canceled-orders", schedule: "*/2 * * * *" }
