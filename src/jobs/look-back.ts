import { onePerProcess } from "../workflows/one-per-process"
import { lookBack } from "../workflows/recovery/look-back"

/** What is older than the other jobs look back, a stretch of the past at a time. */
export default onePerProcess((container) => lookBack(container))

export const config = { name: "fatura-look-back", schedule: "*/2 * * * *" }
