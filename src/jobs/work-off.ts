import type { MedusaContainer } from "@medusajs/framework/types"
import { onePerProcess } from "../workflows/one-per-process"
import { workOffNotices } from "../workflows/handle-notice"
import { workOff } from "../workflows/work-off"

/** Notices and tasks that the process which took them did not finish. */
export default onePerProcess(async (container: MedusaContainer) => {
  await Promise.all([workOffNotices(container), workOff(container)])
})

export const config = { name: "fatura-work-off", schedule: "*/5 * * * * *" }
