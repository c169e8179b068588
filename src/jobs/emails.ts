import { sendEmails } from "../workflows/emails/send-emails"
import { onePerProcess } from "../workflows/one-per-process"

/** The shopper's e-mails that are due, where the store has switched them on. */
export default onePerProcess(sendEmails)

export const config = { name: "fatura-emails", schedule: "*/5 * * * * *" }
