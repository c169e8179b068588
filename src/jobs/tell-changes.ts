import { onePerProcess } from "../workflows/one-per-process"
import { tellChanges } from "../workflows/staff/tell-changes"

/** Tells the store's owner of changes that decide where the money goes. */
export default onePerProcess(tellChanges)

export const config = { name: "fatura-tell-changes", schedule: "*/10 * * * * *" }
