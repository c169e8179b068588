import { followCanceledPaidOrders } from "../workflows/canceled-not-refunded"
import { onePerProcess } from "../workflows/one-per-process"

/** Events of cancelled orders that were lost. */
export default onePerProcess(followCanceledPaidOrders)

export const config = { name: "fatura-canceled-orders", schedule: "*/2 * * * *" }
