import { onePerProcess } from "../workflows/one-per-process"
import { recover } from "../workflows/recovery/recover"

/** What a killed process or a lost event left behind. */
export default onePerProcess(recover)

export const config = { name: "fatura-heal", schedule: "*/15 * * * * *" }
