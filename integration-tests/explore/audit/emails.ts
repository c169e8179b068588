import type { Email, StoryBooks } from "./books"
import type { Found } from "./finding"
import { rowOf } from "../story/facts"

const cents = (reais: number | null | undefined): number => Math.round((reais ?? 0) * 100)
const found = (words: string): Found => ({ rule: "email", words })

/** What makes two e-mails the same to who reads them. */
const factsOf = ({ kind, invoice_id, amount, paid_amount, refund_amount, refunded_amount, due_on, expires_at, pix }: Email): string =>
  JSON.stringify([kind, invoice_id, amount, paid_amount, refund_amount, refunded_amount, due_on, expires_at, pix?.payload])

/** Each e-mail says what is so at the gateway, once. */
export function emails({ facts, decisions, emails: sent }: StoryBooks): Found[] {
  const twice = sent.filter((one, index) => sent.findIndex((other) => factsOf(other) === factsOf(one)) !== index)
  const untrue = sent.flatMap((one) => {
    const invoice = facts.invoices.find(({ id, invoice_id }) => [id, invoice_id].includes(one.invoice_id ?? ""))
    if (!invoice) return []
    const { paid_cents: paid } = invoice._sandbox
    const recorded = decisions.filter(({ rowId }) => rowId === rowOf(facts, invoice)?.id).reduce((sum, decision) => sum + decision.recorded, 0)
    const returned = invoice._sandbox.refunded_cents + recorded
    const said = cents(one.paid_amount ?? one.amount)
    return [
      ...(one.kind === "paid" && said !== paid ? [`"paid" says ${said / 100}, and ${paid / 100} came`] : []),
      ...(one.kind === "refunded" && cents(one.refunded_amount) > returned ? [`"refunded" says ${one.refunded_amount}, and ${returned / 100} went back`] : []),
      ...(one.kind === "instructions" && one.pix && one.pix.payload !== invoice.pix.payload ? [`the code in "instructions" is not the invoice's`] : []),
    ]
  })
  return [...twice.map(({ kind, refunded_amount }) => found(`"${kind}"${refunded_amount ? ` of ${refunded_amount}` : ""} was sent twice`)), ...untrue.map(found)]
}
