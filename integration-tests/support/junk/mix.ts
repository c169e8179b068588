import { randomBytes, randomInt, randomUUID } from "node:crypto"

/** What a stranger may know or guess. */
export type Known = { invoiceIds: string[]; tickets: string[] }

export type JunkPost = { kind: string; path: string; headers: Record<string, string>; body: string | Buffer }

const PANEL_DOORS = ["/hooks/fatura", ...["pix", "boleto", "card"].flatMap((method) => [`/hooks/payment/${method}_fatura`, `/hooks/payment/pp_${method}_fatura`])]
const JSON_TYPE = { "content-type": "application/json" }

const one = <T>(of: readonly T[]): T => of[randomInt(of.length)]!
const stranger = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`
const falseToken = () => Buffer.from(`:${randomUUID()}`).toString("base64")

/** A notice in the gateway's form, about an invoice that exists or not. */
function notice(id: string, code: unknown): string {
  return JSON.stringify({
    event: { type: "invoice.update", date: "2026-11-20 14:00:00" },
    invoices: { id, external_id: "x", token: randomUUID(), status: { code, text: "approved" }, prices: { total: "1.00" } },
  })
}

/** A true ticket with one character changed, or something that looks like none. */
function forgedTicket(tickets: string[]): string {
  const ticket = one(tickets)
  const at = randomInt(ticket.length)
  const changed = ticket.slice(0, at) + (ticket[at] === "A" ? "B" : "A") + ticket.slice(at + 1)
  return one([changed, `${ticket}x`, ticket.slice(0, -1), randomBytes(48).toString("base64url"), "%00", "..%2f..%2fpayment", "a".repeat(1_500)])
}

type Maker = (known: Known) => Omit<JunkPost, "kind">

const MAKERS: Record<string, Maker> = {
  malformed: () => ({ path: one(PANEL_DOORS), headers: JSON_TYPE, body: '{"event":{"type":"invoice.update"},"invoices":{"id":"1' }),
  empty: () => ({ path: one(PANEL_DOORS), headers: JSON_TYPE, body: "" }),
  binary: () => ({ path: one(PANEL_DOORS), headers: { "content-type": "application/octet-stream" }, body: randomBytes(randomInt(1, 4_000)) }),
  wrong_type: ({ invoiceIds }) => ({ path: one(PANEL_DOORS), headers: { "content-type": one(["text/html", "multipart/form-data; boundary=x", "image/png", "application/x-www-form-urlencoded"]) }, body: `invoices[id]=${one(invoiceIds)}&invoices[status][code]=5` }),
  unknown_id: () => ({ path: one(PANEL_DOORS), headers: JSON_TYPE, body: notice(String(randomInt(1e9)), 5) }),
  deep: () => ({ path: one(PANEL_DOORS), headers: JSON_TYPE, body: `${"[".repeat(5_000)}${"]".repeat(5_000)}` }),
  forged_ticket: ({ invoiceIds, tickets }) => ({ path: `/hooks/fatura/${forgedTicket(tickets)}`, headers: JSON_TYPE, body: notice(one(invoiceIds), 5) }),
  false_token: ({ invoiceIds }) => ({ path: one(PANEL_DOORS), headers: { ...JSON_TYPE, webhook: falseToken() }, body: notice(one(invoiceIds), one([5, 6, 8, 9, 10, 77, "paid", null])) }),
  old_news: ({ invoiceIds }) => ({ path: one(PANEL_DOORS), headers: { ...JSON_TYPE, webhook: falseToken() }, body: notice(one(invoiceIds), 1) }),
  cut_off_with_id: ({ invoiceIds }) => ({ path: one(PANEL_DOORS), headers: JSON_TYPE, body: notice(one(invoiceIds), 5).slice(0, -3) }),
}
const KINDS = Object.keys(MAKERS)

/** Posts of every kind in equal parts; half of them come from one address, the others each from another. */
export function junkPost(known: Known): JunkPost {
  const kind = one(KINDS)
  const post = MAKERS[kind]!(known)
  return { kind, ...post, headers: { ...post.headers, "x-forwarded-for": randomInt(2) ? stranger() : "10.0.0.1" } }
}

/** Paths of all doors that need no ticket. */
export const panelDoor = (): string => one(PANEL_DOORS)
